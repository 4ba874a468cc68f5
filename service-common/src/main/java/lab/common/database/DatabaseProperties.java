package lab.common.database;

import jakarta.validation.constraints.Min;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The terms of the queries to the database, {@code database.*}.
 *
 * @param url its JDBC URL
 * @param username name of its user
 * @param password password of its user
 * @param maxConnections the most connections of the pool, 1 or more
 */
@ConfigurationProperties("database")
@Validated
public record DatabaseProperties(String url, String username, String password, @Min(1) int maxConnections) {

}
