package lab.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the programs that Java compiles as it starts: they need a newer JDK than the
 * others, a preview feature, or an internal class of the JDK.
 */
@EnabledForJreRange(minVersion = 25)
class SourceProgramsTests {

	@ParameterizedTest
	@CsvSource({ "Continuations, --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED, 8",
			"Structured, --enable-preview, 6", "ThreadLocals, -Xmx256m, 4" })
	void programShouldCountAsTheoryPredicts(String program, String flag, int checks) throws Exception {
		Process process = start(program, List.of(flag), "--quick");
		List<String> lines = lines(process);
		assertThat(process.waitFor()).as("%s", lines).isZero();
		assertThat(Printed.checks(lines)).hasSize(checks);
	}

	@Test
	void programWhenHeapIsTooSmallShouldEnd() throws Exception {
		Process process = start("ThreadLocals", List.of("-Xmx32m", "-XX:+ExitOnOutOfMemoryError"),
				"--variant=thread-local");
		assertThat(lines(process)).isNotEmpty()
			.noneMatch((line) -> line.contains("\"metric\""))
			.anyMatch((line) -> line.contains("OutOfMemoryError"));
		assertThat(process.waitFor()).isNotZero();
	}

	private static Process start(String program, List<String> flags, String option) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(flags);
		command.addAll(List.of("-cp", "target/classes", "src/main/jdk25/" + program + ".java", "--json", option));
		return new ProcessBuilder(command).redirectErrorStream(true).start();
	}

	private static List<String> lines(Process process) throws IOException {
		return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
	}

}
