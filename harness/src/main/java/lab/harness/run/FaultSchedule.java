package lab.harness.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import lab.harness.model.Evidence;
import lab.harness.model.PlannedFault;
import lab.harness.model.PlannedFault.Kind;
import lab.harness.model.RunFailedException;
import lab.harness.model.RunRecord.AppliedFault;
import lab.harness.model.RunRecord.Exit;
import lab.harness.model.Service;
import org.jspecify.annotations.Nullable;

/**
 * Begins and lifts the faults of a run at their times, counted from the first request
 * that the app receives, and sends side requests until the end. Also finds out how the
 * app ended, if a fault or the load ended it. However the run ends, no fault stays on.
 */
final class FaultSchedule implements AutoCloseable {

	private static final Map<String, Object> NONE = Map.of("fault", "none");

	private static final long POLL_MILLIS = 50;

	/** The longest that an app may take to end after SIGTERM. */
	private static final Duration EXIT_LIMIT = Duration.ofSeconds(40);

	private final SystemUnderTest system;

	private final Service service;

	private final List<PlannedFault> faults;

	private final @Nullable SideRequests sideRequests;

	private final List<AppliedFault> applied = new CopyOnWriteArrayList<>();

	private final CountDownLatch over = new CountDownLatch(1);

	/** Milliseconds since 1970. */
	private final CompletableFuture<Long> exitedAt;

	private volatile @Nullable RunFailedException failure;

	private @Nullable Thread thread;

	FaultSchedule(Evidence evidence, SystemUnderTest system) throws IOException {
		this(evidence, system, evidence.run().variant().service().faults());
	}

	/** Takes faults that may begin sooner than those of an experiment. */
	FaultSchedule(Evidence evidence, SystemUnderTest system, List<PlannedFault> faults) throws IOException {
		this.system = system;
		this.service = evidence.run().variant().service();
		this.faults = faults;
		this.sideRequests = faults.stream().anyMatch((fault) -> fault.kind() != Kind.SIGTERM)
				? new SideRequests(system.app().port(), evidence.sideRequests()) : null;
		this.exitedAt = system.app().process().exit().thenApply((code) -> System.currentTimeMillis());
	}

	/** Begins with the next request that the app receives. */
	void start() {
		if (!this.faults.isEmpty()) {
			long receivedBefore = this.system.ledger().requests().received();
			this.thread = Thread.ofPlatform().daemon().name("faults").start(() -> run(receivedBefore));
		}
	}

	List<AppliedFault> applied() {
		return List.copyOf(this.applied);
	}

	/**
	 * Checks that the schedule is kept.
	 * @throws RunFailedException if a fault could not be begun or lifted
	 */
	void check() {
		RunFailedException failed = this.failure;
		if (failed != null) {
			throw failed;
		}
	}

	/**
	 * Lifts the fault that is on, and begins no more; keeps an interrupt for the caller.
	 */
	void end() {
		this.over.countDown();
		Thread running = this.thread;
		if (running != null) {
			Uninterrupted.join(running);
		}
		if (this.sideRequests != null) {
			this.sideRequests.end();
		}
	}

	@Override
	public void close() throws IOException {
		end();
		if (this.sideRequests != null) {
			this.sideRequests.close();
		}
	}

	private void run(long receivedBefore) {
		try {
			while (!hasReceivedMoreThan(receivedBefore)) {
				if (this.over.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
					return;
				}
			}
			long start = System.nanoTime();
			if (this.sideRequests != null) {
				this.sideRequests.start();
			}
			for (PlannedFault fault : this.faults) {
				if (isOverBy(start + fault.at().toNanos())) {
					return;
				}
				apply(fault, start + fault.end().toNanos());
			}
		}
		catch (RunFailedException ex) {
			this.failure = ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean hasReceivedMoreThan(long before) {
		try {
			return this.system.ledger().requests().received() > before;
		}
		catch (RunFailedException ex) {
			// A slow management port is the probe's concern.
			return false;
		}
	}

	private void apply(PlannedFault fault, long endNanos) throws InterruptedException {
		long began = System.currentTimeMillis();
		switch (fault.kind()) {
			case SIGTERM -> {
				this.applied.add(new AppliedFault(fault, began, null, null));
				this.system.app().process().requestStop();
			}
			case SLOW_CLIENTS -> {
				SlowClients clients = new SlowClients(this.system.app().port(), this.service.load().path(),
						(fault.clients() != null) ? fault.clients() : 0);
				try (clients) {
					isOverBy(endNanos);
				}
				this.applied.add(new AppliedFault(fault, began, System.currentTimeMillis(), clients.counts()));
			}
			default -> applyToBackend(fault, endNanos);
		}
	}

	private void applyToBackend(PlannedFault fault, long endNanos) throws InterruptedException {
		this.system.fault(fault.request());
		int index = this.applied.size();
		long began = System.currentTimeMillis();
		this.applied.add(new AppliedFault(fault, began, null, null));
		try {
			isOverBy(endNanos);
		}
		finally {
			// Ctrl-C also ends the backend, and its fault with it.
			if (this.system.backend().process().isAlive()) {
				this.system.fault(NONE);
			}
			this.applied.set(index, new AppliedFault(fault, began, System.currentTimeMillis(), null));
		}
	}

	/** Waits until a moment, or until the run is over; returns whether it is over. */
	private boolean isOverBy(long nanos) throws InterruptedException {
		return this.over.await(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Finds out how the app ended during the load.
	 * @param whenAlive called if the app is alive; if it fails and the app may exit, the
	 * app is a zombie
	 * @return null if the app is alive and answers
	 * @throws RunFailedException if the app ended or hangs and may not, or a fault never
	 * began
	 */
	@Nullable Exit exit(AfterLoad whenAlive) throws InterruptedException {
		ChildProcess app = this.system.app().process();
		if (terminated()) {
			if (this.applied.stream().noneMatch((fault) -> fault.fault().kind() == Kind.SIGTERM)) {
				throw app.isAlive()
						? new RunFailedException("the load ended before " + app.name() + " received SIGTERM")
						: app.unexpectedEnd();
			}
			app.endsWithin(EXIT_LIMIT);
		}
		if (!app.isAlive()) {
			return ended(app);
		}
		int planned = this.faults.size();
		if (this.applied.size() < planned) {
			throw new RunFailedException("only " + this.applied.size() + " of " + planned
					+ " faults began before the load ended; did " + app.name() + " receive any request?");
		}
		try {
			whenAlive.run();
			return null;
		}
		catch (RunFailedException ex) {
			if (!app.isAlive()) {
				return ended(app);
			}
			if (this.service.mayExit() || terminated()) {
				return new Exit(null, System.currentTimeMillis());
			}
			throw ex;
		}
	}

	private Exit ended(ChildProcess app) {
		return new Exit(app.exit().join(), this.exitedAt.join());
	}

	private boolean terminated() {
		return this.faults.stream().anyMatch((fault) -> fault.kind() == Kind.SIGTERM);
	}

	/** Waits for an app after the load; fails if it does not answer. */
	interface AfterLoad {

		void run() throws InterruptedException;

	}

}
