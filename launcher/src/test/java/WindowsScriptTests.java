import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the text of {@code bench.cmd} and {@code jmeterw.cmd}. They have not been run:
 * that needs Windows.
 */
class WindowsScriptTests {

	@ParameterizedTest
	@ValueSource(strings = { "bench.cmd", "jmeterw.cmd" })
	void scriptShouldHaveTheLineEndingsWithWhichTheCommandPromptFindsLabels(String script) throws IOException {
		assertThat(text(script).replace("\r\n", "")).isNotEmpty().doesNotContain("\n", "\r");
	}

	@Test
	void benchWhenItJumpsShouldHaveTheLabel() throws IOException {
		String text = text("bench.cmd");
		List<String> labels = all(text, "(?m)^:(\\w+)");
		assertThat(all(text, "(?:goto |call :)(\\w+)")).isNotEmpty().allMatch(labels::contains);
		assertThat(labels).allMatch((label) -> text.matches("(?s).*(goto |call :)" + label + "\\b.*"));
	}

	@Test
	void benchWhenNoJavaIsNewEnoughShouldSayWhatTheShellScriptSays() throws IOException {
		List<String> message = all(text("bench"), "echo \"\\$program: (.*?)\" >&2; exit 2");
		assertThat(message).hasSize(1);
		assertThat(all(text("bench.cmd"), "echo %program%: (.*?) 1>&2\r\nexit /b 2")).isEqualTo(message);
	}

	@Test
	void benchShouldStartJavaOnlyAfterItsVersionIsKnown() throws IOException {
		assertThat(text("bench.cmd")).containsSubsequence("call :version", "if %major% geq 17 goto start", "exit /b 2",
				":start", "Bench.java\" %*", "exit /b %errorlevel%", ":version", "java -fullversion");
	}

	@Test
	void jmeterwShouldBeTheSameDoorAsBench() throws IOException {
		assertThat(text("jmeterw.cmd")).containsSubsequence("set \"BENCH_PROGRAM=jmeterw\"", "\"%~dp0bench.cmd\" %*");
		assertThat(text("bench.cmd")).contains("set \"program=%BENCH_PROGRAM%\"", "\"-Dbench.program=%program%\"");
	}

	private static List<String> all(String text, String pattern) {
		return Pattern.compile(pattern).matcher(text).results().map((MatchResult found) -> found.group(1)).toList();
	}

	private static String text(String script) throws IOException {
		return Files.readString(Path.of("..").resolve(script));
	}

}
