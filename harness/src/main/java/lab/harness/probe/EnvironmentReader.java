package lab.harness.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OperatingSystem;

/**
 * Reads the machine from the operating system and the code from git.
 */
public final class EnvironmentReader {

	private static final long MIB = 1024 * 1024;

	private EnvironmentReader() {
	}

	/**
	 * Reads what could change a result.
	 * @param root the checkout
	 * @param jdk version of the JDK that runs the apps
	 */
	public static Environment read(Path root, String jdk) {
		SystemInfo system = new SystemInfo();
		OperatingSystem os = system.getOperatingSystem();
		var processor = system.getHardware().getProcessor();
		String commit = git(root, "rev-parse", "--short=12", "HEAD");
		String changes = git(root, "status", "--porcelain");
		return new Environment(processor.getLogicalProcessorCount(),
				processor.getProcessorIdentifier().getName().strip(), system.getHardware().getMemory().getTotal() / MIB,
				os.getFamily() + " " + os.getVersionInfo() + ", " + System.getProperty("os.name") + " "
						+ System.getProperty("os.version"),
				jdk, (commit != null) ? commit : "unknown", changes != null && !changes.isEmpty());
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
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
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
