package lab.harness.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.lesson.Exercise;
import lab.harness.lesson.LessonFile;
import lab.harness.lesson.Notebook;
import lab.harness.lesson.Notes.Measured;
import lab.harness.lesson.Notes.Solved;
import lab.harness.lesson.Question;
import lab.harness.lesson.State;
import lab.harness.lesson.Why;
import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays the lessons of the workshop with real runs, as their data says:
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=LessonsIT}, and with
 * {@code -Dlab.lesson=5} only one.
 * <p>
 * One participant knows the law and speaks English, another is wrong and speaks Chinese.
 * A run that other programs disturb is measured once more, and then its figures are not
 * compared.
 */
class LessonsIT {

	private static final Path WORKSHOP = Page.ROOT.resolve("workshop");

	private static final Path MY = WORKSHOP.resolve("my");

	/**
	 * The files of whoever works in this checkout, out of the way of the participants.
	 */
	private static final Path SET_ASIDE = WORKSHOP.resolve("my.before-the-test");

	private String output = "";

	static List<LessonFile> lessons() {
		String lesson = System.getProperty("lab.lesson", "");
		return LessonFile.all(WORKSHOP)
			.stream()
			.filter((file) -> lesson.isEmpty() || lesson.equals(String.valueOf(file.number())))
			.toList();
	}

	static List<LessonFile> lessonsThatMeasure() {
		return lessons().stream().filter((file) -> !file.lesson().advises()).toList();
	}

	static List<LessonFile> lessonsThatAdvise() {
		return lessons().stream().filter((file) -> file.lesson().advises()).toList();
	}

	@BeforeEach
	void setFilesAside() throws IOException {
		if (Files.exists(MY) && !Files.exists(SET_ASIDE)) {
			Files.move(MY, SET_ASIDE);
		}
		delete(MY);
	}

	@AfterEach
	void bringFilesBack() throws IOException {
		delete(MY);
		if (Files.exists(SET_ASIDE)) {
			Files.move(SET_ASIDE, MY);
		}
	}

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource("lessonsThatMeasure")
	void lessonWhenPredictedByTheLawShouldAgreeAndBeSolvedByItsSolution(LessonFile file) throws Exception {
		attend(file, Language.EN, Question::law, true);
		int all = file.lesson().predict().size();
		assertThat(this.output).contains("You predicted " + all + " of " + all + ".", "Right. ");
		Measured measured = Objects.requireNonNull(notebook().of(file.number()).measured());
		if (measured.state() == State.OK) {
			assertThat(file.lesson().predict()).as("figures that are not what the law says: %s", measured.figures())
				.allMatch((question) -> question.isLaw(measured.figures().getOrDefault(question.key(), Double.NaN)));
		}

		Exercise exercise = Objects.requireNonNull(file.lesson().exercise());
		String name = Objects.requireNonNull(exercise.file());
		assertThat(bench(file, "solution", "--lang", "en")).as("the solution before a check").isEqualTo(1);
		assertThat(bench(file, "check", "--lang", "en")).as("check of the exercise as it is: %s", this.output)
			.isEqualTo(1);
		assertThat(this.output).contains("not passed", "not solved");
		assertThat(bench(file, "solution", "--lang", "en")).as(this.output).isZero();
		Path own = own(file, name);
		assertThat(own).as("the participant's file").hasSameTextualContentAs(file.folder().resolve(name));
		Files.copy(own(file, "solution-" + name), own, StandardCopyOption.REPLACE_EXISTING);
		check(file);
		assertThat(this.output).as("check of the solution").endsWith("solved with the solution\n");
		assertThat(notebook().of(file.number()).attempts().solved()).isEqualTo(Solved.WITH_SOLUTION);
		assertThat(bench(file, "reset", "--lang", "en")).isZero();
		assertThat(own).hasSameTextualContentAs(file.folder().resolve(name));
	}

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource("lessonsThatMeasure")
	void lessonWhenPredictedWrongInChineseShouldExplainAndNotBeSolvedByOtherTasks(LessonFile file) throws Exception {
		attend(file, Language.ZH, (question) -> 3 * Objects.requireNonNull(question.law()) + 1, false);
		assertThat(this.output).contains("您预测对了 0 个，共 " + file.lesson().predict().size() + " 个。", "不对。", "正确的是：",
				Objects.requireNonNull(file.lesson().after()).in(Language.ZH));

		Exercise exercise = Objects.requireNonNull(file.lesson().exercise());
		for (int hint = 0; hint < exercise.hints().size(); hint++) {
			assertThat(bench(file, "hint", "--lang", "zh")).isZero();
			assertThat(this.output).contains(exercise.hints().get(hint).in(Language.ZH));
		}
		Path own = own(file, Objects.requireNonNull(exercise.file()));
		Files.writeString(own, Files.readString(own).replaceFirst("users: \\d+|;", ""));
		assertThat(bench(file, "check", "--lang", "zh")).isEqualTo(1);
		assertThat(this.output).startsWith("未解决：").hasLineCount(1);
		assertThat(MY.resolve("home.md")).content().contains(file.title(Language.ZH), exercise.file());
	}

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource("lessonsThatAdvise")
	void lessonThatAdvisesShouldKeepTheDecision(LessonFile file) throws Exception {
		for (Language language : Language.values()) {
			assertThat(bench(file, "--predict", "rate=500,wait=500,threads=200", "--decision", "switch, measure first",
					"--lang", language.tag()))
				.as(this.output)
				.isZero();
			assertThat(this.output).contains("advise --rate 500 --wait 500ms --threads 200", "switch, measure first",
					Objects.requireNonNull(file.lesson().after()).in(language));
			assertThat(MY.resolve("home.md")).content()
				.contains("switch, measure first", file.title(language), "advise --rate 500");
		}
	}

	/**
	 * Predicts, measures and answers why, as a participant of whom we know the answer.
	 */
	private void attend(LessonFile file, Language language, Prediction prediction, boolean right) throws Exception {
		String predictions = file.lesson()
			.predict()
			.stream()
			.map((question) -> question.key() + "=" + prediction.of(question))
			.collect(Collectors.joining(","));
		assertThat(bench(file, "--predict", predictions, "--lang", language.tag())).as(this.output).isZero();
		assertThat(this.output.lines().toList().getLast()).matches("L" + file.number() + " .* \\| (ok|disturbed)");
		if (notebook().of(file.number()).measured() instanceof Measured measured && measured.state() != State.OK) {
			assertThat(bench(file, "--lang", language.tag())).as(this.output).isZero();
		}
		Why why = Objects.requireNonNull(file.lesson().why());
		List<Integer> order = why.order(notebook().seed() + file.number());
		Predicate<Integer> wanted = (choice) -> why.choices().get(choice).right() == right;
		int because = 1 + order.indexOf(order.stream().filter(wanted).findFirst().orElseThrow());
		assertThat(bench(file, "--because", String.valueOf(because), "--lang", language.tag())).as(this.output)
			.isZero();
	}

	/** Checks a file that is right; a disturbed run is measured once more. */
	private void check(LessonFile file) throws Exception {
		int code = bench(file, "check", "--lang", "en");
		if (code != 0) {
			code = bench(file, "check", "--lang", "en");
		}
		assertThat(code).as("check of the solution: %s", this.output).isZero();
	}

	private static Path own(LessonFile file, String name) {
		return MY.resolve(String.valueOf(file.number())).resolve(name);
	}

	private static Notebook notebook() throws IOException {
		return Notebook.open(Page.ROOT, (warning) -> {
			throw new AssertionError(warning);
		});
	}

	/** Runs bench with a lesson; keeps what it prints. */
	private int bench(LessonFile file, String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("./bench", "lesson", String.valueOf(file.number())));
		command.addAll(List.of(arguments));
		System.out.println("$ " + String.join(" ", command));
		Process process = new ProcessBuilder(command).directory(Page.ROOT.toFile())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
			.start();
		this.output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		System.out.print(this.output);
		return process.waitFor();
	}

	private static void delete(Path folder) throws IOException {
		if (!Files.exists(folder)) {
			return;
		}
		try (Stream<Path> files = Files.walk(folder)) {
			for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
				Files.delete(file);
			}
		}
	}

	/** The prediction of a participant. */
	private interface Prediction {

		@Nullable Double of(Question question);

	}

}
