package lab.harness.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.PlannedFault.Kind;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.RunRecord.AppliedFault;
import lab.harness.model.result.RunRecord.Exit;
import lab.harness.run.process.ChildProcess;
import org.jspecify.annotations.Nullable;

/**
 * Begins and lifts the faults of a run at their times, counted from the first request
 * that the app receives, and sends side requests until the end. Also finds out how the
 * app ended, if a fault or the load ended it. However the run ends, no fault stays on.
 */
final class FaultSchedule implements AutoCloseable {

	/** The longest that an app may take to end after SIGTERM. */
	private static final Duration EXIT_LIMIT = Duration.ofSeconds(40);

	private final RunningSystem system;

	private final Service service;

	private final List<PlannedFault> faults;

	private final @Nullable SideRequests sideRequests;

	private final List<AppliedFault> applied = new CopyOnWriteArrayList<>();

	/** Milliseconds since 1970. */
	private final CompletableFuture<Long> exitedAt;

	private BackgroundTask task = BackgroundTask.NONE;

	FaultSchedule(Evidence evidence, RunningSystem system, List<PlannedFault> faults) throws IOException {
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
			this.task = BackgroundTask.start("faults", (running) -> run(running, receivedBefore));
		}
	}

	List<AppliedFault> applied() {
		return List.copyOf(this.applied);
	}

	/** Throws the exception that ended the schedule, if there is one. */
	void check() {
		this.task.check();
	}

	/**
	 * Lifts the fault that is on, and begins no more; keeps an interrupt for the caller.
	 */
	void end() {
		this.task.end();
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

	private void run(BackgroundTask running, long receivedBefore) {
		if (!this.system.awaitFirstRequest(running, receivedBefore)) {
			return;
		}
		long start = System.nanoTime();
		if (this.sideRequests != null) {
			this.sideRequests.start();
		}
		for (PlannedFault fault : this.faults) {
			if (running.endsWithin(start + fault.at().toNanos() - System.nanoTime())) {
				return;
			}
			apply(fault, () -> running.endsWithin(start + fault.end().toNanos() - System.nanoTime()));
		}
	}

	private void apply(PlannedFault fault, Runnable awaitEnd) {
		if (fault.kind().ofBackend()) {
			this.system.fault(fault.request());
		}
		long began = System.currentTimeMillis();
		int index = this.applied.size();
		this.applied.add(new AppliedFault(fault, began, null, null));
		RunRecord.SlowClients counts = null;
		switch (fault.kind()) {
			case SIGTERM -> {
				this.system.app().process().terminate();
				return;
			}
			case SLOW_CLIENTS -> {
				SlowClients clients = new SlowClients(this.system.app().port(),
						this.service.load().request().path().first(), Objects.requireNonNullElse(fault.clients(), 0));
				try (clients) {
					awaitEnd.run();
				}
				counts = clients.counts();
			}
			default -> {
				awaitEnd.run();
				// Ctrl-C also ends the backend, and its fault with it.
				if (this.system.knownBackend().process().isAlive()) {
					this.system.fault(Map.of("fault", "none"));
				}
			}
		}
		this.applied.set(index, new AppliedFault(fault, began, System.currentTimeMillis(), counts));
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
		if (isTerminated()) {
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
			if (this.service.mayExit() || isTerminated()) {
				return new Exit(null, System.currentTimeMillis());
			}
			throw ex;
		}
	}

	private Exit ended(ChildProcess app) {
		return new Exit(app.exit().join(), this.exitedAt.join());
	}

	private boolean isTerminated() {
		return this.faults.stream().anyMatch((fault) -> fault.kind() == Kind.SIGTERM);
	}

	/** Waits for an app after the load; fails if it does not answer. */
	interface AfterLoad {

		void run() throws InterruptedException;

	}

}
