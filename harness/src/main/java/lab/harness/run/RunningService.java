package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import lab.harness.model.RunFailedException;

/**
 * A service that the harness started: its JVM, its ports, and the time it took to start.
 */
final class RunningService {

	private static final Duration READY_LIMIT = Duration.ofSeconds(60);

	private static final Duration POLL = Duration.ofMillis(50);

	private final Jvm jvm;

	private final int port;

	private final Management management;

	private long startMillis;

	private RunningService(Jvm jvm, int port) {
		this.jvm = jvm;
		this.port = port;
		this.management = new Management(jvm.name(), port + 1000);
	}

	/**
	 * Starts a service and waits until it is ready; its port and the management port 1000
	 * above must be free.
	 * @param port the port that the arguments or its own configuration give it
	 * @param folder the folder of the run
	 * @param log name of the file for its output
	 * @throws RunFailedException if it ends, or is not ready within 60 s; it is stopped
	 * @throws InterruptedException if interrupted; it is stopped
	 */
	static RunningService start(Launcher launcher, JvmSpec spec, int port, Path folder, String log)
			throws InterruptedException {
		RunningService service = new RunningService(launcher.start(spec, folder, folder.resolve(log)), port);
		try {
			while (!service.isReady(READY_LIMIT)) {
				Thread.sleep(POLL);
			}
			return service;
		}
		catch (InterruptedException | RuntimeException ex) {
			service.jvm.stop();
			throw ex;
		}
	}

	private boolean isReady(Duration limit) throws InterruptedException {
		if (!this.jvm.isAlive()) {
			throw this.jvm.died();
		}
		long millis = Math.max(1, Duration.between(this.jvm.startedAt(), Instant.now()).toMillis());
		if (this.management.isUp()) {
			this.startMillis = millis;
			return true;
		}
		if (millis > limit.toMillis()) {
			throw new RunFailedException(
					this.jvm.name() + " was not ready on its management port after " + limit.toSeconds() + " s",
					this.jvm.lastLogLines(Jvm.LOG_TAIL));
		}
		return false;
	}

	Jvm jvm() {
		return this.jvm;
	}

	/** The port of its API. */
	int port() {
		return this.port;
	}

	Management management() {
		return this.management;
	}

	/**
	 * Milliseconds from the start of its JVM until it was ready, to within some 50 ms.
	 */
	long startMillis() {
		return this.startMillis;
	}

}
