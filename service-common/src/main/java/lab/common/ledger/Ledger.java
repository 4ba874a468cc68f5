package lab.common.ledger;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

import lab.common.api.ThreadKind;
import lab.common.client.Cause;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests on the main port and calls to the backend. Counting takes some
 * nanoseconds and never waits. Under load a reading is not of one instant: it sums up
 * what ends before what begins, so requests in flight are never negative.
 */
public final class Ledger {

	private static final String OK = "ok";

	private static final String CLIENT_ERROR = "client-error";

	private static final String OTHER_ERROR = "other-error";

	private final Map<ThreadKind, LongAdder> received = new EnumMap<>(ThreadKind.class);

	/** Answered requests, in the order of the JSON. */
	private final Map<String, LongAdder> answers = new LinkedHashMap<>();

	private final LongAdder abandoned = new LongAdder();

	private final LongAdder backendAttempts = new LongAdder();

	private final LongAdder backendRetries = new LongAdder();

	private final Map<Cause, LongAdder> backendFailures = new EnumMap<>(Cause.class);

	public Ledger() {
		for (ThreadKind kind : ThreadKind.values()) {
			this.received.put(kind, new LongAdder());
		}
		this.answers.put(OK, new LongAdder());
		this.answers.put(CLIENT_ERROR, new LongAdder());
		for (Cause cause : Cause.values()) {
			this.answers.put(cause.toString(), new LongAdder());
			if (!cause.refused()) {
				this.backendFailures.put(cause, new LongAdder());
			}
		}
		this.answers.put(OTHER_ERROR, new LongAdder());
	}

	/** Counts a request that the calling thread begins to serve. */
	public void received() {
		increment(this.received, ThreadKind.current());
	}

	/**
	 * Counts an answer.
	 * @param status its status
	 * @param cause the request's attribute {@link Cause#ATTRIBUTE}, or null if it has
	 * none
	 */
	public void answered(int status, @Nullable Object cause) {
		if (status < 400) {
			increment(this.answers, OK);
		}
		else if (cause instanceof Cause known) {
			increment(this.answers, known.toString());
		}
		else {
			increment(this.answers, (status < 500) ? CLIENT_ERROR : OTHER_ERROR);
		}
	}

	/** Counts a request whose client left before the answer. */
	public void abandoned() {
		this.abandoned.increment();
	}

	/** Counts a call that is sent, or that has failed to get a connection. */
	public void backendAttempt() {
		this.backendAttempts.increment();
	}

	public void backendFailure(Cause cause) {
		increment(this.backendFailures, cause);
	}

	/** Counts a call that is about to be repeated. */
	public void backendRetry() {
		this.backendRetries.increment();
	}

	public AppLedger.Requests requests() {
		Map<String, Long> answers = sums(this.answers);
		long completed = total(answers);
		long abandoned = this.abandoned.sum();
		Map<String, Long> servedBy = sums(this.received);
		long received = total(servedBy);
		return new AppLedger.Requests(received, completed, abandoned, received - completed - abandoned, servedBy,
				answers);
	}

	/**
	 * The counters of calls to the backend.
	 * @param connectionsLeased connections that calls hold now
	 */
	public AppLedger.Calls calls(long connectionsLeased) {
		Map<String, Long> failures = sums(this.backendFailures);
		long connectFailures = Arrays.stream(Cause.values())
			.filter(Cause::neverConnected)
			.mapToLong((cause) -> failures.getOrDefault(cause.toString(), 0L))
			.sum();
		return new AppLedger.Calls(this.backendAttempts.sum(), connectFailures, this.backendRetries.sum(), failures,
				connectionsLeased);
	}

	private static <K> void increment(Map<K, LongAdder> counters, K key) {
		Objects.requireNonNull(counters.get(key)).increment();
	}

	private static Map<String, Long> sums(Map<?, LongAdder> counters) {
		Map<String, Long> sums = new LinkedHashMap<>();
		counters.forEach((key, counter) -> sums.put(key.toString(), counter.sum()));
		return sums;
	}

	private static long total(Map<String, Long> sums) {
		return sums.values().stream().mapToLong(Long::longValue).sum();
	}

}
