package lab.harness.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The result of a short command.
 *
 * @param code its exit code, 0 for success; -1 where it was killed at the time limit
 * @param out its standard output, without blanks at its end
 * @param err its standard error
 */
record CommandOutput(int code, String out, String err) {

	/**
	 * Runs a command to its end, and does not wait for processes that it leaves behind.
	 * An interrupt does not shorten it, since what is half done could not be cleaned up;
	 * the time limit kills it with all that it started.
	 * @throws IOException if it cannot be started
	 */
	static CommandOutput of(ProcessBuilder command, Duration limit) throws IOException {
		Path out = Files.createTempFile("command-", ".out");
		Path err = Files.createTempFile("command-", ".err");
		try {
			// Not by pipes: a process that it leaves behind would hold them open.
			Process process = command.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
			process.onExit().completeOnTimeout(process, limit.toMillis(), TimeUnit.MILLISECONDS).join();
			if (process.isAlive()) {
				process.descendants().forEach(ProcessHandle::destroyForcibly);
				process.destroyForcibly();
				return new CommandOutput(-1, "", "no answer within " + limit.toSeconds() + " s");
			}
			return new CommandOutput(process.exitValue(), read(out).stripTrailing(), read(err));
		}
		finally {
			// Windows refuses as long as a process has them open.
			out.toFile().delete();
			err.toFile().delete();
		}
	}

	private static String read(Path file) throws IOException {
		return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
	}

	/** The last line of the errors, or else the exit code. */
	String why() {
		return this.err.lines()
			.map(String::strip)
			.filter((line) -> !line.isEmpty())
			.reduce((earlier, later) -> later)
			.orElse("exit code " + this.code);
	}

}
