package lab.harness.target;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What a JVM holds on to: the heap that is left when all garbage was collected. What is
 * in use at any other time says when it was collected last.
 */
public final class LiveHeap {

	/** The last line of a class histogram: instances, then bytes. */
	private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

	private LiveHeap() {
	}

	/**
	 * Collects the garbage of a JVM, which stops it for some tenths of a second, and
	 * counts what is left.
	 * @param jvm a JVM that answers
	 * @return bytes, or null where nothing can tell: the JVM is in a container, or there
	 * is no jcmd beside its java
	 * @throws InterruptedException when interrupted while waiting
	 */
	public static @Nullable Long bytes(Jvm jvm) throws InterruptedException {
		if (!(jvm instanceof JavaProcess process)) {
			return null;
		}
		Path jcmd = jcmd(process);
		if (jcmd == null || !Files.isExecutable(jcmd)) {
			return null;
		}
		ProcessBuilder builder = new ProcessBuilder(jcmd.toString(), String.valueOf(process.pid()),
				"GC.class_histogram");
		JavaProcess.withoutHiddenSettings(builder.environment());
		try {
			Process asked = builder.redirectErrorStream(true).start();
			try (BufferedReader answer = asked.inputReader()) {
				Long bytes = total(answer);
				asked.waitFor();
				return bytes;
			}
			finally {
				asked.destroy();
			}
		}
		catch (IOException ex) {
			return null;
		}
	}

	/** The java of the command may have words before it that choose processors. */
	private static @Nullable Path jcmd(JavaProcess process) {
		return process.command()
			.stream()
			.map(Path::of)
			.filter((word) -> word.endsWith("java"))
			.map((java) -> java.resolveSibling("jcmd"))
			.findFirst()
			.orElse(null);
	}

	private static @Nullable Long total(BufferedReader histogram) {
		return histogram.lines()
			.map(TOTAL::matcher)
			.filter(Matcher::lookingAt)
			.map((matcher) -> Long.valueOf(matcher.group(1)))
			.reduce((first, last) -> last)
			.orElse(null);
	}

}
