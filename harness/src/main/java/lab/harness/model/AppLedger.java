package lab.harness.model;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import org.jspecify.annotations.Nullable;

/**
 * The counters of an app since its start, {@code /actuator/ledger}.
 *
 * @param servedBy requests by kind of thread: platform, virtual, event-loop
 * @param answers answered requests by outcome: {@code ok}, {@code client-error}, or the
 * cause of a problem such as {@code read-timeout}
 * @param backendFailures calls to the backend that failed, by cause
 * @param guard what guards {@code /guarded}, or null for an app without it
 * @param counters every other counter by its name
 */
public record AppLedger(Map<String, Long> servedBy, Map<String, Long> answers, Map<String, Long> backendFailures,
		@Nullable Guard guard, @JsonAnySetter @JsonAnyGetter Map<String, Long> counters) {

	/** The counters of a run without a service. */
	public static final AppLedger NONE = new AppLedger(Map.of(), Map.of(), Map.of(), null, Map.of());

	public AppLedger {
		servedBy = copy(servedBy);
		answers = copy(answers);
		backendFailures = copy(backendFailures);
		counters = copy(counters);
	}

	/** Requests received. */
	public long received() {
		return counter("received");
	}

	/** Requests answered. */
	public long completed() {
		return counter("completed");
	}

	/** Requests whose client left before the answer. */
	public long abandoned() {
		return counter("abandoned");
	}

	/** Requests being served now. */
	public long inFlight() {
		return counter("inFlight");
	}

	/** Calls to the backend begun. */
	public long backendAttempts() {
		return counter("backendAttempts");
	}

	/** Calls to the backend that never got a connection. */
	public long connectFailures() {
		return counter("connectFailures");
	}

	/** Calls to the backend that repeat one that failed. */
	public long backendRetries() {
		return counter("backendRetries");
	}

	/** Connections to the backend that a call holds now. */
	public long backendConnectionsLeased() {
		return counter("backendConnectionsLeased");
	}

	/** Heap in use now, in bytes. */
	public long heapUsedBytes() {
		return counter("heapUsedBytes");
	}

	/** Time in garbage collection pauses, in milliseconds. */
	public long gcPauseMillis() {
		return counter("gcPauseMillis");
	}

	/** Pauses in which the collector collected the whole heap. */
	public long fullCollections() {
		return counter("fullCollections");
	}

	/** Time that the compilers have worked, all of their threads, in milliseconds. */
	public long compileMillis() {
		return counter("compileMillis");
	}

	private long counter(String name) {
		return this.counters.getOrDefault(name, 0L);
	}

	private static Map<String, Long> copy(@Nullable Map<String, Long> counts) {
		return (counts != null) ? Map.copyOf(new LinkedHashMap<>(counts)) : Map.of();
	}

	/**
	 * The guards of {@code /guarded} now.
	 *
	 * @param breaker {@code closed}, {@code open} or {@code half-open}
	 * @param bulkheadMax permits of the bulkhead
	 * @param bulkheadFree those that are free
	 */
	public record Guard(String breaker, int bulkheadMax, int bulkheadFree) {
	}

}
