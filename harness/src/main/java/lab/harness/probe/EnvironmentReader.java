package lab.harness.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import lab.harness.experiment.On;
import lab.harness.target.Engine;
import lab.harness.target.Installation;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OperatingSystem;

/**
 * Reads the machine from the operating system and the code from git.
 */
public final class EnvironmentReader {

	private static final long MIB = 1024 * 1024;

	private static final Duration STEAL_WATCH = Duration.ofMillis(500);

	private EnvironmentReader() {
	}

	/**
	 * Reads what could change a result. Takes half a second, in which it looks for time
	 * that the host gives to others.
	 * @param root the checkout
	 * @param installations what the services and the load are made of, the backend's
	 * first
	 * @param on what they are started as
	 * @param engine the engine of the containers, or null where there are none
	 * @param keptAwake whether the processors will be kept awake
	 */
	public static Environment read(Path root, List<Installation> installations, On on, @Nullable Engine engine,
			boolean keptAwake) {
		SystemInfo system = new SystemInfo();
		OperatingSystem os = system.getOperatingSystem();
		var processor = system.getHardware().getProcessor();
		String commit = git(root, "rev-parse", "--short=12", "HEAD");
		String status = git(root, "status", "--porcelain");
		List<String> changes = (status != null) ? status.lines().toList() : List.of();
		return new Environment(processor.getLogicalProcessorCount(),
				processor.getProcessorIdentifier().getName().strip(), system.getHardware().getMemory().getTotal() / MIB,
				os.getFamily() + " " + os.getVersionInfo() + ", " + System.getProperty("os.name") + " "
						+ System.getProperty("os.version"),
				installations.getFirst().jdk(), (commit != null) ? commit : "unknown", !changes.isEmpty(), on, engine,
				keptAwake, settings(processor, engine), SoftwareReader.read(installations, changes));
	}

	/** Of the kernel that runs the JVMs; a container has a network of its own. */
	private static @Nullable MachineSettings settings(CentralProcessor processor, @Nullable Engine engine) {
		if (engine != null && !engine.kernel().equals(System.getProperty("os.version"))) {
			return null;
		}
		MachineSettings settings = new SettingsReader(Path.of("/")).read(processor.getPhysicalProcessorCount(),
				steal(processor));
		return (engine == null) ? settings : settings.ofKernelAlone();
	}

	private static @Nullable Double steal(CentralProcessor processor) {
		MachineProbe probe = new MachineProbe(processor);
		MachineSample before = probe.read();
		try {
			Thread.sleep(STEAL_WATCH);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
		MachineSample after = probe.read();
		long total = after.totalMillis() - before.totalMillis();
		return (total > 0) ? (double) (after.stealMillis() - before.stealMillis()) / total : null;
	}

	/** What git prints, or null where there is no git or no checkout. */
	private static @Nullable String git(Path root, String... arguments) {
		String[] command = new String[arguments.length + 1];
		command[0] = "git";
		System.arraycopy(arguments, 0, command, 1, arguments.length);
		try {
			Process process = new ProcessBuilder(command).directory(root.toFile())
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
			return (process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0) ? output : null;
		}
		catch (IOException ex) {
			return null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
	}

}
