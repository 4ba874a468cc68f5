package lab.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The last comment of each program says what to expect, in a form that the formatter
 * keeps: it breaks a line of more than {@value #WIDTH} characters and does not fill the
 * next one.
 */
class ExpectedResultTests {

	private static final int WIDTH = 83;

	private static final String BEGIN = "\n\t/*-\n";

	static Stream<Path> programs() throws IOException {
		return Files.walk(Path.of("src/main"))
			.filter((file) -> file.toString().endsWith(".java"))
			.filter((file) -> read(file).matches("(?s).*( void main\\(|\\n\t@Benchmark\\n).*"));
	}

	@ParameterizedTest
	@MethodSource("programs")
	void commentShouldSayWhatToExpectInFilledLines(Path program) {
		String source = read(program);
		int begin = source.lastIndexOf(BEGIN) + BEGIN.length();
		List<String> lines = source.substring(begin, source.indexOf("\n\t */", begin))
			.lines()
			.map((line) -> line.replaceFirst("^\t \\* ?", ""))
			.toList();
		assertThat(lines).anyMatch((line) -> line.startsWith("Expected result"));
		for (int i = 1; i < lines.size(); i++) {
			String line = lines.get(i - 1);
			String word = lines.get(i).split(" ")[0];
			if (!line.isBlank() && !line.startsWith(" ") && !word.isEmpty()) {
				assertThat(line.length() + 1 + word.length()).as("room for '%s' behind: %s", word, line)
					.isGreaterThan(WIDTH);
			}
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
