package lab.common.database;

import com.zaxxer.hikari.HikariDataSource;
import lab.common.client.BackendException;
import lab.common.client.Cause;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The database, and its one query.
 */
public final class Database {

	private final HikariDataSource pool;

	private final JdbcClient client;

	Database(HikariDataSource pool) {
		this.pool = pool;
		this.client = JdbcClient.create(pool);
	}

	/**
	 * Makes a query that takes a fixed time in the database. The calling thread waits:
	 * for a connection, then for the answer.
	 * @param millis how long the query takes, in milliseconds
	 * @throws BackendException if there was no connection, or the query failed
	 */
	public void query(int millis) {
		try {
			this.client.sql("select pg_sleep(?)").param(millis / 1000.0).query((row) -> {
			});
		}
		catch (DataAccessException ex) {
			throw new BackendException(cause(ex), ex);
		}
	}

	/** A pool that has no connection to give away at all has not found the database. */
	private Cause cause(DataAccessException error) {
		if (!(error instanceof CannotGetJdbcConnectionException)) {
			return Cause.SERVER_ERROR;
		}
		return (this.pool.getHikariPoolMXBean().getTotalConnections() > 0) ? Cause.POOL_FULL : Cause.CONNECT_REFUSED;
	}

}
