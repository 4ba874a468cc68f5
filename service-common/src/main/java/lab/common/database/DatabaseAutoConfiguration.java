package lab.common.database;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import lab.common.client.BackendProperties;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * A pool of connections to the database. Lazy, and made here rather than by Spring Boot,
 * whose health check and meters would open it at the start: an app that is never asked
 * for the database starts no pool, no thread and no H2.
 */
@AutoConfiguration
@ConditionalOnWebApplication
@EnableConfigurationProperties(DatabaseProperties.class)
class DatabaseAutoConfiguration {

	/**
	 * The pool opens all its connections with the first query and keeps them. Who waits
	 * for one waits as long as for a connection to the backend.
	 */
	@Bean
	@Lazy
	HikariDataSource databasePool(DatabaseProperties database, BackendProperties backend, MeterRegistry meters) {
		HikariDataSource pool = new HikariDataSource();
		pool.setPoolName("database");
		pool.setJdbcUrl(database.url());
		pool.setUsername(database.username());
		pool.setPassword(database.password());
		pool.setMaximumPoolSize(database.maxConnections());
		pool.setConnectionTimeout(backend.acquireTimeout().toMillis());
		// A database that is not there is an answer (502), and may come back.
		pool.setInitializationFailTimeout(-1);
		pool.setMetricRegistry(meters);
		return pool;
	}

	@Bean
	@Lazy
	Database database(HikariDataSource databasePool) {
		return new Database(databasePool);
	}

}
