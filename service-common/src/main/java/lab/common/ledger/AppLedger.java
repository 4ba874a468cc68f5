package lab.common.ledger;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

import lab.common.ThreadKind;
import lab.common.failure.Cause;
import lab.common.guard.Guards;

/**
 * The counters of an app since its start.
 *
 * @param received requests received on the main port
 * @param completed requests answered
 * @param abandoned requests whose client left before the answer
 * @param inFlight requests being served now
 * @param backendAttempts calls to the backend: those sent on a connection, and those that
 * never got one
 * @param connectFailures calls to the backend that never got a connection
 * @param servedBy requests by the kind of thread that ran the handler, kinds never seen
 * included
 * @param heapUsedBytes heap in use now
 * @param gcPauseMillis time spent in garbage collection pauses
 * @param compileMillis time that the JVM's compilers have worked, all of their threads;
 * it stands still once the app is warm
 * @param answers {@code completed} by what was answered: {@code ok} (a status below 400),
 * {@code client-error}, each {@link Cause}, {@code other-error}; none is left out
 * @param backendFailures calls to the backend that failed by why, repeats included
 * @param backendRetries calls to the backend that repeated another, which are attempts
 * too
 * @param guard how the guards of {@code /guarded} stand now
 * @param backendConnectionsLeased connections to the backend that calls hold now
 */
public record AppLedger(long received, long completed, long abandoned, long inFlight, long backendAttempts,
		long connectFailures, Map<ThreadKind, Long> servedBy, long heapUsedBytes, long gcPauseMillis,
		long compileMillis, Map<String, Long> answers, Map<Cause, Long> backendFailures, long backendRetries,
		Guards.State guard, long backendConnectionsLeased) {

	public AppLedger {
		servedBy = Collections.unmodifiableMap(new EnumMap<>(servedBy));
		answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
		backendFailures = Collections.unmodifiableMap(new EnumMap<>(backendFailures));
	}

}
