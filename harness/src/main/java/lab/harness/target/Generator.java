package lab.harness.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How JMeter runs in its container: on the same paths as outside, and as the owner of the
 * run's folder, so that what it writes there is the user's.
 *
 * @param root the project's folder
 * @param folder the run's folder
 * @param rootless whether the engine is the user's own, and root in a container is that
 * user
 */
record Generator(Path root, Path folder, boolean rootless) {

	private static final String JAR = "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar";

	/**
	 * What its container has otherwise than the compose file says.
	 * @param program JMeter
	 * @param jdk the major version of the image's Java
	 */
	Map<String, Object> changes(Program program, int jdk) {
		List<String> entrypoint = new ArrayList<>(List.of("java"));
		entrypoint.addAll(program.flags());
		entrypoint.add("-Duser.home=/tmp");
		entrypoint.addAll(ProcessLauncher.jmeterFlags(jdk));
		entrypoint.addAll(List.of("-jar", JAR));
		return Map.of("entrypoint", literal(entrypoint), "command", literal(program.arguments()), "user", owner(),
				"volumes", List.of(mount(this.root.resolve("jmeter"), true), mount(this.folder, false)));
	}

	private static List<String> literal(List<String> words) {
		return words.stream().map(ContainerLauncher::literal).toList();
	}

	private static Map<String, Object> mount(Path path, boolean readOnly) {
		String place = ContainerLauncher.literal(path.toString());
		return Map.of("type", "bind", "source", place, "target", place, "read_only", readOnly);
	}

	private String owner() {
		if (this.rootless) {
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
