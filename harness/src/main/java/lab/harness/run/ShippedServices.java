package lab.harness.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Subject;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.Ports;

/**
 * The slow backend and several shipped apps on their default ports, which run until they
 * are closed. Their code is compiled lightly, so that it is warm after seconds.
 */
public final class ShippedServices implements AutoCloseable {

	private final List<RunningService> services = new ArrayList<>();

	private ShippedServices() {
	}

	/**
	 * Starts them at the same time, and waits until all are ready.
	 * @param folder for their logs
	 * @throws lab.harness.model.InvalidInputException if a port is in use or a jar is
	 * missing; nothing is started
	 * @throws lab.harness.model.result.RunFailedException if one is not ready in time;
	 * all are stopped
	 */
	public static ShippedServices start(Launcher launcher, List<App> apps, Path folder) throws InterruptedException {
		require(launcher, JvmSpec.BACKEND, Ports.BACKEND);
		apps.forEach((app) -> require(launcher, app.toString(), app.port()));
		ShippedServices all = new ShippedServices();
		try {
			all.start(launcher, JvmSpec.BACKEND, Ports.BACKEND,
					List.of(TestedSystem.BACKEND_COLLECTOR, TestedSystem.BACKEND_ENDS_AT_ONCE, Subject.QUICK_COMPILER),
					folder);
			for (App app : apps) {
				all.start(launcher, app.toString(), app.port(), List.of(Subject.QUICK_COMPILER), folder);
			}
			for (RunningService service : all.services) {
				service.awaitReady();
			}
			return all;
		}
		catch (InterruptedException | RuntimeException ex) {
			all.close();
			throw ex;
		}
	}

	private static void require(Launcher launcher, String module, int port) {
		Ports.requireFree(port, module);
		Ports.requireFree(App.managementPort(port), module);
		launcher.require(module, null);
	}

	private void start(Launcher launcher, String module, int port, List<String> flags, Path folder) {
		this.services.add(RunningService.start(launcher, new JvmSpec(module, module, flags, List.of(), List.of(), null),
				port, folder, module + ".log"));
	}

	@Override
	public void close() {
		// All end at the same time.
		this.services.stream()
			.map(RunningService::process)
			.filter(ChildProcess::isAlive)
			.forEach(ChildProcess::terminate);
		this.services.forEach(RunningService::close);
	}

}
