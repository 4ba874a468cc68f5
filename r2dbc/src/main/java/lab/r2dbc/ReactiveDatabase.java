package lab.r2dbc;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.R2dbcTimeoutException;
import lab.common.client.BackendException;
import lab.common.client.BackendProperties;
import lab.common.client.Cause;
import lab.common.database.DatabaseProperties;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;

/**
 * The database and its pool of connections, on the terms of the pool that the JDBC apps
 * have. No thread waits, neither for a connection nor for an answer.
 */
@Component
class ReactiveDatabase implements AutoCloseable {

	private final ConnectionPool pool;

	private final DatabaseClient client;

	/**
	 * Sets up a pool that opens all its connections with the first query and keeps them.
	 * By default it would wait for a connection twice before it gives up.
	 */
	ReactiveDatabase(@Value("${database.r2dbc-url}") String url, DatabaseProperties database,
			BackendProperties backend) {
		ConnectionFactoryOptions options = ConnectionFactoryOptions.parse(url)
			.mutate()
			.option(ConnectionFactoryOptions.USER, database.username())
			.option(ConnectionFactoryOptions.PASSWORD, database.password())
			.build();
		this.pool = new ConnectionPool(ConnectionPoolConfiguration.builder(ConnectionFactories.get(options))
			.initialSize(database.maxConnections())
			.maxSize(database.maxConnections())
			.maxAcquireTime(backend.acquireTimeout())
			.acquireRetry(0)
			.build());
		this.client = DatabaseClient.create(this.pool);
	}

	/**
	 * Makes a query that takes a fixed time in the database, for each subscription.
	 * @param millis how long the query takes, in milliseconds
	 * @return the end of the query; or a {@link BackendException} if there was no
	 * connection, or the query failed
	 */
	Mono<Void> query(int millis) {
		return this.client.sql("select pg_sleep(:seconds)")
			.bind("seconds", millis / 1000.0)
			.then()
			.onErrorMap(DataAccessException.class, (error) -> new BackendException(cause(error), error));
	}

	private Cause cause(DataAccessException error) {
		// A pool that has no connection at all has not found the database.
		if (error.contains(R2dbcTimeoutException.class)
				&& this.pool.getMetrics().map(PoolMetrics::allocatedSize).orElse(0) > 0) {
			return Cause.POOL_FULL;
		}
		return (error instanceof DataAccessResourceFailureException) ? Cause.CONNECT_REFUSED : Cause.SERVER_ERROR;
	}

	@Override
	public void close() {
		// The close() of the pool returns a Mono, which does nothing until it is
		// subscribed to.
		this.pool.dispose();
	}

}
