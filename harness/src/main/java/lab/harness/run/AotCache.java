package lab.harness.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Service;
import lab.harness.run.process.Jdk;
import org.jspecify.annotations.Nullable;

/**
 * The AOT cache of a shipped app, for which <code>${aot-start}</code> or
 * <code>${aot-requests}</code> stands in a flag {@code -XX:AOTCache}. It holds classes
 * that are loaded and linked (JEP 483 and 514), and from JDK 25 on the profiles of their
 * methods (JEP 515). It is trained once for each build, JDK, flags and processors: by the
 * start alone, or by requests too.
 *
 * @param service the app as the experiment has it
 * @param file the cache, beside the jar
 * @param byRequests whether it is trained by requests
 */
record AotCache(Service service, Path file, boolean byRequests) {

	private static final Pattern WORD = Pattern.compile("\\$\\{aot-(start|requests)}");

	/** Whether a JVM refuses a cache that it cannot use; it does not train one. */
	private static final String MODE = "-XX:AOTMode=";

	/**
	 * The cache that a service asks for, or null for none.
	 * @param jar the jar of the app
	 */
	static @Nullable AotCache of(Service service, Path jar, Jdk jdk) {
		Matcher word = WORD.matcher(String.join(" ", service.jvm()));
		if (!word.find()) {
			return null;
		}
		CRC32 content = new CRC32();
		try {
			content.update(Files.readAllBytes(jar));
		}
		catch (IOException ex) {
			throw new InvalidInputException(jar + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
		Stream.of(jdk.toString(), String.valueOf(service.jvm()), String.valueOf(service.cpus()))
			.forEach((text) -> content.update(text.getBytes(StandardCharsets.UTF_8)));
		String name = "%s-%08x.aot".formatted(word.group(1), content.getValue());
		return new AotCache(service, jar.resolveSibling("aot").resolve(name), word.group(1).equals("requests"));
	}

	/** The file that a training writes; one that is interrupted leaves it behind. */
	private Path unfinished() {
		return this.file.resolveSibling(this.file.getFileName() + ".part");
	}

	/**
	 * Keeps what the training has written.
	 * @throws InvalidInputException if it has written nothing
	 */
	void keep() {
		try {
			Files.move(unfinished(), this.file);
		}
		catch (IOException ex) {
			throw new InvalidInputException("jvm",
					"the JVM wrote no AOT cache " + this.file + "; it needs JDK 25 or newer");
		}
	}

	boolean exists() {
		return Files.exists(this.file);
	}

	/** The flags of a JVM that uses it. */
	List<String> flags() {
		return this.service.jvm()
			.stream()
			.map((flag) -> WORD.matcher(flag).replaceAll(Matcher.quoteReplacement(this.file.toString())))
			.toList();
	}

	/** The app with flags for which it writes the cache when it ends. */
	Service training() {
		try {
			Files.createDirectories(this.file.getParent());
		}
		catch (IOException ex) {
			throw new InvalidInputException(this.file + " cannot be written: " + InvalidInputException.reason(ex), ex);
		}
		return this.service.withJvm(flags().stream()
			.filter((flag) -> !flag.startsWith(MODE))
			.map((flag) -> flag.startsWith("-XX:AOTCache=") ? "-XX:AOTCacheOutput=" + unfinished() : flag)
			.toList());
	}

}
