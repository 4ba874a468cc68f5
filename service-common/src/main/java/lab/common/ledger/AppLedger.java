package lab.common.ledger;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

import lab.common.api.ThreadKind;
import lab.common.client.Cause;

/**
 * The counters of an app since its start; as JSON they are flat.
 *
 * @param requests what came in, and what became of it
 * @param calls what was asked of the backend
 * @param guard how the guards of {@code /guarded} stand now
 * @param jvm how the JVM stands now
 */
public record AppLedger(@JsonUnwrapped Requests requests, @JsonUnwrapped BackendCalls calls, Guard guard,
		@JsonUnwrapped Jvm jvm) {

	/**
	 * Requests on the main port.
	 *
	 * @param received requests received
	 * @param completed requests answered
	 * @param abandoned requests whose client left before the answer
	 * @param inFlight requests being served now
	 * @param servedBy requests by the kind of thread that ran the handler, kinds never
	 * seen included
	 * @param answers {@code completed} by what was answered: {@code ok} (a status below
	 * 400), {@code client-error}, each {@link Cause}, {@code other-error}; none is left
	 * out
	 */
	public record Requests(long received, long completed, long abandoned, long inFlight, Map<ThreadKind, Long> servedBy,
			Map<String, Long> answers) {

		public Requests {
			servedBy = Collections.unmodifiableMap(new EnumMap<>(servedBy));
			answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
		}

	}

	/**
	 * Calls to the backend.
	 *
	 * @param backendAttempts calls sent on a connection, and those that never got one
	 * @param connectFailures calls that never got a connection
	 * @param backendRetries calls that repeated another, which are attempts too
	 * @param backendFailures calls that failed by why, repeats included
	 * @param backendConnectionsLeased connections that calls hold now
	 */
	public record BackendCalls(long backendAttempts, long connectFailures, long backendRetries,
			Map<Cause, Long> backendFailures, long backendConnectionsLeased) {

		public BackendCalls {
			backendFailures = Collections.unmodifiableMap(new EnumMap<>(backendFailures));
		}

	}

	/**
	 * How the guards stand at a moment.
	 *
	 * @param breaker {@code closed}, {@code open} or {@code half-open}
	 * @param bulkheadMax calls that the bulkhead lets in at once
	 * @param bulkheadFree calls that it would let in now; all of them when none is under
	 * way, or a permit has leaked
	 */
	public record Guard(String breaker, int bulkheadMax, int bulkheadFree) {

	}

}
