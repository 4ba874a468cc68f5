/**
 * Tests.
 */
@NullMarked
package lab.terms.api;

import org.jspecify.annotations.NullMarked;
