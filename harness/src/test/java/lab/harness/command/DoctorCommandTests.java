package lab.harness.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.run.Launcher;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.SearchPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DoctorCommandTests {

	@TempDir
	private Path root;

	@Test
	void doctorWhenNothingIsBuiltShouldSayWhatToDoAndExitWith1() throws IOException {
		TypedCommand bench = new TypedCommand(this.root);
		assertThat(bench.run("doctor", "--workshop")).isEqualTo(1);
		assertThat(bench.stdout().lines()).last()
			.asString()
			.startsWith("ready for the workshop: no: ")
			.contains("built: run ./bench prepare, with a network");
		assertThat(bench.stdout()).contains("BAD  built: not slow-backend, programs, jmeter, tomcat-platform, ");
		try (Stream<Path> files = Files.list(this.root)) {
			assertThat(files).isEmpty();
		}
	}

	@Test
	void conditionsWhenEverythingIsBuiltShouldNeedNoMaven() throws IOException {
		buildEverything();
		assertThat(line("built", "")).isEqualTo("ok   built: everything");
		assertThat(line("Maven", "")).isEqualTo("ok   Maven: none, and none is needed");
	}

	@Test
	void conditionsWhenASourceChangedShouldNameTheModuleAndNeedMaven() throws IOException {
		buildEverything();
		assertThat(line("built", "webflux,jmeter")).startsWith("BAD  built: not webflux, jmeter: run ./bench prepare");
		assertThat(line("Maven", "webflux")).startsWith("BAD  Maven: none found: install Maven 3.8 or newer");
	}

	@Test
	void conditionsWhenThereIsNoBrowserShouldOnlyNoteIt() {
		assertThat(line("browser", ""))
			.isEqualTo("note browser: none found: ./bench open prints the path of a report instead of opening it");
	}

	@Test
	void readinessWhenOnlyAWishFailsShouldBeYes() {
		assertThat(Condition.readiness(List.of(Condition.require(true, "cores", "4", "needs 2"),
				Condition.wish(false, "browser", "none found", "open the path"))))
			.isEqualTo("ready for the workshop: yes");
	}

	@Test
	void readinessWhenConditionsFailShouldListWhatToDo() {
		assertThat(Condition.readiness(List.of(Condition.require(false, "JDK 21", "none found", "install one"),
				Condition.require(true, "cores", "4", "needs 2"),
				Condition.require(false, "ports", "port 8081 is in use; stop that process", ""))))
			.isEqualTo(
					"ready for the workshop: no: JDK 21: install one; ports: port 8081 is in use; stop that process");
	}

	private void buildEverything() throws IOException {
		for (String module : new Launcher(this.root, Jdk.current()).missing()) {
			Path jar = this.root.resolve(module.equals("jmeter") ? "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar"
					: module + "/target/" + module + ".jar");
			Files.createDirectories(jar.resolveSibling(""));
			Files.createFile(jar);
		}
	}

	/** The line of a condition on a machine without Maven, browser or screen. */
	private String line(String what, String stale) {
		CommandContext context = new CommandContext(this.root, this.root.resolve("experiments"),
				this.root.resolve("results"), this.root, 0, false, new PrintStream(OutputStream.nullOutputStream()),
				new PrintStream(OutputStream.nullOutputStream()));
		return new WorkshopConditions(context, new SearchPath("Linux", Map.of()), stale).all()
			.stream()
			.filter((condition) -> condition.what().equals(what))
			.map(Condition::line)
			.findFirst()
			.orElseThrow();
	}

}
