package lab.harness.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import lab.harness.experiment.App;
import lab.harness.experiment.Variant;

/**
 * What a run measures: the slow backend and one app in front of it, each in a JVM of its
 * own that was started for this run.
 */
public final class Target implements AutoCloseable {

	/** The port of the slow backend. */
	public static final int BACKEND_PORT = 8000;

	/** The module of the slow backend. */
	public static final String BACKEND = "slow-backend";

	/**
	 * The backend has little to collect, and this collector has no threads of its own.
	 */
	private static final String BACKEND_COLLECTOR = "-XX:+UseSerialGC";

	private static final Duration READY_LIMIT = Duration.ofSeconds(60);

	private static final Duration START_POLL = Duration.ofMillis(50);

	private static final Duration POLL = Duration.ofMillis(100);

	private final Service app;

	private final Service backend;

	private Target(Service app, Service backend) {
		this.app = app;
		this.backend = backend;
	}

	/**
	 * Starts the backend, then the app, each once the one before is ready.
	 * @param launcher what starts them
	 * @param variant the arm; where it names a JDK of another version, its app runs on
	 * that
	 * @param placement which processors each may use
	 * @param folder folder for {@code app.log} and {@code backend.log}
	 * @return the target, ready
	 * @throws lab.harness.experiment.InvalidInputException when a port, something built
	 * or a JDK is wanting
	 * @throws RunFailedException when one of them does not get ready within 60 s
	 * @throws InterruptedException when interrupted; both are stopped
	 */
	public static Target start(Launcher launcher, Variant variant, Placement placement, Path folder)
			throws InterruptedException {
		return start(launcher, variant, placement, folder, BACKEND_PORT, variant.app().port(), List.of());
	}

	/**
	 * Makes sure that a run of the variant could be started.
	 * @param launcher what would start it
	 * @param variant the arm
	 * @throws lab.harness.experiment.InvalidInputException when a port, something built
	 * or a JDK is wanting
	 * @throws InterruptedException when interrupted while something is built
	 */
	public static void require(Launcher launcher, Variant variant) throws InterruptedException {
		require(launcher, variant, BACKEND_PORT, variant.app().port());
	}

	private static void require(Launcher launcher, Variant variant, int backendPort, int appPort)
			throws InterruptedException {
		for (int above : List.of(0, 1000)) {
			Ports.requireFree(backendPort + above, BACKEND);
			Ports.requireFree(appPort + above, variant.app().toString());
		}
		launcher.require(BACKEND, null);
		launcher.require(variant.app().toString(), variant.jdk());
	}

	/**
	 * As above on ports that the arguments give to both.
	 */
	static Target start(Launcher launcher, Variant variant, Placement placement, Path folder, int backendPort,
			int appPort, List<String> appArguments) throws InterruptedException {
		App app = variant.app();
		require(launcher, variant, backendPort, appPort);
		List<String> arguments = new ArrayList<>(ports(appPort, app.port()));
		arguments.addAll(appArguments);
		variant.properties().forEach((key, value) -> arguments.add("--" + key + "=" + value));
		Service backend = ready(Service.start(launcher, new Program(BACKEND, BACKEND, backendJvm(variant),
				ports(backendPort, BACKEND_PORT), placement.backend(), null), backendPort, folder, "backend.log"));
		try {
			// Not while the backend starts: two at once on two cores would slow both.
			return new Target(ready(Service.start(launcher, new Program(app.toString(), app.toString(), variant.jvm(),
					arguments, placement.app(), variant.jdk()), appPort, folder, "app.log")), backend);
		}
		catch (InterruptedException | RuntimeException ex) {
			backend.jvm().stop();
			throw ex;
		}
	}

	/**
	 * The backend is compiled as the app is: with the optimising compiler it takes half
	 * the CPU a request once the warm-up is over, which at 1000 users is a tenth of two
	 * processors (measured).
	 */
	private static List<String> backendJvm(Variant variant) {
		return variant.isOptimised() ? List.of(BACKEND_COLLECTOR) : List.of(Variant.QUICK_COMPILER, BACKEND_COLLECTOR);
	}

	private static Service ready(Service service) throws InterruptedException {
		try {
			while (!service.isReady(READY_LIMIT)) {
				Thread.sleep(START_POLL);
			}
			return service;
		}
		catch (InterruptedException | RuntimeException ex) {
			service.jvm().stop();
			throw ex;
		}
	}

	/**
	 * Nothing on the ports of the contract: then the command stays as a person would type
	 * it.
	 */
	private static List<String> ports(int port, int usual) {
		return (port == usual) ? List.of()
				: List.of("--server.port=" + port, "--management.server.port=" + (port + 1000));
	}

	/**
	 * The app.
	 */
	public Service app() {
		return this.app;
	}

	/**
	 * The slow backend.
	 */
	public Service backend() {
		return this.backend;
	}

	/**
	 * Tells the backend what to draw its delays from, and begins again with the first.
	 * @param latency such as {@code uniform 0ms..1000ms}
	 * @param seed the seed
	 * @throws RunFailedException when the backend refuses
	 * @throws InterruptedException when interrupted while waiting
	 */
	public void seed(String latency, long seed) throws InterruptedException {
		this.backend.management().write("backend", Map.of("latency", latency, "seed", seed));
	}

	/**
	 * Begins a fault of the backend, in place of the one that is on.
	 * @param fault what the backend is told, as JSON; {@code {"fault":"none"}} ends it
	 * @throws RunFailedException when the backend refuses
	 * @throws InterruptedException when interrupted while waiting
	 */
	public void fault(Map<String, Object> fault) throws InterruptedException {
		this.backend.management().write("backend", fault);
	}

	/**
	 * What the app says of itself.
	 */
	public Terms terms() {
		return Management.await(this.app.management().read("terms", Terms.class));
	}

	/**
	 * The app's counters now.
	 */
	public AppLedger ledger() {
		return Management.await(this.app.management().read("ledger", AppLedger.class));
	}

	/**
	 * The backend's counters now.
	 */
	public BackendCounters counters() {
		return Management.await(this.backend.management().read("counters", BackendCounters.class));
	}

	/**
	 * Waits until no request is in flight, in the app and in the backend.
	 * @param limit the longest to wait
	 * @return whether it came to that
	 * @throws RunFailedException when one of them died
	 * @throws InterruptedException when interrupted while waiting
	 */
	public boolean awaitDrained(Duration limit) throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		while (ledger().inFlight() > 0 || counters().inFlight() > 0) {
			if (System.nanoTime() > end) {
				return false;
			}
			Thread.sleep(POLL);
		}
		return true;
	}

	/**
	 * Stops both.
	 */
	@Override
	public void close() {
		Jvm.stop(List.of(this.app.jvm(), this.backend.jvm()));
	}

}
