package lab.harness.command;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import lab.harness.model.App;
import lab.harness.model.InvalidInputException;
import lab.harness.run.Ports;
import oshi.SystemInfo;
import picocli.CommandLine.Command;

/**
 * {@code bench doctor}.
 */
@Command(name = "doctor", mixinStandardHelpOptions = true,
		description = "JDK, cores, memory, ports, file limit: what would disturb a run.")
final class DoctorCommand implements Callable<Integer> {

	private static final long GIB = 1024L * 1024 * 1024;

	private static final long FILES = 4096;

	private final PrintStream out;

	private int problems;

	private final CommandContext context;

	DoctorCommand(CommandContext context) {
		this.context = context;
		this.out = context.out();
	}

	@Override
	public Integer call() {
		SystemInfo system = new SystemInfo();
		int cores = system.getHardware().getProcessor().getLogicalProcessorCount();
		double memory = (double) system.getHardware().getMemory().getAvailable() / GIB;
		double idle = idle(system);
		long files = system.getOperatingSystem().getFileSystem().getMaxFileDescriptorsPerProcess();
		say(true, "JDK", Runtime.version() + " at " + System.getProperty("java.home"), "");
		say(cores >= 2, "cores", String.valueOf(cores), "generator, app and backend need 2 or more");
		say(memory >= 3, "free memory", "%.1f GiB".formatted(memory), "three JVMs and JMeter need 3 GiB");
		say(idle >= 0.9, "idle now", "%.0f %%".formatted(idle * 100),
				"something else is running; stop it before a run");
		say(files <= 0 || files >= FILES, "open files", String.valueOf(files),
				"raise it with 'ulimit -n " + FILES + "'");
		ports();
		Path results = this.context.results();
		say(Files.isWritable(Files.exists(results) ? results : this.context.root()), "results", results.toString(),
				"the folder cannot be written");
		this.out.println((this.problems == 0) ? "Nothing stands in the way of a run."
				: this.problems + " thing" + ((this.problems == 1) ? "" : "s") + " would disturb a run.");
		return (this.problems == 0) ? 0 : BenchCommand.FAILED;
	}

	private void ports() {
		List<String> taken = new ArrayList<>();
		for (int port : portsOfRuns()) {
			try {
				Ports.requireFree(port, "a run");
			}
			catch (InvalidInputException ex) {
				taken.add(ex.getMessage());
			}
		}
		say(taken.isEmpty(), "ports", taken.isEmpty() ? "8000, 8081-8083, 8085 and each + 1000 are free" : "",
				String.join("; ", taken));
	}

	private static List<Integer> portsOfRuns() {
		return Stream.concat(Stream.of(Ports.BACKEND), Stream.of(App.values()).map(App::port))
			.flatMap((port) -> Stream.of(port, App.managementPort(port)))
			.toList();
	}

	private void say(boolean ok, String what, String found, String advice) {
		if (!ok) {
			this.problems++;
		}
		this.out.println(
				(ok ? "ok   " : "BAD  ") + what + ": " + found + (ok ? "" : (found.isEmpty() ? "" : ": ") + advice));
	}

	/** Share of the processors' time that nothing used in half a second. */
	private static double idle(SystemInfo system) {
		return 1 - system.getHardware().getProcessor().getSystemCpuLoad(500);
	}

}
