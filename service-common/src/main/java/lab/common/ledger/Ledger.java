package lab.common.ledger;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import lab.common.api.ThreadKind;
import lab.common.client.Cause;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens to requests and to calls of the backend. Counting costs some
 * nanoseconds and never waits; reading sums up.
 */
public final class Ledger {

	private final LongAdder ok = new LongAdder();

	private final LongAdder clientErrors = new LongAdder();

	private final LongAdder otherErrors = new LongAdder();

	private final LongAdder abandoned = new LongAdder();

	private final LongAdder backendAttempts = new LongAdder();

	private final LongAdder backendRetries = new LongAdder();

	/** Answers, by the ordinal of their cause. */
	private final LongAdder[] problems = new LongAdder[Cause.values().length];

	/** Calls, by the ordinal of the cause of their failure. */
	private final LongAdder[] backendFailures = new LongAdder[Cause.values().length];

	/** By the ordinal of the kind of thread. */
	private final LongAdder[] received = new LongAdder[ThreadKind.values().length];

	public Ledger() {
		Arrays.setAll(this.problems, (cause) -> new LongAdder());
		Arrays.setAll(this.backendFailures, (cause) -> new LongAdder());
		Arrays.setAll(this.received, (kind) -> new LongAdder());
	}

	/**
	 * A request came in on the main port, and the calling thread begins to serve it.
	 */
	public void received() {
		this.received[ThreadKind.current().ordinal()].increment();
	}

	/**
	 * A request was answered.
	 * @param status the status of the answer
	 * @param cause what the app kept in the request's attribute {@link Cause#ATTRIBUTE},
	 * or null if nothing
	 */
	public void answered(int status, @Nullable Object cause) {
		if (status < 400) {
			this.ok.increment();
		}
		else if (cause instanceof Cause known) {
			this.problems[known.ordinal()].increment();
		}
		else {
			((status < 500) ? this.clientErrors : this.otherErrors).increment();
		}
	}

	/**
	 * The client of a request left before the answer.
	 */
	public void abandoned() {
		this.abandoned.increment();
	}

	/**
	 * A call to the backend is sent, or has failed to get a connection.
	 */
	public void backendAttempt() {
		this.backendAttempts.increment();
	}

	/**
	 * A call to the backend failed, with or without a connection.
	 * @param cause why
	 */
	public void backendFailure(Cause cause) {
		this.backendFailures[cause.ordinal()].increment();
	}

	/**
	 * A call to the backend is about to be repeated.
	 */
	public void backendRetry() {
		this.backendRetries.increment();
	}

	/**
	 * Requests received and neither answered nor abandoned.
	 */
	long inFlight() {
		long ended = answers().values().stream().mapToLong(Long::longValue).sum() + this.abandoned.sum();
		return Arrays.stream(this.received).mapToLong(LongAdder::sum).sum() - ended;
	}

	/**
	 * The counters now. Under load they are not of one instant: what ends is read before
	 * what begins, so requests in flight are never negative.
	 * @param guard how the guards stand now
	 * @param jvm how the JVM stands now
	 * @param backendConnectionsLeased connections to the backend that calls hold now
	 */
	public AppLedger read(AppLedger.Guard guard, AppLedger.JvmCounters jvm, long backendConnectionsLeased) {
		Map<String, Long> answers = answers();
		long completed = answers.values().stream().mapToLong(Long::longValue).sum();
		long abandoned = this.abandoned.sum();
		Map<String, Long> servedBy = new LinkedHashMap<>();
		for (ThreadKind kind : ThreadKind.values()) {
			servedBy.put(kind.toString(), this.received[kind.ordinal()].sum());
		}
		long received = servedBy.values().stream().mapToLong(Long::longValue).sum();
		Map<String, Long> failures = failures();
		long connectFailures = Arrays.stream(Cause.values())
			.filter(Cause::neverConnected)
			.mapToLong((cause) -> failures.getOrDefault(cause.toString(), 0L))
			.sum();
		return new AppLedger(
				new AppLedger.Requests(received, completed, abandoned, received - completed - abandoned, servedBy,
						answers),
				new AppLedger.Calls(this.backendAttempts.sum(), connectFailures, this.backendRetries.sum(), failures,
						backendConnectionsLeased),
				guard, jvm);
	}

	private Map<String, Long> answers() {
		Map<String, Long> answers = new LinkedHashMap<>();
		answers.put("ok", this.ok.sum());
		answers.put("client-error", this.clientErrors.sum());
		for (Cause cause : Cause.values()) {
			answers.put(cause.toString(), this.problems[cause.ordinal()].sum());
		}
		answers.put("other-error", this.otherErrors.sum());
		return answers;
	}

	private Map<String, Long> failures() {
		Map<String, Long> failures = new LinkedHashMap<>();
		for (Cause cause : Cause.values()) {
			if (!cause.refused()) {
				failures.put(cause.toString(), this.backendFailures[cause.ordinal()].sum());
			}
		}
		return failures;
	}

}
