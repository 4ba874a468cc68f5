package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Application;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.result.Gauge;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.JvmMonitor;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.Ports;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * One app and the slow backend behind it, each in a JVM of its own that was started for
 * this run.
 *
 * @param backend the backend, or null behind a service of the reader's own that needs
 * none
 * @param own the facts of a service of the reader's own, or null for a shipped app
 */
record SystemUnderTest(RunningService app, @Nullable RunningService backend, @Nullable Own own,
		Knowledge knowledge) implements AutoCloseable {

	/** The backend has little garbage, and this collector has no threads of its own. */
	private static final String BACKEND_COLLECTOR = "-XX:+UseSerialGC";

	private static final Duration POLL = Duration.ofMillis(50);

	/**
	 * The facts of a service of the reader's own, which has no ledger.
	 *
	 * @param jvm its JVM, or null if it runs in none
	 * @param gauges the meters of its Actuator, or null if it has none
	 */
	record Own(@Nullable JvmMonitor jvm, @Nullable Gauges gauges) {

		/** A ledger with the counters of the JVM alone. */
		CompletableFuture<AppLedger> ledger() {
			return (this.jvm == null) ? CompletableFuture.completedFuture(AppLedger.NONE) : this.jvm.read()
				.thenApply(
						(counters) -> new AppLedger(AppLedger.NONE.requests(), AppLedger.NONE.calls(), null, counters));
		}

	}

	/**
	 * Starts the backend, and then the app: two starts at once would slow each other. If
	 * one does not get ready in time, both are stopped.
	 */
	static SystemUnderTest start(Launcher launcher, Service service, Placement placement, Path folder, int backendPort,
			int appPort) throws InterruptedException {
		require(launcher, service, backendPort, appPort);
		if (service.app() instanceof OwnService own) {
			return start(new OwnSystem(launcher, service, own, appPort), placement, folder, backendPort);
		}
		Application app = service.app();
		List<String> arguments = new ArrayList<>(ports(appPort, app.port()));
		service.properties().forEach((key, value) -> arguments.add("--" + key + "=" + value));
		RunningService backend = startBackend(launcher, service, placement, folder, backendPort);
		try {
			RunningService running = RunningService.start(launcher, new JvmSpec(app.toString(), app.toString(),
					service.jvm(), arguments, placement.app(), service.jdk()), appPort, folder, "app.log");
			try {
				return new SystemUnderTest(running, backend, null, knowledge(service, running));
			}
			catch (RuntimeException ex) {
				running.close();
				throw ex;
			}
		}
		catch (InterruptedException | RuntimeException ex) {
			backend.process().close();
			throw ex;
		}
	}

	/** A shipped app tells everything itself. */
	private static Knowledge knowledge(Service service, RunningService app) {
		Terms terms = Management.await(app.management().read("terms", Terms.class));
		return Knowledge.of(service, terms, app.management().uri("ledger"), terms.jvm().jdk(),
				app.process().kernel().pid());
	}

	private static SystemUnderTest start(OwnSystem own, Placement placement, Path folder, int backendPort)
			throws InterruptedException {
		RunningService backend = (own.service().backend() != null)
				? startBackend(own.launcher(), own.service(), placement, folder, backendPort) : null;
		try {
			RunningService app = own.start(placement, folder, backendPort);
			JvmMonitor jvm = JvmMonitor.attach(app.process().kernel().pid());
			try {
				return own.learn(app, jvm, backend);
			}
			catch (InterruptedException | RuntimeException ex) {
				new SystemUnderTest(app, null, new Own(jvm, null), Knowledge.NONE).close();
				throw ex;
			}
		}
		catch (InterruptedException | RuntimeException ex) {
			if (backend != null) {
				backend.close();
			}
			throw ex;
		}
	}

	private static RunningService startBackend(Launcher launcher, Service service, Placement placement, Path folder,
			int backendPort) throws InterruptedException {
		return RunningService.start(
				launcher, new JvmSpec(JvmSpec.BACKEND, JvmSpec.BACKEND, backendFlags(service),
						ports(backendPort, Ports.BACKEND), placement.backend(), null),
				backendPort, folder, "backend.log");
	}

	/** Makes sure that the ports are free and both services are built. */
	static void require(Launcher launcher, Service service, int backendPort, int appPort) {
		if (service.backend() != null) {
			Ports.requireFree(backendPort, JvmSpec.BACKEND);
			Ports.requireFree(App.managementPort(backendPort), JvmSpec.BACKEND);
			launcher.require(JvmSpec.BACKEND, null);
		}
		if (service.app() instanceof OwnService own) {
			new OwnSystem(launcher, service, own, appPort).require();
			return;
		}
		Ports.requireFree(appPort, service.app().toString());
		Ports.requireFree(App.managementPort(appPort), service.app().toString());
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
		knownBackend().management().write("backend", Map.of("latency", latency, "seed", seed));
	}

	/**
	 * Begins a fault of the backend in place of the one that is on; {@code none} ends it.
	 */
	void fault(Map<String, Object> fault) {
		knownBackend().management().write("backend", fault);
	}

	/** The backend, where one must be. */
	RunningService knownBackend() {
		return Objects.requireNonNull(this.backend, "no backend");
	}

	/**
	 * The processes that must live during a load; only the backend if the app may end.
	 */
	List<ChildProcess> processes(boolean appMayEnd) {
		return Stream.concat(appMayEnd ? Stream.of() : Stream.of(this.app), Stream.ofNullable(this.backend))
			.map(RunningService::process)
			.toList();
	}

	AppLedger ledger() {
		return Management.await(readLedger());
	}

	CompletableFuture<AppLedger> readLedger() {
		return (this.own != null) ? this.own.ledger() : this.app.management().read("ledger", AppLedger.class);
	}

	/** The gauges of a service of the reader's own; empty for a shipped app. */
	Map<Gauge, Double> gauges() {
		return (this.own != null && this.own.gauges() != null) ? this.own.gauges().next() : Map.of();
	}

	BackendCounters counters() {
		return Management.await(readCounters());
	}

	CompletableFuture<BackendCounters> readCounters() {
		return (this.backend != null) ? this.backend.management().read("counters", BackendCounters.class)
				: CompletableFuture.completedFuture(BackendCounters.NONE);
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
		// Both end at the same time. The app must be alive when it is closed, because a
		// script that has ended no longer leads to the processes that it started.
		if (this.backend != null) {
			this.backend.process().terminate();
		}
		this.app.close();
		if (this.backend != null) {
			this.backend.close();
		}
		if (this.own != null && this.own.jvm() != null) {
			this.own.jvm().close();
		}
	}

}
