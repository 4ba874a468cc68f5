package lab.harness.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.lesson.LessonFile;
import lab.harness.live.LiveServer;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.OwnService;
import lab.harness.run.Launcher;
import lab.harness.run.Schedule;
import lab.harness.run.process.CommandOutput;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "doctor", mixinStandardHelpOptions = true,
		description = "JDK, cores, memory, ports, file limit: what would disturb a run.")
final class DoctorCommand implements Callable<Integer> {

	private static final double GIB = 1024 * 1024 * 1024;

	private static final long FILES = 4096;

	/** A lesson keeps its results, some megabytes each. */
	private static final double DISK_GIB = 1;

	private final CommandContext context;

	@Option(names = "--workshop",
			description = "Also what the lessons need, so that nothing is downloaded in the room.")
	private boolean workshop;

	private int problems;

	DoctorCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() {
		SystemInfo system = new SystemInfo();
		int cores = system.getHardware().getProcessor().getLogicalProcessorCount();
		double memory = system.getHardware().getMemory().getAvailable() / GIB;
		double idle = 1 - system.getHardware().getProcessor().getSystemCpuLoad(500);
		long files = system.getOperatingSystem().getFileSystem().getMaxFileDescriptorsPerProcess();
		Path results = this.context.results();
		say(true, "JDK", Runtime.version() + " at " + System.getProperty("java.home"), "");
		say(cores >= 2, "cores", String.valueOf(cores), "generator, app and backend need 2 or more");
		double needed = mostMemory();
		say(memory >= needed, "free memory", "%.1f GiB".formatted(memory),
				"the largest %s needs %.1f GiB".formatted(this.workshop ? "lesson" : "experiment", needed));
		say(idle >= 0.9, "idle now", "%.0f %%".formatted(idle * 100),
				"something else is running; stop it before a run");
		say(files <= 0 || files >= FILES, "open files", String.valueOf(files),
				"raise it with 'ulimit -n " + FILES + "'");
		checkPorts();
		say(Files.isWritable(Files.exists(results) ? results : this.context.root()), "results", results.toString(),
				"the folder cannot be written");
		say(true, "Docker", docker(), "");
		boolean jdks = !this.workshop || checkWorkshop();
		String things = this.problems + ((this.problems == 1) ? " thing" : " things");
		if (this.workshop) {
			out().println("ready for the workshop: "
					+ ((this.problems > 0) ? "no, " + things + " to mend" : jdks ? "yes" : "yes, except lesson 5"));
		}
		else {
			out().println(
					(this.problems == 0) ? "Nothing stands in the way of a run." : things + " would disturb a run.");
		}
		return (this.problems == 0) ? 0 : BenchCommand.FAILED;
	}

	private PrintStream out() {
		return this.context.out();
	}

	/** Checks what the lessons need; returns whether lesson 5 has its two JDKs. */
	private boolean checkWorkshop() {
		Path root = this.context.root();
		List<String> missing = new Launcher(root, Jdk.current()).missing();
		say(missing.isEmpty(), "built", missing.isEmpty() ? "all modules" : "not " + String.join(", ", missing),
				"run ./bench prepare while there is a network");
		boolean both = true;
		for (int version : LessonFile.JDKS) {
			String home = home(version);
			both &= home != null;
			say(true, "JDK " + version,
					(home != null) ? home : "not found; lesson 5 needs it: docs/how-to/other-jdk.md", "");
		}
		double disk = root.toFile().getUsableSpace() / GIB;
		say(disk >= DISK_GIB, "free disk", "%.0f GiB".formatted(disk),
				"the results of the lessons need %.0f GiB".formatted(DISK_GIB));
		return both;
	}

	private static @Nullable String home(int version) {
		try {
			return Jdk.find(version).home().toString();
		}
		catch (InvalidInputException ex) {
			return null;
		}
	}

	/** The memory of the runs of an experiment or a lesson that need most, in GiB. */
	private double mostMemory() {
		Stream<Path> files = this.workshop
				? LessonFile.all(this.context.root().resolve("workshop"))
					.stream()
					.flatMap((lesson) -> lesson.experiments().stream())
				: ExperimentFile.names(this.context.experiments())
					.stream()
					.map((name) -> ExperimentFile.find(this.context.experiments(), name));
		return files.map(ExperimentFile::read)
			.flatMap((experiment) -> Schedule.of(experiment, 1, 0).groups().stream())
			.mapToDouble(Schedule::memoryMiB)
			.max()
			.orElse(0) / 1024;
	}

	private void checkPorts() {
		Stream<Integer> services = this.workshop
				? Stream.concat(LiveServer.APPS.stream().map(App::port), Stream.of(OwnService.PORT))
				: Stream.of(App.values()).map(App::port);
		List<Integer> ports = Stream.concat(Stream.of(Ports.BACKEND), services).toList();
		List<Integer> pages = this.workshop ? List.of(LiveServer.PORT, LiveServer.CLASS_PORT) : List.of();
		String taken = IntStream
			.concat(ports.stream().flatMapToInt((port) -> IntStream.of(port, App.managementPort(port))),
					pages.stream().mapToInt(Integer::intValue))
			.mapToObj(DoctorCommand::whyTaken)
			.flatMap(Stream::ofNullable)
			.collect(Collectors.joining("; "));
		String all = DataFile.words(ports.toArray()) + " and each + 1000"
				+ (pages.isEmpty() ? "" : ", and " + DataFile.words(pages.toArray())) + " are free";
		say(taken.isEmpty(), "ports", taken.isEmpty() ? all : taken, "");
	}

	/** The version of the engine; nothing but the containers needs one. */
	private static String docker() {
		try {
			CommandOutput version = CommandOutput
				.of(new ProcessBuilder("docker", "version", "--format", "{{.Server.Version}}")
					.redirectError(ProcessBuilder.Redirect.DISCARD), Duration.ofSeconds(5));
			if (version.code() == 0) {
				return version.out();
			}
		}
		catch (IOException ex) {
			// There is none.
		}
		return "no engine answers; only the containers need it";
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

	private void say(boolean ok, String what, String found, String advice) {
		this.problems += ok ? 0 : 1;
		out().println((ok ? "ok   " : "BAD  ") + what + ": " + found + ((ok || advice.isEmpty()) ? "" : ": " + advice));
	}

}
