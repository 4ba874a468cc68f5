package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import lab.harness.experiment.Fault;
import lab.harness.probe.Stress.Applied;
import lab.harness.probe.Stress.End;
import lab.harness.schedule.Run;
import lab.harness.target.Jvm;
import lab.harness.target.RunFailedException;
import lab.harness.target.Target;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a target while the load goes on: its faults, what is asked beside the
 * load, and the end of the app where it may end.
 */
final class Course implements AutoCloseable {

	/** As long as an app may take to answer what it has when it is told to end. */
	private static final Duration GRACE = Duration.ofSeconds(40);

	private final Run run;

	private final Target target;

	private final FaultTimeline faults;

	private final @Nullable Beside beside;

	/** Milliseconds since 1970. */
	private final CompletableFuture<Long> exitedAt;

	Course(Run run, Target target, Path folder) throws IOException {
		this.run = run;
		this.target = target;
		boolean asks = run.variant().faults().stream().anyMatch((fault) -> fault.kind() != Fault.Kind.SIGTERM);
		Beside beside = asks ? new Beside(target.app(), folder.resolve(Beside.FILE)) : null;
		this.beside = beside;
		this.faults = new FaultTimeline(target, run, (beside != null) ? beside::start : () -> {
		});
		this.exitedAt = target.app().jvm().exit().thenApply((code) -> System.currentTimeMillis());
	}

	/** To be called once the generator is started. */
	void start() {
		if (!this.run.variant().faults().isEmpty()) {
			this.faults.start(this.target.ledger().received());
		}
	}

	/**
	 * Passes on what went wrong unplanned.
	 * @throws RunFailedException when a fault could not be set
	 */
	void check() {
		this.faults.check();
	}

	/** Lifts what is on, and asks no more. */
	void end() {
		this.faults.close();
		if (this.beside != null) {
			this.beside.end();
		}
	}

	List<Applied> applied() {
		return this.faults.applied();
	}

	/**
	 * How the app ended, or null where it lives on and answers.
	 * @param whenAlive what needs a living app; where the app may exit its failure makes
	 * a zombie
	 * @throws RunFailedException when the app did what it may not
	 */
	@Nullable End appEnded(Questions whenAlive) throws InterruptedException {
		Jvm app = this.target.app().jvm();
		if (this.run.variant().terminated()) {
			if (!this.faults.terminated()) {
				throw app.isAlive() ? new RunFailedException("the load ended before " + app.name() + " was told to")
						: app.died();
			}
			awaitExit(app);
		}
		if (!app.isAlive()) {
			return new End(app.exit().join(), this.exitedAt.join());
		}
		int planned = this.run.variant().faults().size();
		if (applied().size() < planned) {
			throw new RunFailedException("only " + applied().size() + " of " + planned
					+ " faults began before the load ended; did " + app.name() + " receive any request?");
		}
		try {
			whenAlive.ask();
			return null;
		}
		catch (RunFailedException ex) {
			if (!app.isAlive()) {
				return new End(app.exit().join(), this.exitedAt.join());
			}
			if (this.run.variant().mayExit() || this.run.variant().terminated()) {
				return new End(null, System.currentTimeMillis());
			}
			throw ex;
		}
	}

	private static void awaitExit(Jvm app) throws InterruptedException {
		try {
			app.exit().get(GRACE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (TimeoutException ex) {
			// It lives on, which is what will be reported.
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		end();
		if (this.beside != null) {
			this.beside.close();
		}
	}

	/** What is asked of a living app after the load. */
	interface Questions {

		void ask() throws InterruptedException;

	}

}
