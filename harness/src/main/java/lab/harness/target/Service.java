package lab.harness.target;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A service under the harness's control: its JVM, its ports, and the time it took to
 * start.
 */
public final class Service {

	private static final int LOG_TAIL = 20;

	private final Jvm jvm;

	private final int port;

	private final Management management;

	private long startMillis;

	private Service(Jvm jvm, int port, int managementPort) {
		this.jvm = jvm;
		this.port = port;
		this.management = new Management(jvm.name(), managementPort);
	}

	/**
	 * Starts a service; its port and the management port 1000 above must be free.
	 * @param launcher what starts it
	 * @param program the service
	 * @param port the port that the arguments or its own configuration give it
	 * @param folder the folder of the run
	 * @param log name of the file for its output
	 * @return the service, started but perhaps not ready
	 */
	static Service start(Launcher launcher, Program program, int port, Path folder, String log)
			throws InterruptedException {
		return new Service(launcher.start(program, folder, folder.resolve(log)), port, port + 1000);
	}

	/**
	 * Whether the service is ready; to be asked until it is.
	 * @param limit the longest it may take from its start
	 * @return whether it said so
	 * @throws RunFailedException when it has ended, or taken longer
	 * @throws InterruptedException when interrupted while asking
	 */
	boolean isReady(Duration limit) throws InterruptedException {
		if (!this.jvm.isAlive()) {
			throw this.jvm.died();
		}
		long millis = Math.max(1, Duration.between(this.jvm.startedAt(), Instant.now()).toMillis());
		if (this.startMillis == 0 && this.management.isUp()) {
			this.startMillis = millis;
		}
		else if (this.startMillis == 0 && millis > limit.toMillis()) {
			throw new RunFailedException(
					this.jvm.name() + " was not ready on its management port after " + limit.toSeconds() + " s",
					this.jvm.lastLogLines(LOG_TAIL));
		}
		return this.startMillis > 0;
	}

	/**
	 * Its JVM.
	 */
	public Jvm jvm() {
		return this.jvm;
	}

	/**
	 * The port of its API.
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Its management port.
	 */
	public Management management() {
		return this.management;
	}

	/**
	 * Milliseconds from the start of its JVM until it was ready, to within some 50 ms; 0
	 * before.
	 */
	public long startMillis() {
		return this.startMillis;
	}

}
