/**
 * The database of {@code GET /database}.
 */
@NullMarked
package lab.common.database;

import org.jspecify.annotations.NullMarked;
