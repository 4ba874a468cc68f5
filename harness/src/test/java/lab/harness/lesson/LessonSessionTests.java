package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

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

class LessonSessionTests {

	private static final String PREDICTIONS = "50=100,200=200,50ms=-";

	@TempDir
	private Path root;

	private Classroom classroom;

	@BeforeEach
	void enter() throws IOException {
		this.classroom = Classroom.in(this.root, 7)
			.measuring("tomcat-platform/50", Metric.THROUGHPUT, 98)
			.measuring("tomcat-platform/200", Metric.THROUGHPUT, 401)
			.measuring("tomcat-platform/50", Metric.LATENCY_MEAN, 2030);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
			50=many         | 50: 'many' is no number; write one in req/s, or - if you do not know
			50=1e3          | 50: '1e3' is no number; write one in req/s, or - if you do not know
			500=100         | unknown key '500'; accepted: 50, 200, 50ms
			100             | '100' is no prediction; write a key and a number, such as 50=120
			50=100,50=120   | the key 50 is there twice
			""")
	void attendWhenAPredictionIsNoneShouldRefuseItAndKeepNothing(String predictions, String message)
			throws IOException {
		LessonSession session = this.classroom.session(1);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> session.attend(predictions, null))
			.withMessage(message)
			.satisfies((ex) -> assertThat(ex.key()).isEqualTo("--predict"));
		assertThat(this.classroom.notes(1)).isEqualTo(Notes.NONE);
		assertThat(this.classroom.measured).isEmpty();
	}

	@Test
	void attendShouldAskUntilAFigureIsOne() throws Exception {
		this.classroom.typing("many", "100", "", "-").session(1).attend(null, null);
		assertThat(this.classroom.said()).contains("'many' is no number; write one such as 120, or nothing.");
		assertThat(this.classroom.notes(1).predicted()).isEqualTo(Map.of("50", 100.0));
	}

	/** The line after the predictions starts the run, and answers nothing. */
	@Test
	void attendShouldWaitForEnterBetweenPredictionsAndRun() throws Exception {
		this.classroom.typing("100", "", "-", "", "5").session(1).attend(null, null);
		assertThat(this.classroom.said()).containsSubsequence("Kept. Enter starts the run", "law",
				"'5' is none of 1 to 4.");
	}

	@Test
	void attendWhenNobodyAnswersShouldSayWhichOptionToGive() throws IOException {
		LessonSession session = this.classroom.session(1);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> session.attend(null, null))
			.withMessage("nobody answers; give the predictions, such as --predict 50=-,200=-,50ms=-");
		assertThat(this.classroom.measured).isEmpty();
	}

	/** 98 of 100, 401 of 400, and 2030 of 2000: -2 %, +0.25 % and +1.5 %. */
	@Test
	void attendShouldPrintPredictionLawMeasurementAndDifference() throws Exception {
		assertThat(this.classroom.session(1).attend(PREDICTIONS, null)).isTrue();
		assertThat(this.classroom.said().lines()).contains(
				"question                  unit   you   law  measured  off by",
				"50 threads: throughput    req/s  100   100        98  -2.0 %",
				"200 threads: throughput   req/s  200   400       401  +0.3 %",
				"50 threads: mean latency  ms       -  2000      2030  +1.5 %", "You predicted 1 of 3.");
	}

	@Test
	void attendShouldEndWithALineForAChat() throws Exception {
		this.classroom.session(1).attend(PREDICTIONS, null);
		assertThat(this.classroom.said().lines().toList().getLast())
			.matches("L1 (win|mac|linux) \\d+ \\| 100 200 - \\| 98 401 2030 \\| ok");
	}

	@Test
	void attendInChineseShouldSayTheSameFigures() throws Exception {
		this.classroom.session(1).attend(PREDICTIONS, 1);
		String english = this.classroom.said();
		Classroom other = Classroom.in(Files.createDirectory(this.root.resolve("zh")), 7)
			.measuring("tomcat-platform/50", Metric.THROUGHPUT, 98)
			.measuring("tomcat-platform/200", Metric.THROUGHPUT, 401)
			.measuring("tomcat-platform/50", Metric.LATENCY_MEAN, 2030)
			.speaking(Language.ZH);
		other.session(1).attend(PREDICTIONS, 1);
		String chinese = other.said();
		assertThat(chinese).contains("法则").doesNotContain("measured");
		assertThat(numbers(chinese)).containsExactlyInAnyOrderElementsOf(numbers(english));
	}

	private static List<String> numbers(String text) {
		return Pattern.compile("\\d+(\\.\\d+)?").matcher(text).results().map(MatchResult::group).toList();
	}

	/** The right choice stands first in the file, but not for everybody on the screen. */
	@Test
	void orderShouldDependOnTheSeedAlone() {
		Why why = Objects.requireNonNull(this.classroom.lesson(1).lesson().why());
		Set<Integer> first = new HashSet<>();
		for (long seed = 0; seed < 100; seed++) {
			assertThat(why.order(seed)).isEqualTo(why.order(seed)).containsExactlyInAnyOrder(0, 1, 2, 3);
			first.add(why.order(seed).getFirst());
		}
		assertThat(first).hasSize(4);
	}

	@ParameterizedTest
	@CsvSource({ "1", "2", "3", "4" })
	void attendShouldTakeAnAnswerByTheNumberThatIsShown(int because) throws Exception {
		this.classroom.session(1).attend(PREDICTIONS, because);
		String said = this.classroom.said();
		Why why = Objects.requireNonNull(this.classroom.lesson(1).lesson().why());
		Why.Choice choice = why.choices().get(Objects.requireNonNull(this.classroom.notes(1).choice()));
		assertThat(said.lines()).contains("  " + because + ". " + choice.text().in(Language.EN));
		assertThat(said).contains((choice.right() ? "Right. " : "No. ") + choice.because().in(Language.EN))
			.contains("150 of 200 users wait for a thread.", "50 / 0.5 s = 100 req/s.");
	}

	@Test
	void attendWhenNobodyAnswersWhyShouldKeepBackWhatExplainsIt() throws Exception {
		this.classroom.session(1).attend(PREDICTIONS, null);
		assertThat(this.classroom.said()).contains("lesson 1 --because 1")
			.doesNotContain("150 of 200 users", "50 / 0.5 s");
		this.classroom.typing("5", "1").session(1).attend(null, null);
		assertThat(this.classroom.said()).contains("'5' is none of 1 to 4.", "50 / 0.5 s = 100 req/s.");
		assertThat(this.classroom.measured).hasSize(1);
	}

	@Test
	void attendWhenMeasuredShouldNotTakeOtherPredictions() throws Exception {
		this.classroom.session(1).attend(PREDICTIONS, null);
		LessonSession session = this.classroom.session(1);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> session.attend("50=98", null))
			.withMessage("lesson 1 is measured already, so your predictions stand; leave it out");
		assertThat(this.classroom.notes(1).predicted()).isEqualTo(Map.of("50", 100.0, "200", 200.0));
	}

	@Test
	void attendWhenDisturbedShouldMarkTheFiguresAndGoOn() throws Exception {
		this.classroom.failing(CheckKind.MACHINE_IDLE).session(1).attend(PREDICTIONS, 1);
		String said = this.classroom.said();
		assertThat(said).contains("Other programs disturbed the run", "50 / 0.5 s = 100 req/s.");
		assertThat(said.lines().toList().getLast()).endsWith("| 98 401 2030 | disturbed");
	}

	@Test
	void attendWhenItWasDisturbedShouldMeasureAgain() throws Exception {
		this.classroom.failing(CheckKind.MACHINE_IDLE).session(1).attend(PREDICTIONS, null);
		this.classroom.checks = List.of();
		this.classroom.session(1).attend(null, null);
		assertThat(this.classroom.measured).hasSize(2);
		assertThat(this.classroom.said().lines().toList().getLast()).endsWith("| ok");
	}

	@Test
	void attendWhenInvalidShouldNameTheCheckAndGoOn() throws Exception {
		this.classroom.failing(CheckKind.NO_ERRORS).session(1).attend(PREDICTIONS, 1);
		String said = this.classroom.said();
		assertThat(said).contains("The run is invalid (no-errors)");
		assertThat(said.lines().toList().getLast()).endsWith("| invalid");
	}

	@Test
	void attendWhenSeveralRunsShouldTellTheirFiguresApart() throws Exception {
		this.classroom.measuring("virtual/200", Metric.OF_CEILING, 0.999)
			.measuring("virtual/200", Metric.THROUGHPUT, 399)
			.session(2)
			.attend("share=100,throughput=400", null);
		assertThat(this.classroom.measured).extracting((file) -> file.getFileName().toString())
			.containsExactly("first.yml", "second.yml");
		assertThat(this.classroom.said().lines().toList().getLast()).endsWith("| 100 400 | 100 399 | ok");
	}

	@ParameterizedTest
	@CsvSource({ "0", "5" })
	void attendWhenThereIsNoSuchChoiceShouldRefuseItBeforeItMeasures(int because) throws IOException {
		LessonSession session = this.classroom.session(1);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> session.attend(PREDICTIONS, because))
			.withMessage(because + " is out of range; accepted: 1 to 4");
		assertThat(this.classroom.measured).isEmpty();
	}

	@Test
	void attendShouldGiveTheExerciseOnce() throws Exception {
		this.classroom.session(1).attend(PREDICTIONS, 1);
		Path own = this.root.resolve("workshop/my/1/capacity.yml");
		assertThat(own).hasSameTextualContentAs(this.root.resolve("workshop/1/capacity.yml"));
		Files.writeString(own, "mine");
		this.classroom.session(1).attend(null, null);
		assertThat(own).hasContent("mine");
		assertThat(this.classroom.said()).contains("Exercise: 200 users must get 300 req/s.",
				"Your file: workshop/my/1/capacity.yml.");
	}

}
