package lab.wire;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The counters of an app since its start, {@code GET /actuator/ledger}.
 *
 * @param requests the requests on its main port
 * @param calls its calls to the backend
 * @param guard the state of the guards of {@code /guarded}, or null for an app without
 * them
 * @param jvm memory and compilers of its JVM
 */
public record AppLedger(Requests requests, Calls calls, @Nullable Guard guard, JvmCounters jvm) {

	/** The counters of a run without an app. */
	public static final AppLedger NONE = new AppLedger(new Requests(0, 0, 0, 0, 0, 0, Map.of(), Map.of()),
			new Calls(0, 0, 0, Map.of(), 0), null, new JvmCounters(0, 0, 0, 0));

	/**
	 * Requests on the main port.
	 *
	 * @param received requests received
	 * @param completed requests answered
	 * @param abandoned requests whose client left before the answer
	 * @param inFlight requests being served now
	 * @param inFlightSeconds integral of the requests being served over time, in
	 * request-seconds
	 * @param events events of {@code /events} handed to the server; 0 in JSON of a
	 * version without them
	 * @param servedBy requests by the kind of thread that ran the handler:
	 * {@code platform}, {@code virtual}, {@code event-loop}
	 * @param answers {@code completed} by outcome: {@code ok} (a status below 400),
	 * {@code client-error}, the cause of a problem such as {@code read-timeout},
	 * {@code other-error}
	 */
	public record Requests(long received, long completed, long abandoned, long inFlight, double inFlightSeconds,
			long events, Map<String, Long> servedBy, Map<String, Long> answers) {

	}

	/**
	 * Calls to the backend.
	 *
	 * @param backendAttempts calls sent on a connection, and those that never got one
	 * @param connectFailures calls that never got a connection
	 * @param backendRetries calls that repeated another, which are attempts too
	 * @param backendFailures calls that failed, by cause, repeats included
	 * @param backendConnectionsLeased connections that calls hold now
	 */
	public record Calls(long backendAttempts, long connectFailures, long backendRetries,
			Map<String, Long> backendFailures, long backendConnectionsLeased) {

	}

	/**
	 * The guards of {@code /guarded} at a moment.
	 *
	 * @param breaker {@code closed}, {@code open} or {@code half-open}
	 * @param bulkheadMax calls that the bulkhead lets in at once
	 * @param bulkheadFree calls that it would let in now; {@code bulkheadMax} when no
	 * call is in flight, or a permit has leaked
	 */
	public record Guard(String breaker, int bulkheadMax, int bulkheadFree) {

	}

	/**
	 * Memory and compilers of the JVM.
	 *
	 * @param heapUsedBytes heap in use now
	 * @param gcPauseMillis milliseconds in garbage collection pauses since the start
	 * @param fullCollections pauses in which the whole heap was collected
	 * @param compileMillis milliseconds that all compiler threads have worked, 0 for a
	 * JVM without a compiler
	 */
	public record JvmCounters(long heapUsedBytes, long gcPauseMillis, long fullCollections, long compileMillis) {

	}

}
