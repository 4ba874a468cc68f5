/**
 * Tests for {@link lab.terms.shutdown}.
 */
@NullMarked
package lab.terms.shutdown;

import org.jspecify.annotations.NullMarked;
