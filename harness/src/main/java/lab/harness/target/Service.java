package lab.harness.target;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import lab.harness.experiment.InvalidInputException;

/**
 * A service under the harness's control: its process, its ports, and the time it took to
 * start.
 */
public final class Service {

	/** The same for every service, so that memory and its failure are equal terms. */
	static final List<String> JVM_FLAGS = List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

	private static final int LOG_TAIL = 20;

	private final JavaProcess process;

	private final int port;

	private final Management management;

	private final long startedNanos;

	private long startMillis;

	private Service(JavaProcess process, int port, int managementPort) {
		this.process = process;
		this.port = port;
		this.management = new Management(process.name(), managementPort);
		this.startedNanos = System.nanoTime();
	}

	/**
	 * Finds the built jar of a module.
	 * @param root the project's folder
	 * @param module the module's name
	 * @return the jar
	 * @throws InvalidInputException when it is not built
	 */
	public static Path jar(Path root, String module) {
		Path jar = root.resolve(module).resolve("target").resolve(module + ".jar");
		if (!Files.isRegularFile(jar)) {
			throw new InvalidInputException(jar + " is missing: build it first (mvn package)");
		}
		return jar;
	}

	/**
	 * Starts a service; its port and the management port 1000 above must be free.
	 * @param name the module's name
	 * @param jdk what to run it on
	 * @param jar its jar
	 * @param jvm flags after the shipped ones, so that they win
	 * @param arguments arguments of the program
	 * @param processors the processors it may use, empty for all
	 * @param port the port that the arguments or its own configuration give it
	 * @param log file for its output
	 * @return the service, started but perhaps not ready
	 */
	public static Service start(String name, Jdk jdk, Path jar, List<String> jvm, List<String> arguments,
			List<Integer> processors, int port, Path log) {
		List<String> flags = new ArrayList<>(JVM_FLAGS);
		flags.addAll(jvm);
		List<String> command = Placement.on(processors, jdk.command(flags, jar, arguments));
		return new Service(JavaProcess.start(name, command, log), port, port + 1000);
	}

	/**
	 * Whether the service is ready; to be asked until it is.
	 * @param limit the longest it may take from its start
	 * @return whether it said so
	 * @throws RunFailedException when it has ended, or taken longer
	 * @throws InterruptedException when interrupted while asking
	 */
	boolean isReady(Duration limit) throws InterruptedException {
		if (!this.process.isAlive()) {
			throw this.process.died();
		}
		long nanos = System.nanoTime() - this.startedNanos;
		if (this.startMillis == 0 && this.management.isUp()) {
			this.startMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.startedNanos);
		}
		else if (this.startMillis == 0 && nanos > limit.toNanos()) {
			throw new RunFailedException(
					this.process.name() + " was not ready on its management port after " + limit.toSeconds() + " s",
					this.process.lastLogLines(LOG_TAIL));
		}
		return this.startMillis > 0;
	}

	/**
	 * The process.
	 */
	public JavaProcess process() {
		return this.process;
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
	 * Milliseconds from the start of the process until it was ready, to within some 50
	 * ms; 0 before.
	 */
	public long startMillis() {
		return this.startMillis;
	}

}
