package lab.harness.target;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Reads files of the kernel within a container. One shell is held open there for all
 * questions, since to start a program in a container takes some 50 ms of the processors
 * that are being measured.
 */
final class KernelFiles implements AutoCloseable {

	private static final String END = "#end";

	private static final String SCRIPT = "while read -r files; do cat $files 2>/dev/null; printf '\\n" + END
			+ "\\n'; done";

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private final Process shell;

	private final BufferedReader answers;

	private final Writer questions;

	private KernelFiles(Process shell) {
		this.shell = shell;
		this.answers = shell.inputReader();
		this.questions = shell.outputWriter();
	}

	/**
	 * Opens the shell.
	 * @param docker the engine
	 * @param container name of the container
	 */
	static KernelFiles of(Docker docker, String container) {
		return new KernelFiles(docker.start("exec", "--interactive", container, "bash", "-c", SCRIPT));
	}

	/**
	 * Reads files.
	 * @param files their paths with spaces between, which may hold patterns of the shell
	 * @return the lines of all of them; empty when the container has ended or is silent
	 */
	synchronized Optional<List<String>> read(String files) {
		CompletableFuture<Optional<List<String>>> answer = new CompletableFuture<>();
		Thread.ofPlatform().daemon().name("kernel-files").start(() -> answer.complete(ask(files)));
		Optional<List<String>> lines = answer
			.completeOnTimeout(Optional.empty(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
			.join();
		if (lines.isEmpty()) {
			// A late answer must not be taken for that to the next question.
			close();
		}
		return lines;
	}

	private Optional<List<String>> ask(String files) {
		List<String> lines = new ArrayList<>();
		try {
			this.questions.write(files + "\n");
			this.questions.flush();
			for (String line = this.answers.readLine(); line != null; line = this.answers.readLine()) {
				if (line.equals(END)) {
					// A file may end without a line feed, so the shell adds one.
					return Optional.of(lines.getLast().isEmpty() ? lines.subList(0, lines.size() - 1) : lines);
				}
				lines.add(line);
			}
		}
		catch (IOException ex) {
			// The shell has ended with its container.
		}
		return Optional.empty();
	}

	@Override
	public void close() {
		this.shell.destroy();
	}

}
