package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LessonFileTests {

	@TempDir
	private Path root;

	private Classroom classroom;

	@BeforeEach
	void enter() throws IOException {
		this.classroom = Classroom.in(this.root, 7);
	}

	@Test
	void allShouldReadEveryLessonInItsOrder() {
		assertThat(LessonFile.all(this.classroom.workshop())).extracting(LessonFile::number).containsExactly(1, 2, 3);
	}

	@Test
	void titleShouldBeTheHeadOfThePageInItsLanguage() {
		assertThat(this.classroom.lesson(1).title(Language.EN)).isEqualTo("The law");
		assertThat(this.classroom.lesson(1).title(Language.ZH)).isEqualTo("法则");
	}

	@Test
	void ofWhenUnknownShouldListTheLessons() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> this.classroom.lesson(9))
			.withMessage("there is no lesson 9; accepted: 1, 2, 3");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~',
			textBlock = """
					run: threads.yml            | run: threads.yml{}hour: 1   | 3: unknown key 'hour'; accepted: minutes, run, jdk-21, predict, why, after,
					minutes: 5                  | minutes: 500                | 1: minutes: 500 is out of range; accepted: 1 to 180
					run: threads.yml            | run: none.yml               | 2: run: there is no file
					law: 100                    | law: 100{}    lore: 100     | 9: unknown key 'lore'; accepted: key, ask, unit, figure, law, within
					unit: req/s                 | unit: req/min               | 6: unit: 'req/min' is no unit; accepted: %, ms, req/s,
					50/throughput               | 51/throughput               | 7: figure: nothing measures 'tomcat-platform/51/throughput' in threads
					50/throughput               | 50/speed                    | 7: figure: there is no metric 'speed'
					, zh: "在排队。"            | ~~                          | 'zh' is required: a lesson has every text in both languages
					- right: true               | - right: false              | exactly one choice has right: true
					keep: [load, backend        | kept: [load, backend        | unknown key 'kept'; accepted: ask, run, file, keep, predict, checks, hints, advise
					is: 300, within: 5          | is: 300                     | 'is' needs 'within', in per cent
					figure: shop/throughput     | figure: chop/throughput     | figure: nothing measures 'chop/throughput' in capacity
					file: capacity.yml          | file: ../1/capacity.yml     | file: '../1/capacity.yml' is no file beside the lesson
					""")
	void ofWhenTheFileIsWrongShouldSayWhereAndWhatIsRight(String right, String wrong, String message)
			throws IOException {
		Path file = this.classroom.workshop().resolve("1/lesson.yml");
		String text = Files.readString(file);
		assertThat(text).contains(right);
		Files.writeString(file,
				text.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong.replace("{}", "\n"))));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> this.classroom.lesson(1))
			.withMessageStartingWith(file + ":")
			.withMessageContaining(message)
			.satisfies((ex) -> assertThat(ex.getMessage()).hasLineCount(1));
	}

}
