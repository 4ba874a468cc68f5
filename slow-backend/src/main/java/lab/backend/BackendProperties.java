package lab.backend;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The initial settings, {@code backend.*}. Binding calls {@link DelaySampler#of}, so
 * invalid values prevent the start.
 *
 * @param latency the distribution of delays
 * @param seed the seed of the sequence of delays, any whole number of 64 bits
 */
@ConfigurationProperties("backend")
public record BackendProperties(@DefaultValue("uniform 0ms..1000ms") DelaySampler latency,
		@DefaultValue("42") long seed) {

}
