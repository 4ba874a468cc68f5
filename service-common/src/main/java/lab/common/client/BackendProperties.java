package lab.common.client;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * The terms of the calls to the slow backend, {@code backend.*}. The timeouts for
 * connecting and reading are Spring Boot's {@code spring.http.clients.*}.
 *
 * @param maxConnections the most connections that the HTTP client opens, 1 or more
 * @param acquireTimeout how long a call waits for a connection of a full pool, above 0
 * @param maxAnswer the largest answer that is read, above 0 and below 2 GiB
 */
@ConfigurationProperties("backend")
public record BackendProperties(int maxConnections, Duration acquireTimeout, DataSize maxAnswer) {

	public BackendProperties {
		if (maxConnections < 1) {
			throw new IllegalArgumentException("backend.max-connections must be 1 or more, not " + maxConnections);
		}
		if (!acquireTimeout.isPositive()) {
			throw new IllegalArgumentException(
					"backend.acquire-timeout must be above 0, such as 8s, not " + acquireTimeout);
		}
		if (maxAnswer.toBytes() < 1 || maxAnswer.compareTo(DataSize.ofMegabytes(2047)) > 0) {
			throw new IllegalArgumentException("backend.max-answer must be from 1B to 2047MB, not " + maxAnswer);
		}
	}

}
