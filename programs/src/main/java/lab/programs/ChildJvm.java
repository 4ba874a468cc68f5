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
 * Runs a class in a second JVM, because the class would end the first one. The second JVM
 * never outlives the thread that waits for it: it is killed when that thread is
 * interrupted or when this JVM receives SIGTERM.
 *
 * @param code its exit code
 * @param lines the lines that it printed to stdout and stderr
 */
public record ChildJvm(int code, List<String> lines) {

	private static final Duration LIMIT = Duration.ofMinutes(2);

	private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(5);

	/** The JVM takes flags from these variables, and says so on its output. */
	private static final List<String> HIDDEN_FLAGS = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

	/**
	 * Runs a class with the JDK and the class path of this JVM until it ends.
	 * @param before a command that sets limits and then executes the JVM, such as
	 * {@code prlimit}; may be empty
	 * @param flags flags of the JVM
	 * @param main a class with a main method
	 * @throws InterruptedException if this thread is interrupted; the second JVM has been
	 * killed
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
		/*
		 * The hook is registered before the start: a JVM without a hook could outlive
		 * this one.
		 */
		Thread hook = shutdownHook(Thread.currentThread());
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

	/**
	 * Interrupts the waiting thread, so that it kills its JVM and cleans up before this
	 * JVM ends.
	 */
	private static Thread shutdownHook(Thread waiting) {
		return new Thread(() -> {
			waiting.interrupt();
			try {
				waiting.join(EXIT_TIMEOUT);
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
			// This JVM is shutting down, and the hook waits for this thread.
		}
	}

	/**
	 * Reads the output in the background, because a full pipe would block the second JVM.
	 */
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
