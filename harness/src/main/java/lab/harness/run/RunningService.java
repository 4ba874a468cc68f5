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
 * A service that is ready; the harness started it, unless it ran already.
 *
 * @param port the port of its API
 * @param startMillis milliseconds from the start of its JVM until it was ready, to within
 * some 50 ms
 */
record RunningService(ChildProcess process, int port, Management management,
		long startMillis) implements AutoCloseable {

	private static final Duration READY_LIMIT = Duration.ofSeconds(60);

	/**
	 * Starts a service and waits until it is ready; its port and the management port 1000
	 * above must be free.
	 * @param port the port that the arguments or its own configuration give it
	 * @throws RunFailedException if it ends, or is not ready within 60 s; it is stopped
	 */
	static RunningService start(Launcher launcher, JvmSpec spec, int port, Path folder, String log)
			throws InterruptedException {
		ChildProcess process = launcher.start(spec, folder, folder.resolve(log));
		Management management = new Management(process.name(), App.managementPort(port));
		String notReady = "on its management port after " + READY_LIMIT.toSeconds() + " s";
		return new RunningService(process, port, management,
				awaitReady(process, READY_LIMIT, () -> management.isUp() ? null : notReady));
	}

	/**
	 * Waits until a service is ready, or else stops it.
	 * @return milliseconds since the start of its process
	 * @throws RunFailedException if it ends, or is not ready in time
	 */
	static long awaitReady(ChildProcess process, Duration limit, Readiness readiness) throws InterruptedException {
		try {
			while (true) {
				if (!process.isAlive()) {
					throw process.unexpectedEnd();
				}
				String notReady = readiness.whyNotReady();
				long millis = Math.max(1, Duration.between(process.startedAt(), Instant.now()).toMillis());
				if (notReady == null) {
					return millis;
				}
				if (millis > limit.toMillis()) {
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
