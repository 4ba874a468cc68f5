package lab.harness.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What commands print with {@code --lang zh}. */
class ChineseMessagesTests {

	private static final Pattern NUMBER = Pattern.compile("\\d+(?:[.,]\\d+)*");

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "--rate 300 --wait 500ms --threads 200", "--users 300 --wait 500ms --threads 200",
			"--rate 900 --wait 500ms --threads 200 --heap 512m",
			"--rate 300 --wait 100ms --query 20ms --pool 10 --held", "--rate 100 --cpu 5ms --cores 4",
			"--users 6000 --think 9.5s --wait 500ms --threads none --http-pool 500" })
	void adviceInChineseShouldHaveTheSameFigures(String arguments) {
		List<String> english = lines("advise " + arguments);
		List<String> chinese = lines("advise " + arguments + " --lang zh");
		assertThat(chinese).hasSameSizeAs(english);
		for (int line = 0; line < english.size(); line++) {
			assertThat(numbers(chinese.get(line))).as("%s, for '%s'", chinese.get(line), english.get(line))
				.isEqualTo(numbers(english.get(line)));
			// The lists of what was not given keep their words.
			if (english.get(line).endsWith(".") && !english.get(line).matches("(Assumed|Left out),.*")) {
				assertThat(chinese.get(line)).as(english.get(line))
					.endsWith("。")
					.doesNotContainPattern("[a-z]{2} [a-z]{2}");
			}
		}
	}

	@Test
	void refusalWhenTheLanguageIsUnknownShouldSayWhichThereAre() {
		assertThat(new TypedCommand(this.folder).refusal("advise", "--rate", "3", "--lang", "fr")).contains("--lang",
				"EN, ZH");
	}

	@ParameterizedTest
	@ValueSource(strings = { "open --lang zh", "--lang zh open", "open --fast --lang zh",
			"run comparison --users many --lang zh" })
	void refusalShouldSpeakTheChosenLanguageWhereverItIsChosen(String arguments) {
		TypedCommand bench = new TypedCommand(this.folder);
		assertThat(bench.run(arguments.split(" "))).isEqualTo(2);
		assertThat(bench.stderr()).startsWith("bench: ").containsPattern("\\p{IsHan}");
	}

	private List<String> lines(String arguments) {
		TypedCommand bench = new TypedCommand(this.folder);
		assertThat(bench.run(Stream.of(arguments.split(" ")).toArray(String[]::new))).as(bench.stderr()).isZero();
		return bench.stdout().lines().toList();
	}

	private static Set<String> numbers(String text) {
		return new TreeSet<>(NUMBER.matcher(text).results().map(MatchResult::group).toList());
	}

}
