package lab.backend;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The settings in force, as the management port shows them; flat, as it takes them.
 *
 * @param latency the text of the distribution
 * @param seed the seed
 * @param fault the fault
 * @param share the share of arrivals that it hits, or null if there is no fault
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Settings(String latency, long seed, FaultKind fault, @Nullable Double share) {

	static Settings of(Delays.Settings delays, Fault fault) {
		return new Settings(delays.latency(), delays.seed(), fault.kind(),
				(fault.kind() != FaultKind.NONE) ? fault.share() : null);
	}

}
