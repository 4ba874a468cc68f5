package lab.harness.run.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The project's {@code docker-compose.yml}: the one place for images, limits, ports and
 * hardening. Its settings are the defaults that it names, whatever an {@code .env} or the
 * environment says, so that nothing unseen changes a result.
 *
 * @param root the project's folder
 */
record Composition(Path root) {

	/** Its containers are of a project of their own, apart from those of the user. */
	static final String PROJECT = "bench";

	private static final String FILE = "docker-compose.yml";

	private static final String SETTINGS = ".env.example";

	/**
	 * A service of the file.
	 *
	 * @param image its image
	 * @param memoryBytes the most memory it may have, 0 for no limit
	 * @param cpus the most processors it may use, 0 for no limit
	 * @param javaOptions the JVM flags that the file gives it
	 */
	record Service(String image, long memoryBytes, double cpus, String javaOptions) {

		String limits() {
			return ((this.cpus > 0) ? words(this.cpus) + " CPUs" : "all CPUs") + ", "
					+ ((this.memoryBytes > 0) ? (this.memoryBytes >> 20) + " MiB" : "all memory");
		}

	}

	/** A number of processors, such as 2 or 1.5. */
	static String words(double cpus) {
		return (cpus == Math.rint(cpus)) ? String.valueOf((long) cpus) : String.valueOf(cpus);
	}

	/**
	 * The names of the settings.
	 * @throws InvalidInputException if the project has no compose file
	 */
	Set<String> settings() {
		if (!Files.isRegularFile(this.root.resolve(FILE))) {
			throw new InvalidInputException(this.root.resolve(FILE) + " is missing: --on docker needs it");
		}
		try (Stream<String> lines = Files.lines(this.root.resolve(SETTINGS))) {
			return lines.filter((line) -> line.matches("[A-Z_]+=.*"))
				.map((line) -> line.substring(0, line.indexOf('=')))
				.collect(Collectors.toSet());
		}
		catch (IOException ex) {
			throw new InvalidInputException(this.root.resolve(SETTINGS) + " cannot be read: " + ex.getMessage());
		}
	}

	/**
	 * The words of a command of Compose.
	 * @param environment file of the settings that differ from the defaults
	 * @param override file that adds to the composition, or null
	 * @param words the command and its arguments
	 */
	List<String> words(Path environment, @Nullable Path override, String... words) {
		List<String> all = new ArrayList<>(List.of("compose", "--project-name", PROJECT, "--env-file",
				environment.toString(), "--profile", "*", "--file", this.root.resolve(FILE).toString()));
		if (override != null) {
			all.addAll(List.of("--file", override.toString()));
		}
		all.addAll(List.of(words));
		return all;
	}

	/**
	 * Writes a file of settings.
	 * @param file where to
	 * @param jdk the major version of Java, or null for the default
	 * @param results the folder in which the generator may write, or null
	 * @return the file
	 */
	static Path environment(Path file, @Nullable Integer jdk, @Nullable Path results) {
		Map<String, Object> settings = new TreeMap<>();
		if (jdk != null) {
			settings.put("JAVA_VERSION", jdk);
		}
		if (results != null) {
			settings.put("RESULTS", "'" + results + "'");
		}
		try {
			Files.createDirectories(file.toAbsolutePath().getParent());
			return Files.writeString(file,
					settings.entrySet()
						.stream()
						.map((setting) -> setting.getKey() + "=" + setting.getValue() + "\n")
						.collect(Collectors.joining()));
		}
		catch (IOException ex) {
			throw new InvalidInputException(file + " cannot be written: " + ex.getMessage());
		}
	}

	/**
	 * The services, by {@code docker compose config --format json}.
	 */
	static Map<String, Service> services(JsonNode config) {
		Map<String, Service> services = new LinkedHashMap<>();
		config.path("services").properties().forEach((entry) -> {
			JsonNode service = entry.getValue();
			JsonNode limits = service.path("deploy").path("resources").path("limits");
			services.put(entry.getKey(),
					new Service(service.path("image").asString(""), limits.path("memory").asLong(0),
							limits.path("cpus").asDouble(0),
							service.path("environment").path("JAVA_OPTS").asString("")));
		});
		return services;
	}

}
