package lab.harness.docs;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.lesson.LessonFile;
import lab.harness.lesson.Question;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages and slides of the workshop say what the data of its lessons say.
 */
class WorkshopTests {

	private static final Path WORKSHOP = Page.ROOT.resolve("workshop");

	private static List<LessonFile> lessons() {
		return LessonFile.all(WORKSHOP);
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void pageShouldTellItsMinutes(LessonFile file) throws Exception {
		Path folder = file.folder();
		assertThat(Page.text(folder.resolve("lesson.md"))).contains("\n" + file.lesson().minutes() + " minutes. ");
		assertThat(Page.text(folder.resolve("lesson.zh-CN.md"))).contains("\n" + file.lesson().minutes() + " 分钟。");
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void slidesShouldShowWhatTheLawSays(LessonFile file) throws Exception {
		String slides = Page.text(WORKSHOP.resolve("slides.html"));
		String lesson = slides.substring(slides.indexOf("\t\tnumber: " + file.number() + ","));
		String law = lesson.substring(lesson.indexOf("\t\tlaw: ["), lesson.indexOf("\t\tsentence: "));
		List<String> numbers = Pattern.compile("\\d+").matcher(law).results().map(MatchResult::group).toList();
		assertThat(numbers).containsAll(file.lesson()
			.predict()
			.stream()
			.map(Question::law)
			.flatMap(Stream::ofNullable)
			.map((figure) -> String.valueOf(Math.round(figure)))
			.toList());
	}

	@ParameterizedTest
	@CsvSource({ "teacher.md, Lesson %d, Sum", "README.md, Lesson %d, Sum", "teacher.zh-CN.md, 第 %d 课, 合计",
			"README.zh-CN.md, 第 %d 课, 合计" })
	void formsShouldAddUpTheMinutesOfTheLessons(String page, String lesson, String sum) throws Exception {
		Map<String, List<Integer>> rows = Page.text(WORKSHOP.resolve(page))
			.lines()
			.filter((line) -> line.matches("\\| [^|-]+( \\| (\\d+|-)){3} \\|"))
			.map((line) -> line.split(" *\\| *"))
			.collect(Collectors.toMap((cells) -> cells[1], WorkshopTests::minutes, (one, other) -> one));
		Map<Integer, Integer> minutes = lessons().stream()
			.collect(Collectors.toMap(LessonFile::number, (file) -> file.lesson().minutes()));
		minutes.forEach((number, whole) -> assertThat(rows.get(lesson.formatted(number))).containsAnyOf(whole)
			.isSubsetOf(whole, 0));
		List<Integer> sums = rows.get(sum);
		assertThat(sums).containsExactly(90, 150, 180);
		assertThat(IntStream.range(0, 3)
			.mapToObj((form) -> rows.entrySet()
				.stream()
				.filter((row) -> !row.getKey().equals(sum))
				.map(Map.Entry::getValue)
				.filter((row) -> !row.equals(sums))
				.mapToInt((row) -> row.get(form))
				.sum())
			.toList()).isEqualTo(sums);
	}

	/** The minutes of a row in each form; a hyphen is none. */
	private static List<Integer> minutes(String[] cells) {
		return Arrays.stream(cells)
			.skip(2)
			.map((cell) -> cell.equals("-") ? 0 : Integer.parseInt(cell))
			.collect(Collectors.toList());
	}

}
