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
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.model.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * A JVM, or another program, that the harness started, and that ends with the harness.
 * Its output goes to a log file. Only a harness that is killed by SIGKILL leaves it
 * behind.
 */
final class ChildProcess implements AutoCloseable {

	/** Lines of a log that are shown with a failure. */
	static final int LOG_TAIL = 20;

	/**
	 * The exit code of a JVM that Ctrl-C ended: the terminal sends it to children too.
	 */
	private static final int INTERRUPTED = 128 + 2;

	/** Time from SIGTERM to SIGKILL. */
	private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

	/** Time to wait for child processes after Ctrl-C. */
	private static final Duration STOP_LIMIT_AT_EXIT = Duration.ofSeconds(2);

	private static final int TAIL_BYTES = 64 * 1024;

	/**
	 * Flags for any JVM, and properties of a Spring Boot application under any of the
	 * names that relaxed binding accepts: {@code FANOUT_SIZE} is {@code fan-out.size}.
	 */
	private static final Pattern HIDDEN_SETTING = Pattern
		.compile("JDK_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JAVA_OPTS|JVM_ARGS|CLASSPATH|DEBUG|TRACE"
				+ "|(SPRING|SERVER|MANAGEMENT|LOGGING|RESILIENCE4J|BACKEND|TERMS)_.*"
				+ "|FAN_?OUT_.*|CONCURRENCY_?LIMIT", Pattern.CASE_INSENSITIVE);

	private static final Set<ChildProcess> RUNNING = ConcurrentHashMap.newKeySet();

	/** True once the harness itself ends, which also ends its children. */
	private static volatile boolean exiting;

	static {
		Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::stopAll, "stop-processes"));
	}

	private final String name;

	private final List<String> command;

	private final Path log;

	private final Process process;

	private final Instant startedAt = Instant.now();

	private @Nullable Kernel kernel;

	private ChildProcess(String name, List<String> command, Path log, Process process) {
		this.name = name;
		this.command = List.copyOf(command);
		this.log = log;
		this.process = process;
	}

	/**
	 * Starts a process without the environment variables that would change an experiment
	 * and are not seen in the command.
	 * @param folder folder to start it in; a Spring Boot application reads the
	 * {@code application.yml} and {@code config/} that it finds there
	 * @param log file for its output and errors, replaced if it exists
	 * @throws InvalidInputException if the program or a folder is missing
	 */
	static ChildProcess start(String name, List<String> command, Path folder, Path log) {
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.redirectInput(new File((File.separatorChar == '\\') ? "NUL" : "/dev/null"));
		removeHiddenSettings(builder.environment());
		try {
			ChildProcess started = new ChildProcess(name, command, log, builder.start());
			RUNNING.add(started);
			started.process.onExit().thenRun(() -> RUNNING.remove(started));
			return started;
		}
		catch (IOException ex) {
			throw new InvalidInputException(name + " cannot be started: " + ex.getMessage(), ex);
		}
	}

	/** Removes the variables that would change an experiment. */
	static void removeHiddenSettings(Map<String, String> environment) {
		environment.keySet().removeIf((key) -> HIDDEN_SETTING.matcher(key).matches());
	}

	String name() {
		return this.name;
	}

	List<String> command() {
		return this.command;
	}

	Instant startedAt() {
		return this.startedAt;
	}

	long pid() {
		return this.process.pid();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** Waits until it has ended, at most for a time; returns whether it has. */
	boolean endsWithin(Duration limit) throws InterruptedException {
		return this.process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
	}

	/** Completes with the exit code when the process ends. */
	CompletableFuture<Integer> exit() {
		return this.process.onExit().thenApply(Process::exitValue);
	}

	/**
	 * The failure of a process that ended when it should not have.
	 * @return the exception to throw, with the end of the log
	 * @throws InterruptedException if it ended because the user pressed Ctrl-C, or the
	 * harness is ending
	 */
	RunFailedException unexpectedEnd() throws InterruptedException {
		int code = this.process.waitFor();
		if (code == INTERRUPTED || exiting) {
			throw new InterruptedException(this.name + " was interrupted");
		}
		return new RunFailedException(this.name + " ended with exit code " + code + "; its log is " + this.log,
				lastLogLines(LOG_TAIL));
	}

	/**
	 * The end of the log.
	 * @param count the most lines wanted
	 * @return the last lines, oldest first; empty if there is no log
	 */
	List<String> lastLogLines(int count) {
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

	/** The counters that the kernel has of it and of its machine. */
	synchronized Kernel kernel() {
		Kernel known = this.kernel;
		if (known == null) {
			known = Kernel.of(this.process.pid());
			this.kernel = known;
		}
		return known;
	}

	/** Asks it to end, and does not wait for that. */
	void requestStop() {
		this.process.destroy();
	}

	/**
	 * Stops it with all that it started: asks it to end, and kills it if it has not ended
	 * after 10 s. Returns when it has ended; an interrupt is kept for the caller and
	 * shortens nothing.
	 */
	@Override
	public void close() {
		stop(STOP_LIMIT);
	}

	/** Stops several at the same time. */
	static void stop(List<ChildProcess> processes) {
		processes.forEach(ChildProcess::requestStop);
		processes.forEach(ChildProcess::close);
	}

	void stop(Duration limit) {
		// Once it has ended, its children cannot be found any more.
		List<ProcessHandle> children = this.process.descendants().toList();
		this.process.destroy();
		children.forEach(ProcessHandle::destroy);
		boolean interrupted = Thread.interrupted();
		long end = System.nanoTime() + limit.toNanos();
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

	private static void stopAll() {
		exiting = true;
		List<ChildProcess> all = new ArrayList<>(RUNNING);
		all.forEach(ChildProcess::requestStop);
		long end = System.nanoTime() + STOP_LIMIT_AT_EXIT.toNanos();
		all.forEach((started) -> started.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime()))));
	}

}
