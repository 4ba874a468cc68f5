package lab.backend;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The active settings, in the flat form that the management port accepts.
 *
 * @param latency the text of the distribution
 * @param seed the seed
 * @param fault the active fault
 * @param share the share of requests that the fault hits, or null without a fault
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Settings(String latency, long seed, FaultKind fault, @Nullable Double share) {

	static Settings of(Delays.Settings delays, InjectedFault fault) {
		return new Settings(delays.latency(), delays.seed(), fault.kind(),
				(fault.kind() != FaultKind.NONE) ? fault.share() : null);
	}

}
