package lab.terms.ledger;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import lab.terms.ThreadKind;

/**
 * Counts what happens to requests and to calls of the backend. Counting costs some
 * nanoseconds and never waits; reading sums up.
 */
public final class Ledger {

	private final LongAdder completed = new LongAdder();

	private final LongAdder abandoned = new LongAdder();

	private final LongAdder backendRequests = new LongAdder();

	private final LongAdder connectFailures = new LongAdder();

	/** By the ordinal of the kind of thread. */
	private final LongAdder[] received = new LongAdder[ThreadKind.values().length];

	public Ledger() {
		Arrays.setAll(this.received, (kind) -> new LongAdder());
	}

	/**
	 * A request came in on the main port, and the calling thread begins to serve it.
	 */
	public void received() {
		this.received[ThreadKind.current().ordinal()].increment();
	}

	/**
	 * A request was answered, with whatever status.
	 */
	public void completed() {
		this.completed.increment();
	}

	/**
	 * The client of a request left before the answer.
	 */
	public void abandoned() {
		this.abandoned.increment();
	}

	/**
	 * A call to the backend has a connection and is sent.
	 */
	public void backendRequest() {
		this.backendRequests.increment();
	}

	/**
	 * A call to the backend never got a connection.
	 */
	public void connectFailure() {
		this.connectFailures.increment();
	}

	/**
	 * The counters now. Under load they are not of one instant: what ends is read before
	 * what begins, so requests in flight are never negative.
	 */
	public AppLedger read() {
		long completed = this.completed.sum();
		long abandoned = this.abandoned.sum();
		Map<ThreadKind, Long> servedBy = new EnumMap<>(ThreadKind.class);
		for (ThreadKind kind : ThreadKind.values()) {
			servedBy.put(kind, this.received[kind.ordinal()].sum());
		}
		long received = servedBy.values().stream().mapToLong(Long::longValue).sum();
		long connectFailures = this.connectFailures.sum();
		return new AppLedger(received, completed, abandoned, received - completed - abandoned,
				this.backendRequests.sum() + connectFailures, connectFailures, servedBy, Jvm.heapUsedBytes(),
				Jvm.gcPauseMillis());
	}

}
