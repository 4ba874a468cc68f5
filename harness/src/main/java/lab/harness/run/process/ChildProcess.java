package lab.harness.run.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.result.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * A JVM, or another program, that the harness started, and that ends with the harness.
 * Its output goes to a log file. Only a harness that is killed by SIGKILL leaves it
 * behind.
 *
 * @param process the process, or null for a service that ran already: it is watched by
 * its id, if that is visible from here, and never stopped
 * @param kernel the counters that the kernel has of it and of its machine
 */
public record ChildProcess(String name, List<String> command, Path log, @Nullable Process process, Instant startedAt,
		Kernel kernel) implements AutoCloseable {

	/** Lines of a log that are shown with a failure. */
	public static final int LOG_TAIL = 20;

	/**
	 * The exit code of a JVM that Ctrl-C ended: the terminal sends it to children too.
	 */
	private static final int INTERRUPTED = 128 + 2;

	/** Time to wait for child processes after Ctrl-C. */
	private static final Duration STOP_LIMIT_AT_EXIT = Duration.ofSeconds(2);

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

	/**
	 * Starts a process without the environment variables that would change an experiment
	 * and are not seen in the command.
	 * @param folder folder to start it in; a Spring Boot application reads the
	 * {@code application.yml} and {@code config/} that it finds there
	 * @param log file for its output and errors, replaced if it exists
	 * @throws InvalidInputException if the program or a folder is missing
	 */
	public static ChildProcess start(String name, List<String> command, Path folder, Path log) {
		ProcessBuilder builder = new ProcessBuilder(command);
		removeHiddenSettings(builder.environment());
		return start(name, builder, folder, log);
	}

	/**
	 * Starts a service of the reader's own with the whole environment, which may
	 * configure it.
	 * @throws InvalidInputException if the program or a folder is missing
	 */
	public static ChildProcess startOwn(String name, List<String> command, Path folder, Path log) {
		return start(name, new ProcessBuilder(command), folder, log);
	}

	private static ChildProcess start(String name, ProcessBuilder builder, Path folder, Path log) {
		builder.directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.redirectInput(new File((File.separatorChar == '\\') ? "NUL" : "/dev/null"));
		try {
			Instant startedAt = Instant.now();
			Process process = builder.start();
			ChildProcess started = new ChildProcess(name, builder.command(), log, process, startedAt,
					new Kernel(process.pid()));
			RUNNING.add(started);
			process.onExit().thenRun(() -> RUNNING.remove(started));
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

	public boolean isAlive() {
		return (this.process != null) ? this.process.isAlive()
				: this.kernel.pid() == Kernel.UNSEEN || ProcessHandle.of(this.kernel.pid()).isPresent();
	}

	private Process started() {
		return Objects.requireNonNull(this.process, "not started by the harness");
	}

	/** Waits until it has ended, at most for a time; returns whether it has. */
	public boolean endsWithin(Duration limit) throws InterruptedException {
		return started().waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Completes with the exit code when the process ends; never if the harness did not
	 * start it, because the system tells the code to the parent alone.
	 */
	public CompletableFuture<Integer> exit() {
		return (this.process != null) ? this.process.onExit().thenApply(Process::exitValue) : new CompletableFuture<>();
	}

	/** Sends SIGTERM to the process, and not to those that it started. */
	public void terminate() {
		started().destroy();
	}

	/**
	 * The failure of a process that ended when it should not have, with the end of the
	 * log. Throws an {@link InterruptedException} if it ended because of Ctrl-C or the
	 * harness.
	 */
	public RunFailedException unexpectedEnd() throws InterruptedException {
		int code = (this.process != null) ? this.process.waitFor() : 0;
		if (code == INTERRUPTED || exiting) {
			throw new InterruptedException(this.name + " was interrupted");
		}
		if (this.process == null) {
			return new RunFailedException(this.name + " ended; it was started elsewhere, so look at its own log");
		}
		return new RunFailedException(this.name + " ended with exit code " + code + "; its log is " + this.log,
				lastLogLines(LOG_TAIL));
	}

	/** The last lines of the log, oldest first; empty if there is no log. */
	public List<String> lastLogLines(int count) {
		try {
			List<String> lines = new String(Files.readAllBytes(this.log), StandardCharsets.UTF_8).lines().toList();
			return lines.subList(Math.max(0, lines.size() - count), lines.size());
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	/**
	 * Stops it with all that it started: asks them to end, and kills those that have not
	 * ended after 10 s. Returns when it has ended; an interrupt is kept for the caller
	 * and shortens nothing. Does nothing if the harness did not start it.
	 */
	@Override
	public void close() {
		if (this.process != null) {
			stop(Duration.ofSeconds(10));
		}
	}

	void stop(Duration limit) {
		stop(descendants(), limit);
	}

	/**
	 * Stops it with its descendants.
	 * @param descendants the processes that it started, found while it was alive
	 */
	private void stop(List<ProcessHandle> descendants, Duration limit) {
		requestEnd(descendants);
		Stream<CompletableFuture<?>> ends = Stream.concat(Stream.of(started().onExit()),
				descendants.stream().map(ProcessHandle::onExit));
		CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
			.thenApply((none) -> true)
			.completeOnTimeout(false, limit.toNanos(), TimeUnit.NANOSECONDS)
			.join();
		if (isAlive()) {
			started().destroyForcibly().onExit().join();
		}
		descendants.forEach(ProcessHandle::destroyForcibly);
		RUNNING.remove(this);
	}

	/** The processes that it started; none can be found once it has ended. */
	public List<ProcessHandle> descendants() {
		return started().descendants().toList();
	}

	private void requestEnd(List<ProcessHandle> descendants) {
		terminate();
		descendants.forEach(ProcessHandle::destroy);
	}

	private static void stopAll() {
		exiting = true;
		Map<ChildProcess, List<ProcessHandle>> all = new HashMap<>();
		RUNNING.forEach((started) -> all.put(started, started.descendants()));
		all.forEach(ChildProcess::requestEnd);
		long end = System.nanoTime() + STOP_LIMIT_AT_EXIT.toNanos();
		all.forEach((started, descendants) -> started.stop(descendants,
				Duration.ofNanos(Math.max(0, end - System.nanoTime()))));
	}

}
