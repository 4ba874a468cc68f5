package lab.harness.target;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import lab.harness.experiment.InvalidInputException;

/**
 * A JVM that the harness started. Its output goes to a log file. However the harness ends
 * (short of being killed outright), the process ends with it.
 */
public final class JavaProcess implements Jvm {

	/**
	 * The exit code of a JVM that Ctrl-C ended: the terminal sends it to children too.
	 */
	private static final int INTERRUPTED = 128 + 2;

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	/** When the user waits at the prompt after Ctrl-C, less patience is due. */
	private static final Duration PATIENCE_AT_EXIT = Duration.ofSeconds(2);

	private static final int LOG_TAIL = 20;

	private static final int TAIL_BYTES = 64 * 1024;

	private static final Set<JavaProcess> RUNNING = ConcurrentHashMap.newKeySet();

	/** True once the harness itself ends: then no process ended by its own fault. */
	private static volatile boolean exiting;

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(JavaProcess::stopAll, "stop-processes"));
	}

	private final String name;

	private final List<String> command;

	private final Path log;

	private final Process process;

	private final Instant startedAt = Instant.now();

	private JavaProcess(String name, List<String> command, Path log, Process process) {
		this.name = name;
		this.command = List.copyOf(command);
		this.log = log;
		this.process = process;
	}

	/**
	 * Starts a process.
	 * @param name what to call it in messages
	 * @param command the command, word by word
	 * @param log file for its output and errors, replaced if it is there
	 * @return the process, started
	 * @throws InvalidInputException when the program or the log's folder is not there
	 */
	public static JavaProcess start(String name, List<String> command, Path log) {
		return start(name, command, log, JavaProcess::withoutHiddenSettings);
	}

	/**
	 * As above in an environment of its own.
	 * @param environment changes the environment that this process has
	 */
	static JavaProcess start(String name, List<String> command, Path log, Consumer<Map<String, String>> environment) {
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
		builder.redirectInput(ProcessBuilder.Redirect.from(nothing()));
		environment.accept(builder.environment());
		try {
			JavaProcess started = new JavaProcess(name, command, log, builder.start());
			RUNNING.add(started);
			started.process.onExit().thenRun(() -> RUNNING.remove(started));
			return started;
		}
		catch (IOException ex) {
			throw new InvalidInputException(name + " cannot be started: " + ex.getMessage());
		}
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public List<String> command() {
		return this.command;
	}

	@Override
	public Instant startedAt() {
		return this.startedAt;
	}

	/**
	 * The file of its output.
	 */
	Path log() {
		return this.log;
	}

	/**
	 * The process id.
	 */
	public int pid() {
		return Math.toIntExact(this.process.pid());
	}

	/**
	 * Processor time that it has used so far, in ms; 0 once it has ended.
	 */
	public long cpuMillis() {
		return this.process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
	}

	@Override
	public boolean isAlive() {
		return this.process.isAlive();
	}

	@Override
	public CompletableFuture<Integer> exit() {
		return this.process.onExit().thenApply(Process::exitValue);
	}

	@Override
	public RunFailedException died() throws InterruptedException {
		int code = this.process.waitFor();
		if (interrupted(code)) {
			throw new InterruptedException(this.name + " was interrupted");
		}
		return new RunFailedException(this.name + " ended with exit code " + code + "; its log is " + this.log,
				lastLogLines(LOG_TAIL));
	}

	@Override
	public List<String> lastLogLines(int count) {
		try (RandomAccessFile file = new RandomAccessFile(this.log.toFile(), "r")) {
			byte[] tail = new byte[(int) Math.min(TAIL_BYTES, file.length())];
			file.seek(file.length() - tail.length);
			file.readFully(tail);
			List<String> lines = new String(tail, StandardCharsets.UTF_8).lines().toList();
			return lines.subList(Math.max(0, lines.size() - count), lines.size());
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	@Override
	public void requestStop() {
		this.process.destroy();
	}

	/**
	 * Asks the process to end, and kills it when it has not ended after 10 s. Returns
	 * when it has ended; an interrupt is kept for the caller and shortens nothing.
	 */
	@Override
	public void stop() {
		stop(PATIENCE);
	}

	/**
	 * Whether a process that ended with this code, or any process by now, ended because
	 * the user wanted it.
	 */
	static boolean interrupted(int exitCode) {
		return exitCode == INTERRUPTED || exiting;
	}

	private static void stopAll() {
		exiting = true;
		List<JavaProcess> all = new ArrayList<>(RUNNING);
		all.forEach((started) -> started.process.destroy());
		long end = System.nanoTime() + PATIENCE_AT_EXIT.toNanos();
		all.forEach((started) -> started.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime()))));
	}

	void stop(Duration patience) {
		this.process.destroy();
		boolean interrupted = Thread.interrupted();
		long end = System.nanoTime() + patience.toNanos();
		while (this.process.isAlive()) {
			try {
				if (!this.process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
					this.process.destroyForcibly().waitFor();
				}
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		RUNNING.remove(this);
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * What would change an experiment without being seen in the command.
	 */
	static void withoutHiddenSettings(Map<String, String> environment) {
		environment.keySet()
			.removeIf((key) -> key.matches("(JDK_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JVM_ARGS)")
					|| key.matches("(SPRING|SERVER|MANAGEMENT|BACKEND|LOGGING)_.*"));
	}

	private static File nothing() {
		return new File((File.separatorChar == '\\') ? "NUL" : "/dev/null");
	}

}
