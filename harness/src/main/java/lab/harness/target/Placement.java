package lab.harness.target;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.experiment.Cores;
import lab.harness.experiment.InvalidInputException;

/**
 * Which logical processors each process may use, by the numbers that Linux gives them. An
 * empty list is all of them. Two logical processors may be threads of one core; then they
 * still share its units, equally in all arms.
 *
 * @param app of the app
 * @param backend of the slow backend
 * @param generator of JMeter, and of the harness with its probe
 */
public record Placement(List<Integer> app, List<Integer> backend, List<Integer> generator) {

	/** Every process may use every processor. */
	public static final Placement SHARED = new Placement(List.of(), List.of(), List.of());

	private static final Path STATUS = Path.of("/proc/self/status");

	private static final String ALLOWED = "Cpus_allowed_list:";

	private static final String PROGRAM = "taskset";

	/** From here on the backend is not on the processors of the generator. */
	private static final int ENOUGH_FOR_THREE = 4;

	public Placement {
		app = List.copyOf(app);
		backend = List.copyOf(backend);
		generator = List.copyOf(generator);
	}

	/**
	 * The placement on this machine.
	 * @param cores what the experiment asks for
	 * @return the placement
	 * @throws InvalidInputException when the processes cannot be kept apart here
	 */
	public static Placement of(Cores cores) {
		if (cores == Cores.SHARED) {
			return SHARED;
		}
		if (!canMove()) {
			throw new InvalidInputException("cores: apart needs Linux and its program " + PROGRAM
					+ " (package util-linux) on the PATH; use cores: shared here");
		}
		return apart(allowed());
	}

	/**
	 * Of two or three processors the app has the first, of more all but a quarter for the
	 * backend and a quarter for the generator.
	 */
	static Placement apart(List<Integer> allowed) {
		int all = allowed.size();
		if (all < 2) {
			throw new InvalidInputException("cores: apart needs 2 processors or more, and this machine lends " + all
					+ "; use cores: shared here");
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
	 * Whether the app has processors of its own.
	 */
	public boolean keepsApart() {
		return !this.app.isEmpty();
	}

	/**
	 * The command that runs another on some processors; {@code taskset} becomes that
	 * program, so the process id stays.
	 * @param processors their numbers, empty for all
	 * @param command the command, word by word
	 * @return the command, word by word
	 */
	public static List<String> on(List<Integer> processors, List<String> command) {
		if (processors.isEmpty()) {
			return command;
		}
		return Stream.concat(Stream.of(PROGRAM, "--cpu-list", list(processors)), command.stream()).toList();
	}

	/**
	 * Moves this process, the harness with its probe, to the processors of the generator.
	 * @throws RunFailedException when the system refuses
	 * @throws InterruptedException when interrupted while waiting
	 */
	public void moveHarness() throws InterruptedException {
		if (this.generator.isEmpty()) {
			return;
		}
		try {
			Process process = new ProcessBuilder(PROGRAM, "--all-tasks", "--cpu-list", "--pid", list(this.generator),
					String.valueOf(ProcessHandle.current().pid()))
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
				throw new RunFailedException(
						PROGRAM + " could not move the harness to processors " + list(this.generator));
			}
		}
		catch (IOException ex) {
			throw new RunFailedException(PROGRAM + " cannot be started: " + ex.getMessage());
		}
	}

	/** Reads a list as Linux writes it, such as {@code 0-3,6}. */
	static List<Integer> parse(String text) {
		List<Integer> processors = new ArrayList<>();
		for (String range : text.strip().split(",")) {
			String[] ends = range.split("-");
			IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
				.forEach(processors::add);
		}
		return processors;
	}

	private static List<Integer> allowed() {
		try (Stream<String> lines = Files.lines(STATUS)) {
			return parse(lines.filter((line) -> line.startsWith(ALLOWED))
				.map((line) -> line.substring(ALLOWED.length()))
				.findFirst()
				.orElseThrow(() -> new InvalidInputException(STATUS + " does not say which processors there are")));
		}
		catch (IOException ex) {
			throw new InvalidInputException(STATUS + " cannot be read: " + ex.getMessage());
		}
	}

	/** Whether this machine can move the harness. */
	static boolean canMove() {
		return Files.isReadable(STATUS) && onPath(PROGRAM);
	}

	private static boolean onPath(String program) {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.anyMatch((folder) -> Files.isExecutable(Path.of(folder, program)));
	}

	/** A list as Linux, taskset and Docker read it, such as {@code 0,1}. */
	static String list(List<Integer> processors) {
		return processors.stream().map(String::valueOf).collect(Collectors.joining(","));
	}

}
