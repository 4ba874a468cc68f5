/**
 * Tests of the shared code.
 */
@NullMarked
package lab.common;

import org.jspecify.annotations.NullMarked;
