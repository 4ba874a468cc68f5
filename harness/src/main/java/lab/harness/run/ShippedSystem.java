package lab.harness.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Placement;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.Ports;
import lab.wire.AppLedger;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * A shipped app, which tells everything itself.
 */
record ShippedSystem(Launcher launcher, Service service, App app, int backendPort, int port) implements TestedSystem {

	@Override
	public void requireStartableApp() {
		Ports.requireFree(this.port, this.app.toString());
		Ports.requireFree(App.managementPort(this.port), this.app.toString());
		this.launcher.require(this.app.toString(), this.service.jdk());
	}

	@Override
	public RunningSystem startApp(Placement placement, Path folder, @Nullable RunningService backend)
			throws InterruptedException {
		List<String> arguments = new ArrayList<>(TestedSystem.portArguments(this.port, this.app.port()));
		if (this.backendPort != Ports.BACKEND) {
			arguments.add("--spring.http.serviceclient.slow-backend.base-url=http://127.0.0.1:" + this.backendPort);
		}
		this.service.properties().forEach((key, value) -> arguments.add("--" + key + "=" + value));
		AotCache cache = this.launcher.aotCache(this.app, this.service);
		List<String> flags = (cache != null) ? cache.flags() : this.service.jvm();
		if (backend != null && this.service.load().warmUp().warmUp().isZero()) {
			// A run without a warm-up shows the start, which nothing else may slow down.
			backend.awaitReady();
		}
		RunningService running = RunningService.start(this.launcher, new JvmSpec(this.app.toString(),
				this.app.toString(), flags, arguments, placement.app(), this.service.jdk(), this.service.limit()),
				this.port, folder, "app.log");
		try {
			if (backend != null) {
				backend.awaitReady();
			}
			running.awaitReady();
			Management management = running.management();
			Terms terms = Management.ask(() -> management.read("terms", Terms.class));
			return new RunningSystem(
					running, backend, () -> management.read("ledger", AppLedger.class), Knowledge.of(this.service,
							terms, management.uri("ledger"), terms.jvm().jdk(), running.process().kernel().pid(), null),
					RunningSystem.FEW_USERS);
		}
		catch (InterruptedException | RuntimeException ex) {
			running.close();
			throw ex;
		}
	}

	@Override
	public Stream<Installation> appInstallation() {
		return Stream.of(this.launcher.installation(this.app.toString(), this.service.jdk()));
	}

}
