package lab.harness.run.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The result of a short command.
 *
 * @param code its exit code, 0 for success
 * @param out its output, without blanks at its end
 */
public record CommandOutput(int code, String out) {

	/**
	 * Runs a command to its end, without hidden settings. An interrupt does not shorten
	 * it, since what is half done could not be cleaned up; the time limit kills it with
	 * all that it started.
	 * @throws IOException if it cannot be started
	 */
	public static CommandOutput of(ProcessBuilder command, Duration limit) throws IOException {
		ChildProcess.removeHiddenSettings(command.environment());
		Process process = command.start();
		process.onExit().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally((timeout) -> {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			return process.destroyForcibly();
		});
		String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return new CommandOutput(process.onExit().join().exitValue(), out.stripTrailing());
	}

	/** Its first line, or else the exit code. */
	public String reason() {
		return this.out.lines()
			.map(String::strip)
			.filter((line) -> !line.isEmpty())
			.findFirst()
			.orElse("exit code " + this.code);
	}

}
