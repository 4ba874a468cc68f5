/**
 * Tests.
 */
@NullMarked
package lab.terms.failure;

import org.jspecify.annotations.NullMarked;
