/**
 * Tests for {@link lab.common.guard}.
 */
@NullMarked
package lab.common.guard;

import org.jspecify.annotations.NullMarked;
