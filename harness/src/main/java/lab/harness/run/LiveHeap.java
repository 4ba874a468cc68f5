package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The live heap of a JVM: what is left when all garbage is collected. The heap in use at
 * any other time depends on the last collection.
 */
final class LiveHeap {

	/** The last line of a class histogram: instances, then bytes. */
	private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private LiveHeap() {
	}

	/**
	 * Collects the garbage of a JVM and counts what is left by class, which stops the JVM
	 * for some tenths of a second.
	 * @return a line for each class and one for their total; empty if it is no JVM, or
	 * there is no jcmd beside its java
	 */
	static String histogram(ChildProcess process) {
		// The command may begin with taskset.
		Optional<Path> jcmd = process.command()
			.stream()
			.map(Path::of)
			.filter((word) -> word.endsWith("java"))
			.map((java) -> java.resolveSibling("jcmd"))
			.findFirst()
			.filter(Files::isExecutable);
		if (jcmd.isEmpty()) {
			return "";
		}
		ProcessBuilder builder = new ProcessBuilder(jcmd.get().toString(), String.valueOf(process.pid()),
				"GC.class_histogram");
		ChildProcess.removeHiddenSettings(builder.environment());
		try {
			return CommandOutput.of(builder, LIMIT).out();
		}
		catch (IOException ex) {
			return "";
		}
	}

	/**
	 * The size of the live heap of a JVM.
	 * @return bytes, or null if it is unknown
	 */
	static @Nullable Long bytes(ChildProcess process) {
		return histogram(process).lines()
			.map(TOTAL::matcher)
			.filter(Matcher::lookingAt)
			.map((matcher) -> Long.valueOf(matcher.group(1)))
			.reduce((first, last) -> last)
			.orElse(null);
	}

}
