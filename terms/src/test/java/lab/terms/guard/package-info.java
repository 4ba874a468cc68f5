/**
 * Tests for {@link lab.terms.guard}.
 */
@NullMarked
package lab.terms.guard;

import org.jspecify.annotations.NullMarked;
