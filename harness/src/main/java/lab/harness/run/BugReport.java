package lab.harness.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Writes the stack trace of an unexpected exception into a file.
 */
public final class BugReport {

	private BugReport() {
	}

	/**
	 * Writes the stack trace into a new file of the first folder that accepts one; the
	 * last resort is the temporary folder of the system.
	 * @param folders folders for the file, the preferred one first
	 * @return one line for the user, with the path of the file
	 */
	public static String write(Throwable bug, Path... folders) {
		StringWriter trace = new StringWriter();
		bug.printStackTrace(new PrintWriter(trace, true));
		String reason = bug.toString().lines().findFirst().orElse("");
		for (Path folder : Stream.concat(Stream.of(folders), Stream.of(Path.of(System.getProperty("java.io.tmpdir"))))
			.toList()) {
			try {
				Path file = Files.createTempFile(folder, "bug-", ".log");
				Files.writeString(file, trace.toString());
				return "this is a bug, please report it with " + file + ": " + reason;
			}
			catch (IOException ex) {
				// The next folder may accept it.
			}
		}
		return "this is a bug, please report it: " + reason;
	}

}
