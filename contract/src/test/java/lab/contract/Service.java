package lab.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;

/**
 * A running service, as a process of a built jar or as a container of its image, on ports
 * that the system chose.
 */
final class Service {

	/**
	 * The beginning of the services' Java version: that of the tests, or of the images.
	 */
	static final String JAVA = (Image.JAVA != null) ? Image.JAVA : System.getProperty("java.version");

	static {
		// Most conditions that tests wait for are met within milliseconds.
		Awaitility.setDefaultPollDelay(Duration.ZERO);
		Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
	}

	private static final Pattern PORTS = Pattern.compile(": port (\\d+), management (\\d+)");

	private static final List<Service> STARTED = new CopyOnWriteArrayList<>();

	private final Program program;

	private final Output output;

	private Service(Program program, Output output) {
		this.program = program;
		this.output = output;
		STARTED.add(this);
	}

	/** Waits until each service started so far is ready or has ended. */
	static void awaitStarted() {
		STARTED.forEach((service) -> service.output.ports.handle((ports, failure) -> ports).join());
	}

	/**
	 * Starts a service without waiting for it.
	 * @param module the module of the jar or image
	 * @param properties Spring properties such as {@code --backend.seed=1}
	 */
	static Service start(String module, String... properties) {
		return start((Image.JAVA != null) ? Image::start : Jar::start, module, properties);
	}

	/**
	 * Starts the jar of a service that has no image, without waiting for it.
	 */
	static Service startJar(String module, String... properties) {
		return start(Jar::start, module, properties);
	}

	/**
	 * Starts a service with a limit of open files, without waiting for it.
	 * @param files the limit, sockets included
	 */
	static Service startWithFiles(int files, String module, String... properties) {
		return start(
				(name, arguments, output) -> (Image.JAVA != null) ? Image.startWithFiles(files, name, arguments, output)
						: Jar.startWithFiles(files, name, arguments, output),
				module, properties);
	}

	private static Service start(Starter starter, String module, String... properties) {
		List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--management.server.port=0"));
		arguments.addAll(List.of(properties));
		Output output = new Output(module);
		return new Service(starter.start(module, arguments, output), output);
	}

	/** Sends SIGTERM, and returns at once. */
	void terminate() {
		this.program.terminate();
	}

	/**
	 * Whether the service has ended.
	 */
	boolean ended() {
		return this.output.ended;
	}

	/** Stops a service that later tests do not use. */
	void stop() {
		this.program.stop();
	}

	/** Returns the port of the API; waits for the start. */
	int port() {
		return ports().getFirst();
	}

	/** Returns the port of management; waits for the start. */
	int managementPort() {
		return ports().get(1);
	}

	private List<Integer> ports() {
		return this.output.ports.orTimeout(4, TimeUnit.MINUTES).join();
	}

	/** Returns the lines printed so far. */
	List<String> log() {
		return List.copyOf(this.output.log);
	}

	Reply get(String path) {
		return Reply.get(port(), path);
	}

	CompletableFuture<Reply> getAsync(String path) {
		return Reply.getAsync(port(), path);
	}

	/**
	 * Sends requests at once.
	 */
	List<CompletableFuture<Reply>> getAsync(String path, int count) {
		return IntStream.range(0, count).mapToObj((request) -> getAsync(path)).toList();
	}

	Reply management(String path) {
		return Reply.get(managementPort(), path);
	}

	/**
	 * Returns a counter of an app's ledger.
	 * @param counter the name or path, such as {@code answers/ok}
	 */
	long ledger(String counter) {
		return management("/actuator/ledger").json().requiredAt("/" + counter).asLong();
	}

	/** Returns the state of the app's circuit breaker. */
	String breaker() {
		return management("/actuator/ledger").json().requiredAt("/guard/breaker").asString();
	}

	@FunctionalInterface
	private interface Starter {

		Program start(String module, List<String> arguments, Program.Listener output);

	}

	/** Reads the output of a service, whose first line contains its ports. */
	private static final class Output implements Program.Listener {

		private final String module;

		private final List<String> log = new CopyOnWriteArrayList<>();

		/** The main port, then the management port. */
		private final CompletableFuture<List<Integer>> ports = new CompletableFuture<>();

		private volatile boolean ended;

		Output(String module) {
			this.module = module;
		}

		@Override
		public void line(String line) {
			this.log.add(line);
			Matcher ports = PORTS.matcher(line);
			if (ports.find()) {
				this.ports.complete(List.of(Integer.valueOf(ports.group(1)), Integer.valueOf(ports.group(2))));
			}
		}

		@Override
		public void end() {
			this.ended = true;
			this.ports.completeExceptionally(new IllegalStateException(
					this.module + " ended before it had started:\n" + String.join("\n", this.log)));
		}

	}

}
