package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.YamlFile;
import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The lessons of the workshop, without a run; LessonsIT runs them.
 */
class WorkshopTests {

	private static final Path WORKSHOP = Path.of("../workshop");

	/** A number, with commas between its thousands. */
	private static final Pattern NUMBER = Pattern.compile("\\d{1,3}(,\\d{3})+|\\d+(\\.\\d+)?");

	static List<LessonFile> lessons() {
		return LessonFile.all(WORKSHOP);
	}

	@Test
	void workshopShouldHaveSixLessons() {
		assertThat(lessons()).extracting(LessonFile::number).containsExactly(1, 2, 3, 4, 5, 6);
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void textShouldHaveTheSameFiguresInBothLanguages(LessonFile file) {
		for (Words words : words(file.lesson())) {
			assertThat(numbers(words.in(Language.ZH))).as("%s: %s", file.path(), words.in(Language.EN))
				.isEqualTo(numbers(words.in(Language.EN)));
		}
	}

	private static List<Words> words(Lesson lesson) {
		List<@Nullable Words> words = new ArrayList<>();
		lesson.predict().forEach((question) -> words.add(question.ask()));
		Why why = lesson.why();
		if (why != null) {
			words.add(why.ask());
			why.choices().forEach((choice) -> words.addAll(List.of(choice.text(), choice.because())));
		}
		words.add(lesson.after());
		Exercise exercise = lesson.exercise();
		if (exercise != null) {
			words.add(exercise.ask());
			exercise.checks().forEach((test) -> words.add(test.says()));
			words.addAll(exercise.hints());
		}
		words.addAll(lesson.takeHome());
		return words.stream().flatMap(Stream::ofNullable).toList();
	}

	private static Set<String> numbers(String text) {
		return NUMBER.matcher(text)
			.results()
			.map(MatchResult::group)
			.map((number) -> number.replace(",", ""))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void pageShouldNameTheMinutesOfTheLesson(LessonFile file) throws IOException {
		assertThat(file.title(Language.EN)).isNotEmpty();
		assertThat(file.title(Language.ZH)).isNotEmpty();
		assertThat(Files.readString(file.folder().resolve("lesson.md")))
			.contains("\n" + file.lesson().minutes() + " minutes. ");
		assertThat(Files.readString(file.folder().resolve("lesson.zh-CN.md")))
			.contains("\n" + file.lesson().minutes() + " 分钟。");
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void exerciseShouldHaveThreeHints(LessonFile file) {
		Exercise exercise = Objects.requireNonNull(file.lesson().exercise());
		assertThat(exercise.hints()).hasSize(exercise.advise() ? 0 : 3);
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void solutionShouldKeepTheTaskAndCompile(LessonFile file) throws IOException {
		Exercise exercise = Objects.requireNonNull(file.lesson().exercise());
		if (exercise.file() == null) {
			return;
		}
		Path shipped = file.folder().resolve(exercise.file());
		Path solution = file.solution(exercise.file());
		if (exercise.isJava()) {
			assertThat(JavaSource.mistake(shipped, Language.EN)).isNull();
			assertThat(JavaSource.mistake(solution, Language.EN)).isNull();
		}
		else {
			assertThat(KeptKeys.changed(new YamlFile(shipped), new YamlFile(solution), exercise.kept())).isNull();
		}
		assertThat(solution).content().isNotEqualTo(Files.readString(shipped));
	}

}
