package lab.programs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The programs that Java compiles as it starts, because they need a newer JDK than the
 * rest, a preview, or a class that is internal to the JDK.
 */
@EnabledForJreRange(minVersion = 25)
class SourceProgramsTests {

	@ParameterizedTest
	@CsvSource({ "Continuations, --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED, 6",
			"Structured, --enable-preview, 4", "ThreadLocals, -Xmx256m, 3" })
	void programShouldCountWhatTheorySays(String program, String flag, int checks) throws Exception {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), flag, "-cp",
						"target/classes", "src/main/jdk25/" + program + ".java", "--json", "--quick"));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
			.toList();
		assertThat(process.waitFor()).as("%s", lines).isZero();
		assertThat(Printed.checks(lines)).hasSize(checks);
	}

}
