package lab.backend;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings that the backend starts with, {@code backend.*}. Impossible ones stop the
 * start: {@link Latency#of} refuses them while they are bound.
 *
 * @param latency what delays are drawn from
 * @param seed which sequence of delays is drawn, any whole number of 64 bits
 */
@ConfigurationProperties("backend")
public record BackendProperties(@DefaultValue("uniform 0ms..1000ms") Latency latency, @DefaultValue("42") long seed) {

}
