package lab.harness.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import lab.harness.model.result.Gauge;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import org.jspecify.annotations.Nullable;

/**
 * One app and the slow backend behind it, ready for requests. The harness started them
 * for this run, unless the app ran already.
 *
 * @param backend the backend, or null if there is none
 * @param fewUsers users who load it gently: with many busy threads the compilers get too
 * little of the processors
 */
record RunningSystem(RunningService app, @Nullable RunningService backend, Counters counters, Knowledge knowledge,
		int fewUsers) implements AutoCloseable {

	/**
	 * Few users where the backend soon answers. With 16 busy threads the optimising
	 * compiler of two cores no longer keeps up.
	 */
	static final int FEW_USERS = 8;

	private static final Duration POLL = Duration.ofMillis(50);

	/** The counters of the app, as far as it has some. */
	interface Counters {

		CompletableFuture<AppLedger> ledger();

		/** The gauges that the app shows, empty for none. */
		default Map<Gauge, Double> gauges() {
			return Map.of();
		}

		default void close() {
		}

	}

	/**
	 * Sets the distribution of the backend's delays, and begins again with the first one.
	 */
	void seed(String latency, long seed) {
		knownBackend().management().write("backend", Map.of("latency", latency, "seed", seed));
	}

	/**
	 * Begins a fault of the backend in place of the one that is on; {@code none} ends it.
	 */
	void fault(Map<String, Object> fault) {
		knownBackend().management().write("backend", fault);
	}

	/** The backend, where one must be. */
	RunningService knownBackend() {
		return Objects.requireNonNull(this.backend, "no backend");
	}

	/**
	 * The processes that must live during a load; only the backend if the app may end.
	 */
	List<ChildProcess> processes(boolean appMayEnd) {
		return Stream.concat(appMayEnd ? Stream.of() : Stream.of(this.app), Stream.ofNullable(this.backend))
			.map(RunningService::process)
			.toList();
	}

	AppLedger ledger() {
		return Management.ask(this.counters::ledger);
	}

	CompletableFuture<BackendCounters> readBackend() {
		return (this.backend != null) ? this.backend.management().read("counters", BackendCounters.class)
				: CompletableFuture.completedFuture(BackendCounters.NONE);
	}

	/**
	 * Lets a task wait until the app has received more requests than before; returns
	 * false if the task should end.
	 */
	boolean awaitFirstRequest(BackgroundTask task, long receivedBefore) {
		while (!hasReceivedMoreThan(receivedBefore)) {
			if (task.endsWithin(POLL.toNanos())) {
				return false;
			}
		}
		return true;
	}

	private boolean hasReceivedMoreThan(long before) {
		try {
			return ledger().requests().received() > before;
		}
		catch (RunFailedException ex) {
			// A slow management port is the probe's concern.
			return false;
		}
	}

	/**
	 * Waits until no request is in flight in app and backend; returns whether none is.
	 */
	boolean awaitDrained(Duration limit) throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		while (ledger().requests().inFlight() > 0 || Management.ask(this::readBackend).requests().inFlight() > 0) {
			if (System.nanoTime() > end) {
				return false;
			}
			Thread.sleep(POLL);
		}
		return true;
	}

	@Override
	public void close() {
		// Both end at the same time. The app must be alive when it is closed, because a
		// script that has ended no longer leads to the processes that it started.
		if (this.backend != null) {
			this.backend.process().terminate();
		}
		this.counters.close();
		this.app.close();
		if (this.backend != null) {
			this.backend.close();
		}
	}

}
