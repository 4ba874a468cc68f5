package lab.harness.run.docker;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.run.CommandOutput;
import lab.harness.run.JavaProcess;
import lab.harness.run.Jdk;
import lab.harness.run.Launcher.Installation;

/**
 * The images of the services and of JMeter.
 */
record Images(Docker docker, Composition composition, Consumer<String> progress) {

	/** Its Java, then its libraries. */
	private static final String CONTENTS = "cat \"$JAVA_HOME/release\"; find / -xdev -name '*.jar' 2>/dev/null || true";

	/**
	 * Builds an image where a source has changed since; else it takes a moment.
	 * @param module its module
	 * @param settings file of the settings
	 * @param log file for the output
	 * @throws InvalidInputException if it cannot be built
	 * @throws InterruptedException if interrupted; the build is stopped
	 */
	void build(String module, Path settings, Path log) throws InterruptedException {
		this.progress.accept("image of " + module + ": building what has changed (the first time takes minutes)");
		List<String> words = this.composition.words(settings, null, "--progress", "plain", "build", module);
		try (JavaProcess build = JavaProcess.start("docker", this.docker.command(words), this.docker.root(), log,
				this.docker::clean)) {
			if (build.exit().get() != 0) {
				throw new InvalidInputException("the image of " + module + " could not be built: " + reason(log)
						+ "; the whole of it is in " + log);
			}
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The last line that says what went wrong. */
	private static String reason(Path log) {
		try (Stream<String> lines = Files.lines(log)) {
			return lines.map(String::strip)
				.filter((line) -> line.matches("(?i).*(error|failed|denied|not found|no space).*"))
				.reduce("no reason given", (earlier, later) -> later);
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	/**
	 * What an image is made of, found in a container that does nothing else.
	 */
	Installation contents(String module, String image) {
		CommandOutput answer = this.docker
			.run(List.of("run", "--rm", "--network", "none", "--entrypoint", "bash", image, "-c", CONTENTS));
		if (answer.code() != 0) {
			throw new InvalidInputException("the image " + image + " cannot be started: " + answer.why());
		}
		Properties release = new Properties();
		try {
			release.load(new StringReader(answer.out()));
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new InvalidInputException("the image " + image + " does not say which Java it has");
		}
		return new Installation(module, Jdk.value(release, "JAVA_VERSION"), Jdk.build(release),
				answer.out().lines().filter((line) -> line.endsWith(".jar")).toList());
	}

}
