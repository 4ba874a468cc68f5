package lab.harness.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.run.Schedule;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/**
 * What every run needs of a machine.
 */
final class MachineConditions {

	private static final double GIB = 1024 * 1024 * 1024;

	private static final long FILES = 4096;

	private final SystemInfo system = new SystemInfo();

	private final CommandContext context;

	MachineConditions(CommandContext context) {
		this.context = context;
	}

	/** The conditions of the largest experiment. */
	List<Condition> all() {
		double idle = idle();
		return List.of(Condition.require(true, "JDK", Runtime.version() + " at " + System.getProperty("java.home"), ""),
				cores(), memory(mostMemory(), "the largest experiment"),
				Condition.require(idle >= 0.9, "idle now", percent(idle),
						"something else is running; stop it before a run"),
				openFiles(), ports(IntStream.empty()), results());
	}

	Condition cores() {
		int cores = this.system.getHardware().getProcessor().getLogicalProcessorCount();
		return Condition.require(cores >= 2, "cores", String.valueOf(cores),
				"generator, app and backend need 2 or more");
	}

	/**
	 * The memory that is free.
	 * @param needed in GiB
	 * @param by who needs it
	 */
	Condition memory(double needed, String by) {
		double memory = this.system.getHardware().getMemory().getAvailable() / GIB;
		return Condition.require(memory >= needed, "free memory", "%.1f GiB".formatted(memory),
				by + " needs %.1f GiB".formatted(needed));
	}

	/** The share of the processors' time that is idle, 0 to 1, measured for 500 ms. */
	double idle() {
		return 1 - this.system.getHardware().getProcessor().getSystemCpuLoad(500);
	}

	static String percent(double share) {
		return "%.0f %%".formatted(share * 100);
	}

	Condition openFiles() {
		long files = this.system.getOperatingSystem().getFileSystem().getMaxFileDescriptorsPerProcess();
		return Condition.require(files <= 0 || files >= FILES, "open files", String.valueOf(files),
				"raise it with 'ulimit -n " + FILES + "'");
	}

	/**
	 * The ports of a run.
	 * @param others further ports that must be free
	 */
	Condition ports(IntStream others) {
		List<Integer> ports = Stream.concat(Stream.of(Ports.BACKEND), Stream.of(App.values()).map(App::port)).toList();
		IntStream all = ports.stream().flatMapToInt((port) -> IntStream.of(port, App.managementPort(port)));
		String taken = IntStream.concat(all, others)
			.mapToObj(MachineConditions::whyTaken)
			.flatMap(Stream::ofNullable)
			.collect(Collectors.joining("; "));
		String names = ports.stream().map(String::valueOf).collect(Collectors.joining(", "));
		return Condition.require(taken.isEmpty(), "ports",
				taken.isEmpty() ? names + " and each + 1000 are free" : taken, "");
	}

	Condition results() {
		Path results = this.context.results();
		return Condition.require(Files.isWritable(Files.exists(results) ? results : this.context.root()), "results",
				results.toString(), "the folder cannot be written");
	}

	/** The memory of the runs of an experiment that need most, in GiB. */
	private double mostMemory() {
		return ExperimentFile.names(this.context.experiments())
			.stream()
			.map((name) -> ExperimentFile.read(ExperimentFile.find(this.context.experiments(), name)))
			.flatMap((experiment) -> Schedule.of(experiment, 1, 0).groups().stream())
			.mapToDouble(Schedule::memoryMiB)
			.max()
			.orElse(0) / 1024;
	}

	private static @Nullable String whyTaken(int port) {
		try {
			Ports.requireFree(port, "a run");
			return null;
		}
		catch (InvalidInputException ex) {
			return ex.getMessage();
		}
	}

}
