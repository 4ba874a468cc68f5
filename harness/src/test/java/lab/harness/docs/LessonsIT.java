package lab.harness.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.lesson.Exercise;
import lab.harness.lesson.Lesson;
import lab.harness.lesson.LessonFile;
import lab.harness.lesson.Question;
import lab.harness.lesson.Why;
import lab.harness.lesson.Words;
import lab.harness.model.DataFile;
import lab.harness.report.Language;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Plays the lessons of the workshop by their data, with {@code bench} as participants
 * have it: {@code mvn -Pruns -pl harness -am verify -Dit.test=LessonsIT}, and with
 * {@code -Dlab.lesson=5} only one lesson.
 * <p>
 * One participant predicts by the law, in English, and copies the solution over the file
 * of the exercise. Another predicts twice as much, in Chinese, and solves the exercise.
 * Where other programs disturb three runs in a row, the test ends as skipped.
 */
class LessonsIT {

	private static final Path WORKSHOP = Page.ROOT.resolve("workshop");

	private static final Path MY = WORKSHOP.resolve("my");

	/** The files of whoever runs this test. */
	private static final Path KEPT = WORKSHOP.resolve("my-kept");

	/** How often a run may be disturbed. */
	private static final int MOST_TRIES = 3;

	private static final int NOT_SOLVED = 1;

	private String output = "";

	@BeforeEach
	void beginAnew() throws IOException {
		if (Files.exists(MY) && !Files.exists(KEPT)) {
			Files.move(MY, KEPT);
		}
		delete(MY);
	}

	@AfterEach
	void giveBack() throws IOException {
		delete(MY);
		if (Files.exists(KEPT)) {
			Files.move(KEPT, MY);
		}
	}

	private static void delete(Path folder) throws IOException {
		if (Files.exists(folder)) {
			try (Stream<Path> files = Files.walk(folder)) {
				for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
					Files.delete(file);
				}
			}
		}
	}

	static Stream<LessonFile> measuring() {
		return lessons().filter((file) -> !file.lesson().advises());
	}

	static Stream<LessonFile> advising() {
		return lessons().filter((file) -> file.lesson().advises());
	}

	private static Stream<LessonFile> lessons() {
		String only = System.getProperty("lab.lesson", "");
		return LessonFile.all(WORKSHOP)
			.stream()
			.filter((file) -> only.isEmpty() || only.equals(String.valueOf(file.number())));
	}

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource("measuring")
	void lessonWhenPredictedByTheLawShouldAgreeWithTheMeasuredFigures(LessonFile file) throws Exception {
		Instant begin = Instant.now();
		Lesson lesson = file.lesson();
		int all = lesson.predict().size();
		attend(file, predictions(lesson, 1), Language.EN);
		assertThat(this.output).contains("You predicted " + all + " of " + all + ".");
		assertThatFiguresAgree(file);
		int right = choice(lesson, true, Language.EN);
		assertThat(bench(file, "--because " + right, Language.EN)).isZero();
		assertThat(this.output).contains("Right. ").contains(text(lesson.after(), Language.EN));
		String line = lastLine();
		assertThat(line).matches("L" + file.number() + " \\w+ \\d+ \\|.*\\|.*\\| ok");
		assertThat(bench(file, "--because " + right, Language.ZH)).isZero();
		assertThat(lastLine()).as("the same figures in Chinese").isEqualTo(line);
		assertThat(this.output).contains("预测对了 " + all + " 个").contains(text(lesson.after(), Language.ZH));

		assertThat(bench(file, "solution", Language.EN)).as("the solution before a check").isEqualTo(NOT_SOLVED);
		assertThatHintsAreShown(file, Language.EN);
		assertThat(check(file, Language.EN)).isEqualTo(NOT_SOLVED);
		assertThat(this.output.lines()).contains("not solved");
		Path own = own(file);
		assertThat(bench(file, "solution", Language.EN)).isZero();
		assertThat(own).as("the solution lies beside it").hasSameTextualContentAs(file.folder().resolve(name(file)));
		Files.writeString(own, solution(file));
		assertThat(check(file, Language.EN)).as(this.output).isZero();
		assertThat(this.output.lines()).contains("solved with the solution");
		assertThat(bench(file, "reset", Language.EN)).isZero();
		assertThat(own).hasSameTextualContentAs(file.folder().resolve(name(file)));
		assertThat(homePage()).contains(file.title(Language.EN), "solved with the solution")
			.contains(lesson.takeHome().stream().map((words) -> text(words, Language.EN)).toList());
		assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofMinutes(lesson.minutes()));
	}

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource("measuring")
	void lessonWhenPredictedTwiceAsMuchShouldSayWhyAndLetSolveTheExercise(LessonFile file) throws Exception {
		Instant begin = Instant.now();
		Lesson lesson = file.lesson();
		attend(file, predictions(lesson, 2), Language.ZH);
		assertThat(this.output).contains("预测对了 0 个");
		assertThat(bench(file, "--because " + choice(lesson, false, Language.ZH), Language.ZH)).isZero();
		assertThat(this.output).contains("不对。", "正确的是：").contains(text(lesson.after(), Language.ZH));
		String line = lastLine();
		assertThat(bench(file, "--because " + choice(lesson, false, Language.ZH), Language.EN)).isZero();
		assertThat(lastLine()).as("the same figures in English").isEqualTo(line);

		assertThatHintsAreShown(file, Language.ZH);
		Files.writeString(own(file), solutionOfOnesOwn(file));
		assertThat(check(file, Language.ZH)).as(this.output).isZero();
		assertThat(this.output.lines()).contains("已解决");
		assertThat(homePage()).contains(file.title(Language.ZH), "已解决");
		assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofMinutes(lesson.minutes()));
	}

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource("advising")
	void lessonWhenTheServiceIsKnownShouldAdviseAndKeepTheDecision(LessonFile file) throws Exception {
		assertThat(start("./bench advise --rate 300 --wait 500ms --threads 200")).isZero();
		String law = this.output.lines().findFirst().orElseThrow();
		for (Language language : Language.values()) {
			assertThat(bench(file, "--predict rate=300,wait=500,threads=200 --decision keep", language)).isZero();
			assertThat(this.output).contains("bench advise --rate 300 --wait 500ms --threads 200", law)
				.contains(text(file.lesson().after(), language));
			assertThat(homePage()).contains("keep", "bench advise --rate 300 --wait 500ms --threads 200");
		}
	}

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource("advising")
	void lessonWhenTheServiceIsNotKnownShouldSayHowToMeasureIt(LessonFile file) throws Exception {
		for (Language language : Language.values()) {
			assertThat(bench(file, "--predict rate=300,wait=-", language)).isZero();
			assertThat(this.output).contains("bench advise --actuator").contains("--decision");
		}
	}

	/** Measures a lesson until other programs and other guests let it reach the law. */
	private void attend(LessonFile file, String predictions, Language language) throws Exception {
		assertThat(bench(file, "--predict " + predictions, language)).as(this.output).isZero();
		for (int tries = 1; tries < MOST_TRIES && !lastLine().endsWith("| ok"); tries++) {
			assertThat(bench(file, "", language)).as(this.output).isZero();
		}
		assumeThat(lastLine()).as("other programs disturb each run").doesNotEndWith("disturbed");
		assertThat(lastLine()).endsWith("| ok");
	}

	/** Checks a file until the figures are what they are without other programs. */
	private int check(LessonFile file, Language language) throws Exception {
		int code = bench(file, "check", language);
		for (int tries = 1; tries < MOST_TRIES && isDisturbed(); tries++) {
			code = bench(file, "check", language);
		}
		assumeThat(isDisturbed()).as("other programs disturb each run").isFalse();
		return code;
	}

	private boolean isDisturbed() {
		return this.output.contains("other programs disturbed") || this.output.contains("受到其他程序干扰");
	}

	private static String predictions(Lesson lesson, double factor) {
		return lesson.predict()
			.stream()
			.map((question) -> question.key() + "=" + factor * Objects.requireNonNull(question.law()))
			.collect(Collectors.joining(","));
	}

	private static void assertThatFiguresAgree(LessonFile file) {
		JsonNode figures = DataFile.mapper()
			.readTree(Page.text(MY.resolve("notebook.json")))
			.path("lessons")
			.path(String.valueOf(file.number()))
			.path("measured")
			.path("figures");
		assertThat(file.lesson().predict()).allSatisfy((question) -> assertThatFigureAgrees(question, figures));
	}

	private static void assertThatFigureAgrees(Question question, JsonNode figures) {
		assertThat(figures.path(question.key()).asDouble()).as(question.key())
			.isCloseTo(Objects.requireNonNull(question.law()),
					Percentage.withPercentage(Objects.requireNonNull(question.within())));
	}

	/** The number that a right or a wrong choice has in the order that was printed. */
	private int choice(Lesson lesson, boolean right, Language language) {
		Why why = Objects.requireNonNull(lesson.why());
		return this.output.lines()
			.map(String::strip)
			.filter((line) -> why.choices()
				.stream()
				.anyMatch((choice) -> choice.right() == right
						&& line.matches("\\d\\. \\Q" + text(choice.text(), language) + "\\E")))
			.map((line) -> Integer.valueOf(line.substring(0, 1)))
			.findFirst()
			.orElseThrow(() -> new AssertionError("no such choice in " + this.output));
	}

	private void assertThatHintsAreShown(LessonFile file, Language language) throws Exception {
		for (Words hint : exercise(file).hints()) {
			assertThat(bench(file, "hint", language)).isZero();
			assertThat(this.output).contains(text(hint, language));
		}
		assertThat(bench(file, "hint", language)).as("no other hint").isZero();
		assertThat(this.output).contains("lesson " + file.number() + " solution");
	}

	private static Exercise exercise(LessonFile file) {
		return Objects.requireNonNull(file.lesson().exercise());
	}

	private static String name(LessonFile file) {
		return Objects.requireNonNull(exercise(file).file());
	}

	private static Path own(LessonFile file) {
		return MY.resolve(String.valueOf(file.number())).resolve(name(file));
	}

	private static String solution(LessonFile file) {
		return Page.text(file.folder().resolve("solution").resolve(name(file)));
	}

	/** It has other words than that of the workshop. */
	private static String solutionOfOnesOwn(LessonFile file) {
		return name(file).endsWith(".java") ? "import java.util.Locale;\n" + solution(file)
				: solution(file).replaceFirst("#.*", "# mine");
	}

	private static String homePage() {
		return Page.text(MY.resolve("home.md"));
	}

	private static String text(@Nullable Words words, Language language) {
		return Objects.requireNonNull(words).in(language);
	}

	private String lastLine() {
		return this.output.strip().lines().reduce("", (first, second) -> second);
	}

	private int bench(LessonFile file, String arguments, Language language) throws Exception {
		return start("./bench lesson " + file.number() + " " + arguments + " --lang " + language.tag());
	}

	/** Runs a command without a terminal; its progress goes to that of the test. */
	private int start(String command) throws Exception {
		System.out.println("$ " + command);
		Process process = new ProcessBuilder(Arrays.asList(command.split(" +"))).directory(Page.ROOT.toFile())
			.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		this.output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		System.out.print(this.output);
		return process.waitFor();
	}

}
