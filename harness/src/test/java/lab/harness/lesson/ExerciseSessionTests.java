package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

import lab.harness.lesson.Notes.Solved;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.result.CheckKind;
import lab.harness.report.Language;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExerciseSessionTests {

	@TempDir
	private Path root;

	private Classroom classroom;

	@BeforeEach
	void enter() throws IOException {
		this.classroom = Classroom.in(this.root, 7)
			.measuring("shop/200", Metric.THROUGHPUT, 299)
			.measuring("shop/200", Metric.OF_CEILING, 0.995);
	}

	private Path own() {
		return this.root.resolve("workshop/my/1/capacity.yml");
	}

	/** Gives the participant the file, with another text in place of a part of it. */
	private void change(String from, String to) throws IOException {
		String text = Files.readString(this.root.resolve("workshop/1/capacity.yml"));
		assertThat(text).contains(from);
		Files.createDirectories(own().resolveSibling(""));
		Files.writeString(own(), text.replace(from, to));
	}

	@Test
	void checkWhenThereIsNoFileShouldGiveIt() throws Exception {
		assertThat(this.classroom.exercise(1).check()).isFalse();
		assertThat(own()).hasSameTextualContentAs(this.root.resolve("workshop/1/capacity.yml"));
		assertThat(this.classroom.said()).contains("Exercise: 200 users must get 300 req/s.");
		assertThat(this.classroom.measured).isEmpty();
		assertThat(this.classroom.notes(1).attempts().checks()).isZero();
	}

	@Test
	void checkWhenTheFiguresAreReachedShouldBeSolved() throws Exception {
		change("max: 100", "max: 150");
		assertThat(this.classroom.exercise(1).check()).isTrue();
		assertThat(this.classroom.measured).containsExactly(own());
		assertThat(this.classroom.said().lines().toList().getLast()).isEqualTo("solved");
		assertThat(this.classroom.notes(1).attempts()).isEqualTo(new Notes.Attempts(0, 1, Solved.ALONE));
	}

	/** 284 of 300 is 5.3 % less, and 0.89 of the ceiling less than 0.9. */
	@ParameterizedTest
	@CsvSource({ "284, 0.995", "316, 0.995", "299, 0.89" })
	void checkWhenAFigureIsMissedShouldNotBeSolved(double throughput, double ofCeiling) throws Exception {
		change("max: 100", "max: 140");
		this.classroom.measuring("shop/200", Metric.THROUGHPUT, throughput)
			.measuring("shop/200", Metric.OF_CEILING, ofCeiling);
		assertThat(this.classroom.exercise(1).check()).isFalse();
		assertThat(this.classroom.said()).contains("300.0 ± 5 %", ">= 90.00 %", "not passed")
			.endsWith("not solved" + System.lineSeparator());
		assertThat(this.classroom.notes(1).attempts().solved()).isNull();
	}

	@Test
	void checkWhenChineseShouldHaveNoBlankBeforeAPerCentSign() throws Exception {
		change("max: 100", "max: 150");
		assertThat(this.classroom.speaking(Language.ZH).exercise(1).check()).isTrue();
		assertThat(this.classroom.said()).contains("300.0 ± 5%", ">= 90.00%", "99.50%").doesNotContain(" %");
	}

	@Test
	void checkWhenTheTaskDoesNotNameTheFigureShouldTellItOnlyIfReached() throws Exception {
		Path lesson = this.classroom.workshop().resolve("1/lesson.yml");
		Files.writeString(lesson, Files.readString(lesson).replace(", given: true", ""));
		change("max: 100", "max: 140");
		this.classroom.measuring("shop/200", Metric.OF_CEILING, 0.995).measuring("shop/200", Metric.THROUGHPUT, 200);
		assertThat(this.classroom.exercise(1).check()).isFalse();
		assertThat(this.classroom.said()).contains("?", ">= 90.00 %").doesNotContain("300.0");
		this.classroom.measuring("shop/200", Metric.THROUGHPUT, 299);
		assertThat(this.classroom.exercise(1).check()).isTrue();
		assertThat(this.classroom.said()).contains("300.0 ± 5 %");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
			users: 200           | users: 150                                            | load
			load: {              | loads: {                                              | load
			0ms..1000ms          | 0ms..500ms                                            | backend
			expect: [no-errors]  | expect: []                                            | expect
			expect: [no-errors]  | # expect: [no-errors]                                 | expect
			variants:            | {axis: { users: [150] }}variants:                     | axis
			app: tomcat-platform | app: tomcat-platform, load: { users: 150 }            | variants.shop.load
			app: tomcat-platform | app: tomcat-platform, backend: { latency: fixed 1ms } | variants.shop.backend
			""")
	void checkWhenTheTaskItselfIsChangedShouldSayWhatAndMeasureNothing(String from, String to, String key)
			throws Exception {
		change(from, to.replace("{axis: { users: [150] }}", "axis: { users: [150] }\n"));
		assertThat(this.classroom.exercise(1).check()).isFalse();
		assertThat(this.classroom.said())
			.startsWith("not solved: " + key
					+ " was changed; the exercise is: 200 users must get 300 req/s. To begin anew: ")
			.hasLineCount(1);
		assertThat(this.classroom.measured).isEmpty();
		assertThat(this.classroom.notes(1).attempts().solved()).isNull();
	}

	@Test
	void checkWhenTheTestedVariantIsGoneShouldSaySo() throws Exception {
		change("shop:", "store:");
		assertThat(this.classroom.exercise(1).check()).isFalse();
		assertThat(this.classroom.said()).startsWith("not solved: your file does not measure shop/throughput");
	}

	@Test
	void checkWhenTheFileIsNoExperimentShouldSayWhere() throws IOException {
		change("question:", "question");
		ExerciseSession exercise = this.classroom.exercise(1);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(exercise::check)
			.withMessageStartingWith(own() + ":");
	}

	@Test
	void checkWhenTheFileIsTheSolutionShouldSaySo() throws Exception {
		Files.createDirectories(own().resolveSibling(""));
		Files.writeString(own(), Files.readString(this.root.resolve("workshop/1/solution/capacity.yml")) + "\n\n");
		assertThat(this.classroom.exercise(1).check()).isTrue();
		assertThat(this.classroom.said().lines().toList().getLast()).isEqualTo("solved with the solution");
		assertThat(this.classroom.notes(1).attempts().solved()).isEqualTo(Solved.WITH_SOLUTION);
	}

	/** Two right answers may differ in nothing but their comments. */
	@Test
	void checkWhenTheFileIsTheSolutionButForCommentsShouldBeSolved() throws Exception {
		Files.createDirectories(own().resolveSibling(""));
		Files.writeString(own(),
				Files.readString(this.root.resolve("workshop/1/solution/capacity.yml")) + "\n# mine\n");
		assertThat(this.classroom.exercise(1).check()).isTrue();
		assertThat(this.classroom.notes(1).attempts().solved()).isEqualTo(Solved.ALONE);
	}

	@Test
	void checkWhenSolvedAloneShouldStaySo() throws Exception {
		change("max: 100", "max: 150");
		this.classroom.exercise(1).check();
		Files.copy(this.root.resolve("workshop/1/solution/capacity.yml"), own(), StandardCopyOption.REPLACE_EXISTING);
		this.classroom.exercise(1).check();
		assertThat(this.classroom.notes(1).attempts().solved()).isEqualTo(Solved.ALONE);
	}

	@Test
	void checkWhenDisturbedShouldStillTestTheFigures() throws Exception {
		change("max: 100", "max: 150");
		// At the ceiling the law decides the throughput, whatever the machine does.
		this.classroom.measuring("shop/200", Metric.OF_CEILING, 0.95);
		assertThat(this.classroom.failing(CheckKind.MACHINE_IDLE).exercise(1).check()).isTrue();
		assertThat(this.classroom.said()).contains("other programs disturbed the run");
	}

	@Test
	void checkWhenAnExpectationFailsShouldNotBeSolved() throws Exception {
		change("max: 100", "max: 150");
		assertThat(this.classroom.failing(CheckKind.NO_ERRORS).exercise(1).check()).isFalse();
		assertThat(this.classroom.said().lines().toList().getLast()).isEqualTo("not solved: no-errors");
	}

	@Test
	void checkWhenJavaShouldMeasureOurExperimentBesideTheFile() throws Exception {
		this.classroom.measuring("shop/3", Metric.THROUGHPUT, 61).measuring("shop/3", Metric.ERRORS, 0);
		this.classroom.exercise(2).check();
		Path run = this.root.resolve("workshop/my/2/greeting.yml");
		Files.writeString(run, "changed");
		assertThat(this.classroom.exercise(2).check()).isTrue();
		assertThat(this.classroom.measured).containsExactly(run);
		assertThat(run).hasSameTextualContentAs(this.root.resolve("workshop/2/greeting.yml"));
	}

	@Test
	void checkWhenTheLessonWasAttendedShouldAskForTheFiguresOnce() throws Exception {
		this.classroom.measuring("shop/3", Metric.THROUGHPUT, 61).measuring("shop/3", Metric.ERRORS, 0);
		this.classroom.session(2).attend("-", null);
		this.classroom.typing("sixty", "120").exercise(2).check();
		assertThat(this.classroom.said()).contains("throughput, req/s: ", "'sixty' is no number", "120");
		assertThat(this.classroom.notes(2).predicted()).isEqualTo(Map.of("shop", 120.0));
		assertThat(this.classroom.exercise(2).check()).isTrue();
		assertThat(this.classroom.said()).doesNotContain("req/s: ").contains("you", "120", "solved");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
			EN | not solved: it does not compile: | ';' expected
			ZH | 未解决：编译不通过：             | ';'
			""")
	void checkWhenJavaDoesNotCompileShouldSayWhereInOneLine(Language language, String head, String message)
			throws Exception {
		this.classroom.speaking(language).exercise(2).check();
		this.classroom.said();
		Path own = this.root.resolve("workshop/my/2/Greeting.java");
		Files.writeString(own, Files.readString(own).replace("ANSWER.call());", "ANSWER.call())"));
		assertThat(this.classroom.exercise(2).check()).isFalse();
		assertThat(this.classroom.said()).startsWith(head)
			.contains("workshop/my/2/Greeting.java:8: ", message)
			.doesNotContain(this.root.toString())
			.hasLineCount(1);
		assertThat(this.classroom.measured).isEmpty();
		assertThat(own.resolveSibling("Greeting.class")).doesNotExist();
	}

	@Test
	void checkWhenJavaNamesWhatIsNotThereShouldSayItInOneLine() throws Exception {
		this.classroom.exercise(2).check();
		this.classroom.said();
		Path own = this.root.resolve("workshop/my/2/Greeting.java");
		Files.writeString(own, Files.readString(own).replace("ANSWER.call()", "QUESTION.call()"));
		assertThat(this.classroom.exercise(2).check()).isFalse();
		assertThat(this.classroom.said()).contains("Greeting.java:8: cannot find symbol;", "QUESTION").hasLineCount(1);
	}

	@Test
	void hintShouldShowOneAfterTheOther() throws IOException {
		this.classroom.exercise(1).hint();
		assertThat(this.classroom.said().strip()).isEqualTo("Hint 1 of 2: How many are in flight?");
		this.classroom.exercise(1).hint();
		assertThat(this.classroom.said().strip()).isEqualTo("Hint 2 of 2: 300 x 0.5 = 150.");
		this.classroom.exercise(1).hint();
		assertThat(this.classroom.said()).startsWith("There is no other hint").contains("lesson 1 solution");
		assertThat(this.classroom.notes(1).attempts().hints()).isEqualTo(2);
	}

	@Test
	void solutionWhenNothingWasCheckedShouldAskForACheck() throws IOException {
		assertThat(this.classroom.exercise(1).solution()).isFalse();
		assertThat(this.classroom.said()).contains("lesson 1 check");
		assertThat(own().resolveSibling("solution-capacity.yml")).doesNotExist();
	}

	@Test
	void solutionAfterACheckShouldBeWrittenBesideTheFile() throws Exception {
		change("max: 100", "max: 90");
		this.classroom.measuring("shop/200", Metric.THROUGHPUT, 180).exercise(1).check();
		assertThat(this.classroom.exercise(1).solution()).isTrue();
		assertThat(own()).content().contains("max: 90");
		assertThat(own().resolveSibling("solution-capacity.yml"))
			.hasSameTextualContentAs(this.root.resolve("workshop/1/solution/capacity.yml"));
	}

	@Test
	void resetShouldGiveTheFileBackAndKeepTheirs() throws IOException {
		change("max: 100", "max: 90");
		this.classroom.exercise(1).reset();
		assertThat(own()).hasSameTextualContentAs(this.root.resolve("workshop/1/capacity.yml"));
		assertThat(own().resolveSibling("capacity.yml.bak")).content().contains("max: 90");
	}

	@Test
	void checkWhenALessonOnlyAdvisesShouldRefuse() throws IOException {
		ExerciseSession exercise = this.classroom.exercise(3);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(exercise::check)
			.withMessage("lesson 3 has no exercise to check");
	}

}
