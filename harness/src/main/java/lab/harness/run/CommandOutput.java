package lab.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a short command printed until it ended.
 *
 * @param code its exit code, 0 for success; -1 where it was killed at the time limit
 * @param out its standard output, without blanks at its end
 * @param err its standard error
 */
public record CommandOutput(int code, String out, String err) {

	/**
	 * Runs a command to its end. An interrupt does not shorten it, since what is half
	 * done could not be cleaned up; the time limit kills it with all that it started.
	 * @param limit the longest that it may take, its output included
	 * @throws IOException if it cannot be started
	 */
	public static CommandOutput of(ProcessBuilder command, Duration limit) throws IOException {
		Process process = command.start();
		CompletableFuture<String> out = text(process.getInputStream());
		CompletableFuture<String> err = text(process.getErrorStream());
		boolean ended = CompletableFuture.allOf(process.onExit(), out, err)
			.handle((done, failure) -> true)
			.completeOnTimeout(false, limit.toMillis(), TimeUnit.MILLISECONDS)
			.join();
		if (ended) {
			return new CommandOutput(process.exitValue(), out.join().stripTrailing(), err.join());
		}
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly();
		return new CommandOutput(-1, "", "no answer within " + limit.toSeconds() + " s");
	}

	/** The last line of the errors, which says why it failed. */
	public String why() {
		return this.err.lines()
			.map(String::strip)
			.filter((line) -> !line.isEmpty())
			.reduce((earlier, later) -> later)
			.orElse("exit code " + this.code);
	}

	/** Not on the common pool, where readers that never end would block other work. */
	private static CompletableFuture<String> text(InputStream stream) {
		CompletableFuture<String> text = new CompletableFuture<>();
		Thread.ofPlatform().daemon().name("command-output").start(() -> {
			try (stream) {
				text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
			}
			catch (IOException ex) {
				text.complete("");
			}
		});
		return text;
	}

}
