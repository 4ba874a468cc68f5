package lab.harness.run.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.Cpus;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Decides which processors each process of a run may use, and binds processes to them
 * with the program {@code taskset} of Linux.
 */
public final class CpuAffinity {

	private static final String PROGRAM = "taskset";

	/** With fewer processors, backend and generator share theirs. */
	private static final int ENOUGH_FOR_THREE = 4;

	/** How often all threads of a process are moved, of which some end meanwhile. */
	private static final int MOST_TRIES = 5;

	private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list: *(\\S+)$");

	private CpuAffinity() {
	}

	public static Placement place(Cores cores) {
		if (cores == Cores.SHARED) {
			return Placement.SHARED;
		}
		try {
			return dedicated(allowed());
		}
		catch (IOException ex) {
			throw new InvalidInputException("cores: apart needs Linux and its program " + PROGRAM
					+ " (package util-linux) on the PATH; use cores: shared here", ex);
		}
	}

	/**
	 * Gives the app the first of two or three processors; with more, a quarter goes to
	 * the backend, a quarter to the generator, and the rest to the app.
	 */
	static Placement dedicated(List<Integer> allowed) {
		int all = allowed.size();
		if (all < 2) {
			throw new InvalidInputException("cores: apart needs 2 processors or more, and only " + all
					+ " is available; use cores: shared here");
		}
		if (all < ENOUGH_FOR_THREE) {
			List<Integer> others = allowed.subList(1, all);
			return new Placement(allowed.subList(0, 1), others, others);
		}
		int quarter = all / 4;
		return new Placement(allowed.subList(0, all - 2 * quarter), allowed.subList(all - 2 * quarter, all - quarter),
				allowed.subList(all - quarter, all));
	}

	/**
	 * The command that runs another on some processors. The process id stays, because
	 * {@code taskset} replaces itself by that program.
	 * @param processors their numbers, empty for all
	 */
	public static List<String> on(List<Integer> processors, List<String> command) {
		return processors.isEmpty() ? command
				: Stream.concat(Stream.of(PROGRAM, "--cpu-list", list(processors)), command.stream()).toList();
	}

	/**
	 * Starts a command on the processors that it may use.
	 * @param cpus those that the experiment gives it, or null
	 * @param processors the numbers of those that its placement gives it, empty for all
	 * @param start starts a command
	 * @throws InvalidInputException if this system cannot limit them
	 */
	public static ChildProcess start(@Nullable Cpus cpus, List<Integer> processors, List<String> command,
			Function<List<String>, ChildProcess> start) {
		if (cpus != null && !cpus.isSet()) {
			return ControlGroup.start(cpus.count(), command, start);
		}
		return start.apply(on((cpus != null) ? first(cpus) : processors, command));
	}

	/**
	 * Makes sure that processors can be limited.
	 * @throws InvalidInputException if not; says what is missing
	 */
	public static void require(@Nullable Cpus cpus) {
		if (cpus != null && cpus.isSet()) {
			first(cpus);
		}
		else if (cpus != null) {
			ControlGroup.require();
		}
	}

	/** The first of the processors that this process may use. */
	private static List<Integer> first(Cpus set) {
		try {
			List<Integer> allowed = allowed();
			InvalidInputException.require(set.count() <= allowed.size(), "cpus",
					"a set of " + (int) set.count() + " needs as many processors, and there are " + allowed.size());
			return allowed.subList(0, (int) set.count());
		}
		catch (IOException ex) {
			throw new InvalidInputException("cpus: a set needs Linux and its program " + PROGRAM
					+ " (package util-linux) on the PATH; leave out cpus", ex);
		}
	}

	/**
	 * Moves the harness, which includes the probe, to the processors of the generator.
	 */
	public static void moveHarness(Placement placement) {
		if (!placement.generator().isEmpty()) {
			moveAll(ProcessHandle.current().pid(), placement.generator());
		}
	}

	/**
	 * Lets the compilers of an app use all processors while it warms up. On one processor
	 * they and the requests take it from each other: after 90 s the compilers had much of
	 * their work before them (measured). The other threads stay, so that the JVM sees no
	 * more processors.
	 */
	public static void spreadCompilers(ChildProcess app, Placement placement) {
		if (!placement.dedicatedCores()) {
			return;
		}
		List<Integer> all = Stream.of(placement.app(), placement.backend(), placement.generator())
			.flatMap(List::stream)
			.distinct()
			.toList();
		try (Stream<Path> threads = Files.list(Path.of("/proc/" + app.kernel().pid() + "/task"))) {
			for (Path thread : threads.filter(Kernel::isCompiler).toList()) {
				try {
					move(Long.parseLong(String.valueOf(thread.getFileName())), all);
				}
				catch (RunFailedException ex) {
					// The JVM ends compilers that have nothing to do.
					if (Files.exists(thread)) {
						throw ex;
					}
				}
			}
		}
		catch (IOException ex) {
			// The process has ended, which its next sample says.
		}
	}

	/** Gives all threads of an app the processors of the app alone. */
	public static void gather(ChildProcess app, Placement placement) {
		if (placement.dedicatedCores() && app.isAlive()) {
			moveAll(app.kernel().pid(), placement.app());
		}
	}

	/**
	 * Moves all threads of a process; again if one ended between their list and its move,
	 * which fails the command.
	 */
	private static void moveAll(long pid, List<Integer> processors) {
		for (int tries = 1;; tries++) {
			try {
				move(pid, processors, "--all-tasks");
				return;
			}
			catch (RunFailedException ex) {
				if (tries == MOST_TRIES) {
					throw ex;
				}
			}
			catch (IOException ex) {
				throw new RunFailedException(PROGRAM + " cannot be started: " + ex.getMessage(), ex);
			}
		}
	}

	private static void move(long id, List<Integer> processors, String... options) throws IOException {
		taskset(id, Stream.concat(Stream.of(options), Stream.of("--cpu-list", list(processors))).toList());
	}

	/**
	 * Makes sure that a process has no other processors than those that it was given.
	 * @param processors their numbers, empty if all are allowed
	 * @throws RunFailedException if one of its threads was moved
	 */
	public static void requireUnmoved(ChildProcess process, List<Integer> processors) {
		if (processors.isEmpty()) {
			return;
		}
		try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.kernel().pid() + "/task"))) {
			threads.map((thread) -> Kernel.text(thread.resolve("status")))
				.filter(Objects::nonNull)
				.flatMap((status) -> ALLOWED.matcher(status).results())
				.map((line) -> parse(line.group(1)))
				.filter((allowed) -> !processors.containsAll(allowed))
				.findFirst()
				.ifPresent((allowed) -> {
					throw new RunFailedException("%s was given the processors %s, and something gave it %s while it ran"
						.formatted(process.name(), list(processors), list(allowed)));
				});
		}
		catch (IOException | UncheckedIOException ex) {
			// The process has ended.
		}
	}

	/** The processors that the harness may use. */
	private static List<Integer> allowed() throws IOException {
		return parse(taskset(ProcessHandle.current().pid(), List.of("--cpu-list")));
	}

	/** Calls taskset for a process or a thread; returns what it prints. */
	private static String taskset(long id, List<String> arguments) throws IOException {
		ProcessBuilder command = new ProcessBuilder(PROGRAM, "--pid");
		command.command().addAll(arguments);
		command.command().add(String.valueOf(id));
		CommandOutput output = CommandOutput.of(command.redirectErrorStream(true), Duration.ofSeconds(10));
		if (output.code() != 0) {
			throw new RunFailedException(String.join(" ", command.command()) + " failed: " + output.reason());
		}
		return output.out();
	}

	private static String list(List<Integer> processors) {
		return processors.stream().map(String::valueOf).collect(Collectors.joining(","));
	}

	/** Reads the list at the end of what taskset prints, such as {@code 0-3,6}. */
	static List<Integer> parse(String text) {
		List<Integer> processors = new ArrayList<>();
		for (String range : text.substring(text.lastIndexOf(' ') + 1).split(",")) {
			String[] ends = range.split("-");
			IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
				.forEach(processors::add);
		}
		return processors;
	}

}
