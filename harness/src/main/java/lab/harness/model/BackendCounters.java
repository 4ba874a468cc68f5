package lab.harness.model;

import java.util.Map;
import java.util.Objects;

/**
 * The counters of the slow backend since its start, {@code /actuator/counters}.
 *
 * @param received requests received
 * @param completed requests answered in full
 * @param inFlight requests waiting now
 * @param inFlightSeconds integral of the requests waiting over time, in request-seconds
 * @param drawnMillis sum of the delays drawn for the completed requests
 * @param givenMillis sum of the delays that the completed requests really waited
 * @param hitBy requests that a fault hit, by its kind
 */
public record BackendCounters(long received, long completed, long inFlight, double inFlightSeconds, double drawnMillis,
		double givenMillis, Map<String, Long> hitBy) {

	/** The counters of a run without a backend. */
	public static final BackendCounters NONE = new BackendCounters(0, 0, 0, 0, 0, 0, Map.of());

	public BackendCounters {
		hitBy = Map.copyOf(Objects.requireNonNullElse(hitBy, Map.of()));
	}

}
