package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import lab.harness.model.App;
import lab.harness.model.Placement;
import lab.harness.model.RunFailedException;
import lab.harness.model.Service;
import lab.harness.model.Subject;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import lab.wire.Terms;

/**
 * The slow backend and one app in front of it, each in a JVM of its own that was started
 * for this run.
 */
record SystemUnderTest(RunningService app, RunningService backend) implements AutoCloseable {

	/** The backend has little garbage, and this collector has no threads of its own. */
	private static final String BACKEND_COLLECTOR = "-XX:+UseSerialGC";

	private static final Duration POLL = Duration.ofMillis(50);

	/**
	 * Starts the backend, and then the app: two starts at once would slow each other. If
	 * one does not get ready within 60 s, both are stopped.
	 */
	static SystemUnderTest start(Launcher launcher, Service service, Placement placement, Path folder, int backendPort,
			int appPort) throws InterruptedException {
		App app = service.app();
		require(launcher, service, backendPort, appPort);
		List<String> arguments = new ArrayList<>(ports(appPort, app.port()));
		service.properties().forEach((key, value) -> arguments.add("--" + key + "=" + value));
		RunningService backend = RunningService.start(
				launcher, new JvmSpec(JvmSpec.BACKEND, JvmSpec.BACKEND, backendFlags(service),
						ports(backendPort, Ports.BACKEND), placement.backend(), null),
				backendPort, folder, "backend.log");
		try {
			return new SystemUnderTest(RunningService.start(launcher, new JvmSpec(app.toString(), app.toString(),
					service.jvm(), arguments, placement.app(), service.jdk()), appPort, folder, "app.log"), backend);
		}
		catch (InterruptedException | RuntimeException ex) {
			backend.process().close();
			throw ex;
		}
	}

	/** Makes sure that the ports are free and both services are built. */
	static void require(Launcher launcher, Service service, int backendPort, int appPort) {
		Ports.requireFree(backendPort, JvmSpec.BACKEND);
		Ports.requireFree(App.managementPort(backendPort), JvmSpec.BACKEND);
		Ports.requireFree(appPort, service.app().toString());
		Ports.requireFree(App.managementPort(appPort), service.app().toString());
		launcher.require(JvmSpec.BACKEND, null);
		launcher.require(service.app().toString(), service.jdk());
	}

	/**
	 * The backend has the optimising compiler if the app has: with it, it takes half the
	 * CPU a request once the warm-up is over, which at 1000 users is a tenth of two
	 * processors (measured).
	 */
	private static List<String> backendFlags(Service service) {
		return service.optimised() ? List.of(BACKEND_COLLECTOR) : List.of(Subject.QUICK_COMPILER, BACKEND_COLLECTOR);
	}

	/** Arguments for other ports than a service has by default. */
	private static List<String> ports(int port, int byDefault) {
		return (port == byDefault) ? List.of()
				: List.of("--server.port=" + port, "--management.server.port=" + App.managementPort(port));
	}

	/**
	 * Sets the distribution of the backend's delays, and begins again with the first one.
	 */
	void seed(String latency, long seed) {
		this.backend.management().write("backend", Map.of("latency", latency, "seed", seed));
	}

	/**
	 * Begins a fault of the backend in place of the one that is on; {@code none} ends it.
	 */
	void fault(Map<String, Object> fault) {
		this.backend.management().write("backend", fault);
	}

	Terms terms() {
		return Management.await(this.app.management().read("terms", Terms.class));
	}

	AppLedger ledger() {
		return Management.await(this.app.management().read("ledger", AppLedger.class));
	}

	BackendCounters counters() {
		return Management.await(this.backend.management().read("counters", BackendCounters.class));
	}

	/**
	 * Lets a task wait until the app has received more requests than before; returns
	 * false if the task should end.
	 */
	boolean awaitFirstRequest(BackgroundTask task, long receivedBefore) {
		while (!hasReceivedMoreThan(receivedBefore)) {
			if (task.endsWithin(POLL.toNanos())) {
				return false;
			}
		}
		return true;
	}

	private boolean hasReceivedMoreThan(long before) {
		try {
			return ledger().requests().received() > before;
		}
		catch (RunFailedException ex) {
			// A slow management port is the probe's concern.
			return false;
		}
	}

	/**
	 * Waits until no request is in flight in app and backend; returns whether none is.
	 */
	boolean awaitDrained(Duration limit) throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		while (ledger().requests().inFlight() > 0 || counters().requests().inFlight() > 0) {
			if (System.nanoTime() > end) {
				return false;
			}
			Thread.sleep(POLL);
		}
		return true;
	}

	@Override
	public void close() {
		// Both end at the same time.
		this.app.process().process().destroy();
		this.backend.process().close();
		this.app.process().close();
	}

}
