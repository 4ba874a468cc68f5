package lab.common.database;

import java.sql.Connection;
import java.sql.SQLException;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import lab.common.client.BackendException;
import lab.common.client.BackendProperties;
import lab.common.client.Cause;

import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The database and its pool of connections. It is lazy, and not made by Spring Boot,
 * whose health check and meters would open the pool at the start: an app that never
 * queries the database starts no pool, no thread and no H2.
 */
@Lazy
public final class Database implements AutoCloseable {

	private final HikariDataSource pool = new HikariDataSource();

	private final JdbcClient client = JdbcClient.create(this.pool);

	/**
	 * Sets up a pool that opens all its connections with the first query and keeps them.
	 * A query waits for a connection as long as a call to the backend does.
	 */
	Database(DatabaseProperties database, BackendProperties backend, MeterRegistry meters) {
		this.pool.setPoolName("database");
		this.pool.setJdbcUrl(database.url());
		this.pool.setUsername(database.username());
		this.pool.setPassword(database.password());
		this.pool.setMaximumPoolSize(database.maxConnections());
		this.pool.setConnectionTimeout(backend.acquireTimeout().toMillis());
		// a missing database is answered with 502, and may come back
		this.pool.setInitializationFailTimeout(-1);
		this.pool.setMetricRegistry(meters);
	}

	HikariDataSource pool() {
		return this.pool;
	}

	/**
	 * Makes a query that takes a fixed time in the database. The calling thread waits for
	 * a connection, then for the answer.
	 * @param millis how long the query takes, in milliseconds
	 * @throws BackendException if there was no connection, or the query failed
	 */
	public void query(int millis) {
		try {
			this.client.sql("select pg_sleep(?)").param(millis / 1000.0).query((row) -> {
			});
		}
		catch (CannotGetJdbcConnectionException ex) {
			throw notConnected(ex);
		}
		catch (DataAccessException ex) {
			throw new BackendException(Cause.SERVER_ERROR, ex);
		}
	}

	/**
	 * Makes the same query while the calling thread holds another connection of the pool.
	 */
	public void nestedQuery(int millis) {
		try (Connection outer = this.pool.getConnection()) {
			query(millis);
		}
		catch (SQLException ex) {
			throw notConnected(ex);
		}
	}

	/** A pool that has no connection at all has not found the database. */
	private BackendException notConnected(Exception ex) {
		boolean found = this.pool.getHikariPoolMXBean().getTotalConnections() > 0;
		return new BackendException(found ? Cause.POOL_FULL : Cause.CONNECT_REFUSED, ex);
	}

	@Override
	public void close() {
		this.pool.close();
	}

	/**
	 * PostgreSQL's {@code pg_sleep} for H2, by an alias in {@code database.url}. H2 runs
	 * inside the app, so the calling thread sleeps.
	 */
	public static void sleep(double seconds) throws InterruptedException {
		Thread.sleep(Math.round(1000 * seconds));
	}

}
