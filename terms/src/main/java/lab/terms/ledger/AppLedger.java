package lab.terms.ledger;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

import lab.terms.ThreadKind;

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
 */
public record AppLedger(long received, long completed, long abandoned, long inFlight, long backendAttempts,
		long connectFailures, Map<ThreadKind, Long> servedBy, long heapUsedBytes, long gcPauseMillis) {

	public AppLedger {
		servedBy = Collections.unmodifiableMap(new EnumMap<>(servedBy));
	}

}
