package lab.harness.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import lab.harness.model.result.Environment;
import lab.harness.model.result.Software;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.process.Git;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EnvironmentReader}.
 */
@Execution(ExecutionMode.CONCURRENT)
class EnvironmentReaderTests {

	@ParameterizedTest
	@CsvSource({ "8054464aa0c1, 8054464aa0c1, false", "8054464aa0c1-dirty, 8054464aa0c1, true",
			"unknown, unknown, false" })
	void readWhenAFileStatesTheCommitShouldBelieveIt(String stated, String commit, boolean dirty, @TempDir Path root)
			throws Exception {
		Files.writeString(root.resolve(Git.COMMIT), stated + "\n");
		Environment environment = read(root, root);
		assertThat(environment.commit()).isEqualTo(commit);
		assertThat(environment.dirty()).isEqualTo(dirty);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void readWhenOnLinuxShouldHoldTheTextOfItsFiles(@TempDir Path root) throws Exception {
		Map<String, String> settings = read(root, Path.of("/")).machine().settings();
		assertThat(settings.get("portRange")).matches("\\d+ +\\d+");
		assertThat(settings.get("openFilesSoft")).matches("\\d+");
	}

	@Test
	void readWhenTheSystemShowsNoSettingShouldLeaveItOut(@TempDir Path root) throws Exception {
		assertThat(read(root, root).machine().settings()).containsOnlyKeys("physicalCores", "stealShare", "busyShare",
				"openFilesSoft", "openFilesHard");
	}

	@Test
	void versionsShouldComeFromTheNamesOfJars() {
		assertThat(EnvironmentReader.versions(List.of("spring-boot-4.1.0.jar", "spring-boot-actuator-4.2.0.jar",
				"netty-transport-4.2.15.Final.jar", "netty-transport-native-epoll-4.2.14.Final-linux-x86_64.jar",
				"ApacheJMeter_core-5.6.3.jar", "unknown.jar")))
			.isEqualTo(Map.of("Spring Boot", "4.1.0", "Netty", "4.2.15.Final", "JMeter", "5.6.3"));
	}

	@Test
	void softwareWhenNothingIsBuiltOrManyFilesAreChangedShouldStayBounded() {
		List<String> changes = IntStream.range(0, 25).mapToObj((i) -> " M file" + i).toList();
		Software software = EnvironmentReader
			.software(List.of(new Installation("webflux", "25.0.3", "not known", List.of()),
					new Installation("jmeter", "25.0.3", "not known", List.of())), changes);
		assertThat(software.libraries()).isEqualTo(Map.of("webflux", Map.of(), "jmeter", Map.of()));
		assertThat(software.jdks()).isEqualTo(Map.of("25.0.3", "not known"));
		assertThat(software.dirtyFiles()).hasSize(20).startsWith("file0");
		assertThat(software.dirtyFilesLeftOut()).isEqualTo(5);
	}

	private static Environment read(Path root, Path system) throws InterruptedException {
		return EnvironmentReader.read(root, system, List.of(new Installation("programs", "25", "Vendor", List.of())),
				false, new EnvironmentReader.Shares(0, 0));
	}

}
