package lab.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A second JVM, for what would end the first. It never outlives the thread that waits for
 * it: it is killed when that thread is interrupted, and when its own JVM is told to end.
 *
 * @param code its exit code
 * @param lines what it printed, output and errors
 */
public record ChildJvm(int code, List<String> lines) {

	private static final Duration LIMIT = Duration.ofMinutes(2);

	private static final Duration PATIENCE_AT_EXIT = Duration.ofSeconds(5);

	/** They would add flags, and a line to what it prints. */
	private static final List<String> HIDDEN_FLAGS = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

	/**
	 * Runs a class on the JDK and the class path of this JVM, until it ends.
	 * @param before a command that limits itself and then becomes the JVM, such as
	 * {@code prlimit}; or nothing
	 * @param flags flags of the JVM
	 * @param main a class with a main method
	 * @throws InterruptedException if this thread is interrupted; the JVM is dead then
	 * @throws IllegalStateException if it has not ended after two minutes
	 */
	public static ChildJvm run(List<String> before, List<String> flags, Class<?> main, String... arguments)
			throws InterruptedException {
		List<String> command = new ArrayList<>(before);
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(flags);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		HIDDEN_FLAGS.forEach(builder.environment()::remove);
		/* Before it starts, so that there is no moment at which nobody would kill it. */
		Thread hook = endsFirst(Thread.currentThread());
		Runtime.getRuntime().addShutdownHook(hook);
		try {
			return await(builder.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			remove(hook);
		}
	}

	private static ChildJvm await(Process process) throws InterruptedException {
		try {
			CompletableFuture<List<String>> lines = lines(process.inputReader());
			if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("the second JVM had not ended after " + LIMIT.toSeconds() + " s");
			}
			return new ChildJvm(process.exitValue(), lines.join());
		}
		finally {
			process.destroyForcibly().onExit().join();
		}
	}

	/** Lets a thread kill its JVM and clean up before this JVM ends. */
	private static Thread endsFirst(Thread waiting) {
		return new Thread(() -> {
			waiting.interrupt();
			try {
				waiting.join(PATIENCE_AT_EXIT);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, "end-second-jvm");
	}

	private static void remove(Thread hook) {
		try {
			Runtime.getRuntime().removeShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			// This JVM ends already, and the hook waits for this thread.
		}
	}

	/** Reads on, so that the JVM never waits for its output to be read. */
	private static CompletableFuture<List<String>> lines(BufferedReader reader) {
		CompletableFuture<List<String>> lines = new CompletableFuture<>();
		Thread.ofPlatform().daemon().start(() -> {
			try (reader; Stream<String> all = reader.lines()) {
				lines.complete(all.toList());
			}
			catch (IOException | UncheckedIOException ex) {
				lines.completeExceptionally(ex);
			}
		});
		return lines;
	}

}
