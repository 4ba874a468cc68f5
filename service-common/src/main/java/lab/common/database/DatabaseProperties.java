package lab.common.database;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The terms of the queries to the database, {@code database.*}.
 *
 * @param url its JDBC URL
 * @param username name of its user
 * @param password password of its user
 * @param maxConnections the most connections of the pool, 1 or more
 */
@ConfigurationProperties("database")
public record DatabaseProperties(String url, String username, String password, int maxConnections) {

	public DatabaseProperties {
		if (maxConnections < 1) {
			throw new IllegalArgumentException("database.max-connections must be 1 or more, not " + maxConnections);
		}
	}

}
