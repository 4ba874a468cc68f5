package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import lab.harness.model.experiment.App;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.JvmSpec;
import org.jspecify.annotations.Nullable;

/**
 * A service that runs; the harness started it, unless it ran already.
 *
 * @param port the port of its API
 */
record RunningService(ChildProcess process, int port, Management management) implements AutoCloseable {

	private static final Duration READY_LIMIT = Duration.ofSeconds(60);

	/**
	 * Starts a service, and does not wait until it is ready; its port and the management
	 * port 1000 above must be free.
	 * @param port the port that the arguments or its own configuration give it
	 */
	static RunningService start(Launcher launcher, JvmSpec spec, int port, Path folder, String log) {
		ChildProcess process = launcher.start(spec, folder, folder.resolve(log));
		return new RunningService(process, port, new Management(process.name(), App.managementPort(port)));
	}

	/**
	 * Waits until its management port answers.
	 * @throws RunFailedException if it ends, or is not ready within 60 s; it is stopped
	 */
	void awaitReady() throws InterruptedException {
		String notReady = "on its management port after " + READY_LIMIT.toSeconds() + " s";
		awaitReady(this.process, READY_LIMIT, () -> this.management.isUp() ? null : notReady);
	}

	/**
	 * Waits until a service is ready, or else stops it.
	 * @throws RunFailedException if it ends, or is not ready in time
	 */
	static void awaitReady(ChildProcess process, Duration limit, Readiness readiness) throws InterruptedException {
		try {
			while (true) {
				if (!process.isAlive()) {
					throw process.unexpectedEnd();
				}
				String notReady = readiness.whyNotReady();
				if (notReady == null) {
					return;
				}
				if (Duration.between(process.startedAt(), Instant.now()).compareTo(limit) > 0) {
					throw new RunFailedException(process.name() + " was not ready " + notReady,
							process.lastLogLines(ChildProcess.LOG_TAIL));
				}
				Thread.sleep(Duration.ofMillis(50));
			}
		}
		catch (InterruptedException | RuntimeException ex) {
			process.close();
			throw ex;
		}
	}

	/** Asks a service whether it is ready. */
	interface Readiness {

		/** The end of "was not ready ...", or null if it is. */
		@Nullable String whyNotReady() throws InterruptedException;

	}

	/** Stops the process, unless it ran already. */
	@Override
	public void close() {
		this.process.close();
	}

}
