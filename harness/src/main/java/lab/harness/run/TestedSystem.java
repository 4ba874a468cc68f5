package lab.harness.run;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.result.Placement;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.process.CpuAffinity;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;

/**
 * A service that can be started, with the slow backend behind it.
 */
sealed interface TestedSystem permits ShippedSystem, OwnSystem {

	/** The backend has little garbage, and this collector has no threads of its own. */
	String BACKEND_COLLECTOR = "-XX:+UseSerialGC";

	/** Its event loops end at once; by default they wait for more work for 2 s. */
	String BACKEND_ENDS_AT_ONCE = "-Dreactor.netty.ioShutdownQuietPeriod=0";

	/**
	 * The system of a service.
	 * @throws lab.harness.model.InvalidInputException if its jar cannot be started
	 */
	static TestedSystem of(Launcher launcher, Service service, int backendPort, int appPort) {
		return switch (service.app()) {
			case App app -> new ShippedSystem(launcher, service, app, backendPort, appPort);
			case OwnService own -> OwnSystem.of(launcher, service, own, backendPort, appPort);
		};
	}

	/** Whether it is the reader's own, who may have several and make mistakes. */
	static boolean isOfReader(Service service) {
		return service.app() instanceof OwnService;
	}

	Launcher launcher();

	Service service();

	int backendPort();

	/**
	 * Makes sure that the app can be started, or that it runs, without starting it.
	 * @throws lab.harness.model.InvalidInputException if not
	 */
	void requireStartableApp();

	/**
	 * Starts the app, waits until it and its backend are ready, and learns what can be
	 * known of it.
	 * @param backend the backend behind it, which was started, or null
	 */
	RunningSystem startApp(Placement placement, Path folder, @Nullable RunningService backend)
			throws InterruptedException;

	/** The libraries of the app with the JDK that runs them, as far as they are known. */
	Stream<Installation> appInstallation();

	/**
	 * Makes sure that the ports are free and that both services are built, without
	 * starting anything.
	 * @throws lab.harness.model.InvalidInputException if not
	 */
	default void requireStartable() {
		if (service().backend() != null) {
			Ports.requireFree(backendPort(), JvmSpec.BACKEND);
			Ports.requireFree(App.managementPort(backendPort()), JvmSpec.BACKEND);
			launcher().require(JvmSpec.BACKEND, null);
		}
		CpuAffinity.require(service().limit());
		requireStartableApp();
	}

	/** Starts backend and app. If one does not get ready in time, both are stopped. */
	default RunningSystem start(Placement placement, Path folder) throws InterruptedException {
		requireStartable();
		RunningService backend = (service().backend() != null) ? startBackend(placement, folder) : null;
		try {
			return startApp(placement, folder, backend);
		}
		catch (InterruptedException | RuntimeException ex) {
			if (backend != null) {
				backend.close();
			}
			throw ex;
		}
	}

	private RunningService startBackend(Placement placement, Path folder) {
		// The backend has the optimising compiler if the app has: with it, it takes half
		// the CPU a request once the warm-up is over, which at 1000 users is a tenth of
		// two processors (measured).
		List<String> flags = service().isOptimised() ? List.of(BACKEND_COLLECTOR, BACKEND_ENDS_AT_ONCE)
				: List.of(Subject.QUICK_COMPILER, BACKEND_COLLECTOR, BACKEND_ENDS_AT_ONCE);
		return RunningService.start(
				launcher(), new JvmSpec(JvmSpec.BACKEND, JvmSpec.BACKEND, flags,
						portArguments(backendPort(), Ports.BACKEND), placement.backend(), null),
				backendPort(), folder, "backend.log");
	}

	/** Arguments for other ports than a service has by default. */
	static List<String> portArguments(int port, int byDefault) {
		return (port == byDefault) ? List.of()
				: List.of("--server.port=" + port, "--management.server.port=" + App.managementPort(port));
	}

	/** The modules of a run, the backend first. */
	default Stream<Installation> installations() {
		return Stream.concat(
				(service().backend() != null) ? Stream.of(launcher().installation(JvmSpec.BACKEND, null)) : Stream.of(),
				appInstallation());
	}

}
