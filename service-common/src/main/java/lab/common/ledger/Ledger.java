package lab.common.ledger;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

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

	/** One request in {@link #open}. */
	private static final long ONE = 1L << 48;

	private final LongSupplier nanoTime;

	private final long startedNanos;

	/**
	 * The requests in flight, above 48 bits with the ends of all requests less their
	 * beginnings, in microseconds since the start. What is counted while a reading is
	 * made is in both or in neither, so that the integral is exact. 500 in flight
	 * overflow it after three days.
	 */
	private final LongAdder open = new LongAdder();

	private final Map<ThreadKind, LongAdder> received = new EnumMap<>(ThreadKind.class);

	/** Answered requests, in the order of the JSON. */
	private final Map<String, LongAdder> answers = new LinkedHashMap<>();

	private final LongAdder abandoned = new LongAdder();

	private final LongAdder events = new LongAdder();

	private final LongAdder backendAttempts = new LongAdder();

	private final LongAdder backendRetries = new LongAdder();

	private final Map<Cause, LongAdder> backendFailures = new EnumMap<>(Cause.class);

	public Ledger() {
		this(System::nanoTime);
	}

	/**
	 * Creates a ledger.
	 * @param nanoTime a clock as {@link System#nanoTime()}
	 */
	Ledger(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.startedNanos = nanoTime.getAsLong();
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
		this.open.add(ONE - micros());
	}

	/**
	 * Counts an answer.
	 * @param status its status
	 * @param cause the request's attribute {@link Cause#ATTRIBUTE}, or null if it has
	 * none
	 */
	public void answered(int status, @Nullable Object cause) {
		this.open.add(micros() - ONE);
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
		this.open.add(micros() - ONE);
	}

	/** Counts an event of a stream that was handed to the server. */
	public void eventSent() {
		this.events.increment();
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
		return new AppLedger.Requests(received, completed, abandoned, received - completed - abandoned,
				inFlightSeconds(), this.events.sum(), servedBy, answers);
	}

	private long micros() {
		return (this.nanoTime.getAsLong() - this.startedNanos) / 1000;
	}

	private double inFlightSeconds() {
		long sum = this.open.sum();
		long inFlight = (sum + ONE / 2) >> 48;
		return (sum - inFlight * ONE + inFlight * micros()) / 1e6;
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
