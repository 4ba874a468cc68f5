/**
 * Tests.
 */
@NullMarked
package lab.common.database;

import org.jspecify.annotations.NullMarked;
