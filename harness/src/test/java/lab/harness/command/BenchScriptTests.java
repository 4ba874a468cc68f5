package lab.harness.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The script {@code bench} on a machine that has no more than a test gives it: its usual
 * places for JDKs and its PATH are folders of the test.
 */
@DisabledOnOs(OS.WINDOWS)
class BenchScriptTests {

	private static final List<String> TOOLS = List.of("sh", "sed", "sort", "head", "cut", "dirname", "readlink", "find",
			"touch", "mkdir", "tail", "grep");

	@TempDir
	private Path machine;

	@BeforeEach
	void install() throws IOException {
		String script = Files.readString(Path.of("../bench"));
		for (String place : List.of("/usr/lib/jvm", "/opt/java", "/Library/Java")) {
			assertThat(script).contains(place);
			script = script.replace(place, this.machine + place);
		}
		Files.writeString(this.machine.resolve("bench"), script);
		Files.createDirectories(this.machine.resolve("bin"));
		for (String tool : TOOLS) {
			Path there = List.of("/usr/bin/", "/bin/")
				.stream()
				.map((folder) -> Path.of(folder + tool))
				.filter(Files::isExecutable)
				.findFirst()
				.orElseThrow();
			executable("bin/" + tool, "exec " + there + " \"$@\"");
		}
	}

	@Test
	void benchWhenThereIsNoJdkShouldSayWhatIsNeededInOneLine() throws Exception {
		jdk("usr/lib/jvm/jdk-17", "17.0.12");
		assertThat(bench("run", "comparison"))
			.isEqualTo("2 bench: no JDK 21 or newer found; install one (Temurin 25 is what we measure with) "
					+ "or set JAVA_HOME to it\n");
		assertThat(this.machine.resolve("target")).doesNotExist();
	}

	@Test
	void benchWhenMavenIsMissingShouldSaySoInOneLine() throws Exception {
		jdk("usr/lib/jvm/jdk-21", "21.0.4");
		assertThat(bench("list")).isEqualTo("2 bench: mvn is not on the PATH; install Maven 3.8 or newer\n");
	}

	@Test
	void benchWhenBuiltShouldRunOnTheNewestJdkAndPassOnArgumentsAndExitCode() throws Exception {
		jdk("usr/lib/jvm/jdk-21", "21.0.4");
		jdk("opt/java/jdk-25", "25.0.1");
		buildHarness();
		assertThat(bench("list", "a b")).startsWith("7 25.0.1 ").endsWith("harness.jar list a b\n");
	}

	@Test
	void benchWhenThereIsNoSuchExperimentShouldSaySoBeforeItBuildsServices() throws Exception {
		jdk("usr/lib/jvm/jdk-21", "21.0.4");
		buildHarness();
		assertThat(bench("run", "y")).endsWith("harness.jar run y\n");
	}

	private void experiment(String name) throws IOException {
		Files.createDirectories(this.machine.resolve("experiments"));
		Files.writeString(this.machine.resolve("experiments/" + name + ".yml"), "question: q\n");
	}

	private void buildHarness() throws IOException {
		Files.createDirectories(this.machine.resolve("harness/target"));
		for (String file : List.of("pom.xml", "harness/target/harness.jar", "harness/target/built")) {
			Files.createFile(this.machine.resolve(file));
		}
	}

	/** A JDK whose java says its version and its arguments, and ends with 7. */
	private void jdk(String folder, String version) throws IOException {
		Path home = this.machine.resolve(folder);
		Files.createDirectories(home.resolve("bin"));
		Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
		executable(folder + "/bin/java", "echo " + version + " \"$@\"\nexit 7");
	}

	private void executable(String name, String commands) throws IOException {
		Path file = Files.writeString(this.machine.resolve(name), "#!/bin/sh\n" + commands + "\n");
		assertThat(file.toFile().setExecutable(true)).isTrue();
	}

	/** Exit code and output. */
	private String bench(String... arguments) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(this.machine.resolve("bin/sh").toString(),
				this.machine.resolve("bench").toString());
		builder.command().addAll(List.of(arguments));
		builder.environment().clear();
		builder.environment().put("PATH", this.machine.resolve("bin").toString());
		builder.environment().put("HOME", this.machine.toString());
		Process process = builder.redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return process.waitFor() + " " + output;
	}

}
