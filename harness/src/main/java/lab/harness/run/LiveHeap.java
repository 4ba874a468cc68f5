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
 * What a JVM holds on to: the heap that is left when all garbage is collected. What is in
 * use at any other time depends on when it was last collected.
 */
final class LiveHeap {

	/** The last line of a class histogram: instances, then bytes. */
	private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

	/** A heap of gigabytes takes seconds. */
	private static final Duration LIMIT = Duration.ofSeconds(60);

	private LiveHeap() {
	}

	/**
	 * Collects the garbage of a JVM and counts what is left, by class.
	 * @return what jcmd prints, or empty if it is unknown: it is no JVM, or has no jcmd
	 * beside its java
	 */
	static String histogram(ChildProcess process) {
		// Before the java of the command there may be words that choose processors.
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
