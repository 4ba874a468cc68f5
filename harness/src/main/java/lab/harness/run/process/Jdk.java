package lab.harness.run.process;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;

/**
 * A JDK, or a runtime without compiler, that can run the laboratory.
 *
 * @param version its version in full, such as {@code 25.0.3}
 * @param build its vendor and build
 */
public record Jdk(Path home, String version, String build) {

	/** The oldest Java that the laboratory runs on. */
	public static final int OLDEST = 21;

	public static Jdk current() {
		return at(Path.of(System.getProperty("java.home")));
	}

	/**
	 * Reads the file {@code release} that every JDK has.
	 * @param home the folder above {@code bin}
	 * @throws InvalidInputException when there is none, or one too old
	 */
	public static Jdk at(Path home) {
		Jdk jdk = read(home);
		if (jdk.major() < OLDEST) {
			throw new InvalidInputException(
					home + " is Java " + jdk.version + "; Java " + OLDEST + " or newer is needed");
		}
		return jdk;
	}

	/**
	 * Finds a JDK of one major version: {@code JAVA_HOME}, the one that runs this
	 * harness, or one that the launcher found.
	 * @param major such as 21
	 * @throws InvalidInputException when there is none; the message lists those found
	 */
	public static Jdk find(int major) {
		return find(major, known());
	}

	static Jdk find(int major, List<Path> folders) {
		List<Jdk> found = new ArrayList<>();
		for (Path folder : folders) {
			try {
				found.add(read(folder));
			}
			catch (InvalidInputException ex) {
				// It is no JDK after all.
			}
		}
		return found.stream()
			.filter((jdk) -> jdk.major() == major)
			.findFirst()
			.orElseThrow(() -> new InvalidInputException("no JDK " + major + " found; found: "
					+ (found.isEmpty() ? "none" : found.stream().map(Jdk::toString).collect(Collectors.joining(", ")))
					+ "; set JAVA_HOME or install it where Java is usually kept"));
	}

	/** The major version, such as 25; 1 for all before Java 9. */
	public int major() {
		return Integer.parseInt(this.version.split("\\D", 2)[0]);
	}

	public Path java() {
		return java(this.home);
	}

	@Override
	public String toString() {
		return this.version + " in " + this.home;
	}

	private static Jdk read(Path home) {
		if (!Files.isRegularFile(java(home))) {
			throw new InvalidInputException(home + " is no JDK: it has no bin/java; name the folder above bin");
		}
		Properties release = new Properties();
		try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
			release.load(reader);
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new InvalidInputException(home + " is no JDK: its file release cannot be read", ex);
		}
		String version = value(release, "JAVA_VERSION");
		if (!version.matches("\\d+.*")) {
			throw new InvalidInputException(home + " is no JDK: its file release names no JAVA_VERSION");
		}
		return new Jdk(home.toAbsolutePath().normalize(), version, build(release));
	}

	/** Vendor and build, as far as the file {@code release} names them. */
	private static String build(Properties release) {
		String runtime = value(release, "JAVA_RUNTIME_VERSION");
		return Stream
			.of(value(release, "IMPLEMENTOR"), runtime.isEmpty() ? value(release, "IMPLEMENTOR_VERSION") : runtime)
			.filter((value) -> !value.isEmpty())
			.reduce((vendor, version) -> vendor + " " + version)
			.orElse("not known");
	}

	/** A value of the file {@code release}, without its quotes; empty if absent. */
	private static String value(Properties release, String key) {
		return release.getProperty(key, "").replace("\"", "").strip();
	}

	private static Path java(Path home) {
		return home.resolve("bin").resolve((File.separatorChar == '\\') ? "java.exe" : "java");
	}

	private static List<Path> known() {
		Stream<String> ours = Stream.of(System.getenv().getOrDefault("JAVA_HOME", ""), System.getProperty("java.home"));
		// The launcher knows the usual places of each system.
		Stream<String> others = Stream.of(System.getProperty("bench.jdks", "").split(File.pathSeparator));
		return Stream.concat(ours, others).filter((home) -> !home.isBlank()).map(Path::of).toList();
	}

}
