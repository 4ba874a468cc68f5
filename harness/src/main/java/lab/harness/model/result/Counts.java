package lab.harness.model.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counters of the whole run by cause, ramp and drain included.
 *
 * @param errorKinds failed requests at the client
 * @param ledger every request at each station: {@code sent}, {@code refused},
 * {@code appReceived}, {@code appCompleted}, {@code appAbandoned},
 * {@code backendAttempts}, {@code connectFailures}, {@code backendReceived}; empty if the
 * run has no service
 * @param answers answers of the app
 * @param backendFailures failed calls to the backend, counted by the app
 * @param backendHits requests that a fault hit at the backend
 */
public record Counts(Map<ErrorKind, Long> errorKinds, Map<String, Long> ledger, Map<String, Long> answers,
		Map<String, Long> backendFailures, Map<String, Long> backendHits) {

	public static final Counts NONE = new Counts(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

	public Counts {
		errorKinds = sorted(errorKinds);
		ledger = sorted(ledger);
		answers = sorted(answers);
		backendFailures = sorted(backendFailures);
		backendHits = sorted(backendHits);
	}

	/** Whether clients counted the requests and the app did not. */
	public boolean areOfClientsAlone() {
		return this.ledger.containsKey("sent") && !this.ledger.containsKey("appReceived");
	}

	private static <K extends Comparable<K>> Map<K, Long> sorted(Map<K, Long> counts) {
		return Collections.unmodifiableMap(new TreeMap<>(counts));
	}

}
