/**
 * The database of {@code GET /database}: a pool of connections, and one query.
 */
@NullMarked
package lab.common.database;

import org.jspecify.annotations.NullMarked;
