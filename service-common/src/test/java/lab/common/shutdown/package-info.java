/**
 * Tests for {@link lab.common.shutdown}.
 */
@NullMarked
package lab.common.shutdown;

import org.jspecify.annotations.NullMarked;
