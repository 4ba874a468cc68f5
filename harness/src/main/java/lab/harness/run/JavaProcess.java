package lab.harness.run;

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
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.model.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * A process of a run: a JVM, or a command that follows one. However the harness ends,
 * short of being killed outright, the process and all that it started end with it.
 */
public final class JavaProcess implements Jvm {

	/**
	 * The exit code of a JVM that Ctrl-C ended: the terminal sends it to children too.
	 */
	private static final int INTERRUPTED = 128 + 2;

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	/** When the user waits at the prompt after Ctrl-C, less patience is due. */
	private static final Duration PATIENCE_AT_EXIT = Duration.ofSeconds(2);

	private static final int TAIL_BYTES = 64 * 1024;

	/**
	 * Flags for any JVM, and properties of a Spring Boot application under any of the
	 * names that relaxed binding accepts: {@code FANOUT_SIZE} is {@code fan-out.size}.
	 */
	private static final Pattern HIDDEN_SETTING = Pattern
		.compile("JDK_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JAVA_OPTS|JVM_ARGS|CLASSPATH|DEBUG|TRACE"
				+ "|(SPRING|SERVER|MANAGEMENT|LOGGING|RESILIENCE4J|BACKEND|TERMS)_.*"
				+ "|FAN_?OUT_.*|CONCURRENCY_?LIMIT", Pattern.CASE_INSENSITIVE);

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

	private @Nullable Kernel kernel;

	private JavaProcess(String name, List<String> command, Path log, Process process) {
		this.name = name;
		this.command = List.copyOf(command);
		this.log = log;
		this.process = process;
	}

	/**
	 * Starts a JVM, without the settings that an environment can hide from the command.
	 * @param name its name in messages
	 * @param command the command, word by word
	 * @param folder folder to start it in; a Spring Boot application reads the
	 * {@code application.yml} and {@code config/} that it finds there
	 * @param log file for its output and errors, replaced if it exists
	 * @throws InvalidInputException if the program or a folder is missing
	 */
	static JavaProcess start(String name, List<String> command, Path folder, Path log) {
		return start(name, command, folder, log, JavaProcess::withoutHiddenSettings);
	}

	/**
	 * Starts a process in an environment of its own.
	 * @param environment changes the environment that the process inherits
	 */
	public static JavaProcess start(String name, List<String> command, Path folder, Path log,
			Consumer<Map<String, String>> environment) {
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.redirectInput(ProcessBuilder.Redirect.from(nothing()));
		environment.accept(builder.environment());
		try {
			JavaProcess started = new JavaProcess(name, command, log, builder.start());
			RUNNING.add(started);
			started.process.onExit().thenRun(() -> RUNNING.remove(started));
			return started;
		}
		catch (IOException ex) {
			throw new InvalidInputException(name + " cannot be started: " + ex.getMessage(), ex);
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

	/** The file of its output. */
	public Path log() {
		return this.log;
	}

	long pid() {
		return this.process.pid();
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
	public synchronized Kernel kernel() {
		Kernel known = this.kernel;
		if (known == null) {
			known = Kernel.of(this.process.pid());
			this.kernel = known;
		}
		return known;
	}

	@Override
	public String classHistogram() {
		return LiveHeap.histogram(this);
	}

	@Override
	public void requestStop() {
		this.process.destroy();
	}

	@Override
	public void stop() {
		stop(PATIENCE);
	}

	/** Stops it with all that it started. */
	void stop(Duration patience) {
		// Once it has ended, its children cannot be found any more.
		List<ProcessHandle> children = this.process.descendants().toList();
		this.process.destroy();
		children.forEach(ProcessHandle::destroy);
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
		children.forEach(ProcessHandle::destroyForcibly);
		RUNNING.remove(this);
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Whether a process that ended with this code, or any process by now, ended because
	 * the user wanted it.
	 */
	public static boolean interrupted(int exitCode) {
		return exitCode == INTERRUPTED || exiting;
	}

	private static void stopAll() {
		exiting = true;
		List<JavaProcess> all = new ArrayList<>(RUNNING);
		all.forEach((started) -> started.process.destroy());
		long end = System.nanoTime() + PATIENCE_AT_EXIT.toNanos();
		all.forEach((started) -> started.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime()))));
	}

	/** Removes what would change an experiment without being seen in the command. */
	static void withoutHiddenSettings(Map<String, String> environment) {
		environment.keySet().removeIf((key) -> HIDDEN_SETTING.matcher(key).matches());
	}

	private static File nothing() {
		return new File((File.separatorChar == '\\') ? "NUL" : "/dev/null");
	}

}
