package lab.harness.run.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.run.CpuAffinity;
import lab.harness.run.JvmSpec;
import lab.harness.run.ProcessLauncher;

/**
 * The second file of Compose: what a container has otherwise than the project's own
 * {@code docker-compose.yml} says.
 *
 * @param spec what runs in the container
 * @param container its name
 * @param engine the engine
 * @param root the project's folder
 * @param folder the run's folder
 */
record ContainerOverride(JvmSpec spec, String container, EngineCheck.Found engine, Path root, Path folder) {

	private static final String JMETER_JAR = "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar";

	private static final String COLLECTOR = "-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC";

	/** A JVM begins with a heap of this share of the memory that it sees. */
	private static final double INITIAL_SHARE = 1 / 64.0;

	/**
	 * Of a service.
	 * @param service what the composition says of it
	 */
	Map<String, Object> ofService(Composition.Service service) {
		// An image has decided in its build which beans there are; a variant may too.
		String options = "-Dspring.aot.enabled=false "
				+ initialHeap(this.engine.engine().memoryMiB() << 20, service.memoryBytes()) + service.javaOptions();
		Map<String, Object> changes = common();
		changes.put("environment", Map.of("JAVA_OPTS", literal(merged(options, this.spec.flags()))));
		changes.put("command", literal(this.spec.arguments()));
		return of(changes);
	}

	/**
	 * Of JMeter, which runs on the same paths as outside, and as the owner of the run's
	 * folder, so that what it writes there is the user's.
	 * @param jdk the version of the image's Java
	 */
	Map<String, Object> ofJMeter(String jdk) {
		List<String> entrypoint = new ArrayList<>(List.of("java"));
		entrypoint.addAll(this.spec.flags());
		entrypoint.add("-Duser.home=/tmp");
		entrypoint.addAll(ProcessLauncher.jmeterFlags(Integer.parseInt(jdk.split("\\D+")[0])));
		entrypoint.addAll(List.of("-jar", JMETER_JAR));
		Map<String, Object> changes = common();
		changes.putAll(Map.of("entrypoint", literal(entrypoint), "command", literal(this.spec.arguments()), "user",
				owner(), "volumes", List.of(mount(this.root.resolve("jmeter"), true), mount(this.folder, false))));
		return of(changes);
	}

	private Map<String, Object> of(Map<String, Object> changes) {
		return Map.of("services", Map.of(this.spec.module(), changes));
	}

	/**
	 * The harness itself follows the start of a container, so nothing checks its health
	 * in the middle of a measurement.
	 */
	private Map<String, Object> common() {
		Map<String, Object> changes = new LinkedHashMap<>();
		changes.put("container_name", this.container);
		changes.put("restart", "no");
		changes.put("healthcheck", Map.of("disable", true));
		if (!this.spec.processors().isEmpty()) {
			changes.put("cpuset", CpuAffinity.list(this.spec.processors()));
		}
		return changes;
	}

	/**
	 * The flag, with a blank after it, by which a heap begins as large as it would
	 * outside of the container: of a limit of 1 GiB it would be 16 MiB, and grow at the
	 * cost of collections in the middle of a run. Unlike {@code -Xms} it gives way to a
	 * smaller {@code -Xmx}.
	 * @param machineBytes memory of the machine
	 * @param limitBytes memory of the container, 0 for no limit
	 */
	static String initialHeap(long machineBytes, long limitBytes) {
		return (limitBytes > 0) ? "-XX:InitialRAMPercentage="
				+ Math.round(Math.min(100, 100 * INITIAL_SHARE * machineBytes / limitBytes)) + " " : "";
	}

	/**
	 * Flags of the composition, then those of a variant, which win; but of collectors a
	 * JVM accepts only one.
	 */
	static String merged(String composition, List<String> flags) {
		boolean chosen = flags.stream().anyMatch((flag) -> flag.matches(COLLECTOR));
		return Stream
			.concat(Stream.of(composition.split(" +"))
				.filter((flag) -> !flag.isBlank() && !(chosen && flag.matches(COLLECTOR))), flags.stream())
			.collect(Collectors.joining(" "));
	}

	private static List<String> literal(List<String> words) {
		return words.stream().map(ContainerOverride::literal).toList();
	}

	/** Compose would put settings in place of whatever follows a dollar. */
	private static String literal(String text) {
		return text.replace("$", "$$");
	}

	private static Map<String, Object> mount(Path path, boolean readOnly) {
		String place = literal(path.toString());
		return Map.of("type", "bind", "source", place, "target", place, "read_only", readOnly);
	}

	private String owner() {
		if (this.engine.rootless()) {
			return "0:0";
		}
		try {
			return Files.getAttribute(this.folder, "unix:uid") + ":" + Files.getAttribute(this.folder, "unix:gid");
		}
		catch (IOException | UnsupportedOperationException ex) {
			return "0:0";
		}
	}

}
