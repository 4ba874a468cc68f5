package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import lab.harness.analysis.Findings;
import lab.harness.lesson.Notes.Attempts;
import lab.harness.lesson.Notes.Solved;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.YamlFile;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Outcome;
import lab.harness.report.Language;
import lab.harness.report.Table;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;
import lab.harness.report.Text;
import org.jspecify.annotations.Nullable;

/**
 * The exercise of a lesson: the participant's file, hints, checks by measured figures,
 * and the solution.
 */
public final class ExerciseSession {

	/** Begins the name of the solution beside the participant's file. */
	private static final String SHOWN = "solution-";

	/** Of Java. */
	private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

	private final LessonFile file;

	private final Notebook notebook;

	private final Conversation conversation;

	private final Laboratory laboratory;

	public ExerciseSession(LessonFile file, Notebook notebook, Conversation conversation, Laboratory laboratory) {
		this.file = file;
		this.notebook = notebook;
		this.conversation = conversation;
		this.laboratory = laboratory;
	}

	/**
	 * Gives the participant a file of their own, unless they have it, and says what to
	 * do.
	 */
	void begin() throws IOException {
		Exercise exercise = exercise();
		Path own = own(name(exercise));
		if (!Files.exists(own)) {
			copy(this.file.folder().resolve(name(exercise)), own);
		}
		this.conversation.say(Phrase.EXERCISE, exercise.ask().in(this.conversation.language()));
		this.conversation.say(Phrase.YOUR_FILE, this.notebook.name(own), command("check"));
	}

	/** Shows the next hint. */
	public void hint() throws IOException {
		List<Words> hints = exercise().hints();
		Attempts attempts = attempts();
		if (attempts.hints() >= hints.size()) {
			this.conversation.say(Phrase.NO_HINT, command("solution"));
			return;
		}
		keep(attempts.hinted());
		this.conversation.say(Phrase.HINT, attempts.hints() + 1, hints.size(),
				hints.get(attempts.hints()).in(this.conversation.language()));
	}

	/** Replaces the participant's file by the shipped one, and keeps a copy of theirs. */
	public void reset() throws IOException {
		String name = name(exercise());
		Path own = own(name);
		if (Files.exists(own)) {
			Files.move(own, own(name + ".bak"), StandardCopyOption.REPLACE_EXISTING);
		}
		copy(this.file.folder().resolve(name), own);
		this.conversation.say(Phrase.RESET, this.notebook.name(own));
	}

	/**
	 * Writes the solution beside the participant's file, after one check.
	 * @return whether it was written
	 */
	public boolean solution() throws IOException {
		String name = name(exercise());
		if (attempts().checks() == 0) {
			this.conversation.say(Phrase.CHECK_FIRST, command("check"));
			return false;
		}
		Path beside = own(SHOWN + name);
		copy(this.file.solution(name), beside);
		this.conversation.say(Phrase.SOLUTION, this.notebook.name(beside));
		return true;
	}

	/**
	 * Measures the participant's file and tests its figures.
	 * @return whether the exercise is solved
	 * @throws InvalidInputException if the file is no experiment
	 */
	public boolean check() throws IOException, InterruptedException {
		Exercise exercise = exercise();
		Path own = own(name(exercise));
		if (!Files.exists(own)) {
			begin();
			return false;
		}
		keep(attempts().checked());
		Path run = own(Objects.requireNonNull(exercise.run()));
		if (exercise.isJava()) {
			// The experiment is no part of the exercise, and starts the file beside it.
			copy(this.file.folder().resolve(exercise.run()), run);
		}
		String obstacle = exercise.isJava() ? mistake(own) : change(exercise, own);
		if (obstacle != null) {
			this.conversation.say(obstacle);
			return false;
		}
		predict(exercise.questions());
		Findings findings = this.laboratory.measure(run);
		return findings != null && isSolved(exercise, findings, own);
	}

	/** Asks for the figures, unless they were asked or the lesson was left out. */
	private void predict(List<Question> questions) throws IOException {
		Notes notes = notes();
		Map<String, Double> kept = notes.predicted();
		if (questions.isEmpty() || kept == null || isPredicted(questions)) {
			return;
		}
		this.conversation.say(Phrase.PREDICT);
		Map<String, Double> asked = Predictions.ask(questions, this.conversation);
		if (asked != null) {
			Map<String, Double> all = new LinkedHashMap<>(kept);
			all.putAll(asked);
			this.notebook.keep(this.file.number(), notes.predicting(all));
		}
	}

	private boolean isPredicted(List<Question> questions) {
		return questions.stream().anyMatch((question) -> notes().prediction(question) != null);
	}

	private @Nullable String mistake(Path own) {
		String mistake = JavaSource.mistake(own, this.conversation.language());
		return (mistake != null) ? Phrase.COMPILE.in(this.conversation.language(),
				mistake.replace(own.toString(), this.notebook.name(own))) : null;
	}

	/** Says what is wrong with the participant's experiment, or null if it can be run. */
	private @Nullable String change(Exercise exercise, Path own) {
		String changed = KeptKeys.changed(new YamlFile(this.file.folder().resolve(name(exercise))), new YamlFile(own),
				exercise.kept());
		if (changed != null) {
			return Phrase.CHANGED.in(this.conversation.language(), changed,
					Text.clean(exercise.ask().in(this.conversation.language())), command("reset"));
		}
		List<Experiment> measured = List.of(ExperimentFile.read(own));
		return exercise.checks()
			.stream()
			.map(FigureTest::figure)
			.filter((figure) -> !figure.isIn(measured))
			.findFirst()
			.map((figure) -> Phrase.NOT_MEASURED.in(this.conversation.language(), figure))
			.orElse(null);
	}

	private boolean isSolved(Exercise exercise, Findings findings, Path own) throws IOException {
		List<Outcome> outcomes = findings.outcomes();
		State state = State.of(outcomes, exercise.checks().stream().map(FigureTest::figure).toList(),
				findings.complete());
		Map<String, List<Outcome>> measured = Map.of(findings.name(), outcomes);
		this.conversation.say(table(exercise, measured).text());
		if (state == State.INVALID) {
			this.conversation.say(Phrase.FAILED_RUN, LessonSession.reasons(outcomes, this.conversation.language()));
			return false;
		}
		if (state == State.DISTURBED) {
			this.conversation.say(Phrase.DISTURBED_CHECK);
		}
		if (!exercise.checks().stream().allMatch((test) -> passes(test, measured))) {
			if (attempts().hints() < exercise.hints().size()) {
				this.conversation.say(Phrase.HINT_IS, command("hint"));
			}
			this.conversation.say(Phrase.NOT_SOLVED);
			return false;
		}
		Solved how = isSolution(own) ? Solved.WITH_SOLUTION : Solved.ALONE;
		keep(attempts().solved(how));
		this.conversation.say((how == Solved.ALONE) ? Phrase.SOLVED : Phrase.SOLVED_WITH_SOLUTION);
		return true;
	}

	private static boolean passes(FigureTest test, Map<String, List<Outcome>> measured) {
		Double value = LessonSession.value(test.figure(), measured);
		return value != null && test.passes(value);
	}

	private Table table(Exercise exercise, Map<String, List<Outcome>> measured) {
		List<Field<FigureTest>> fields = new ArrayList<>();
		fields.add(Field.text(words(Phrase.TESTED), (test) -> test.says().in(this.conversation.language())));
		if (isPredicted(exercise.questions())) {
			fields.add(Field.figures(words(Phrase.YOU), "", (test) -> Cell
				.figure(Comparison.number((test.is() != null) ? notes().prediction(test.question()) : null))));
		}
		fields
			.addAll(List.of(
					Field.figures(words(Phrase.EXPECTED), "",
							(test) -> inLanguage(
									Cell.figure(test.limit(LessonSession.value(test.figure(), measured))))),
					Field.figures(words(Phrase.MEASURED), "",
							(test) -> inLanguage(
									Cell.of(test.figure().metric(), LessonSession.value(test.figure(), measured)))),
					Field.text("", (test) -> words(passes(test, measured) ? Phrase.PASSED : Phrase.NOT_PASSED))));
		return Table.of("", exercise.checks(), fields);
	}

	/** Chinese has no blank before a per cent sign. */
	private Cell inLanguage(Cell figure) {
		return (this.conversation.language() == Language.ZH)
				? new Cell(figure.text().replace(" %", "%"), figure.style(), figure.value()) : figure;
	}

	private String words(Phrase phrase) {
		return phrase.in(this.conversation.language());
	}

	/**
	 * Whether a file is the solution, whatever its blank space; if the participant has
	 * asked for it, whatever its comments too. Many find the same few lines themselves.
	 */
	private boolean isSolution(Path own) {
		String name = String.valueOf(own.getFileName());
		String solution = DataFile.text("file", this.file.solution(name));
		String text = DataFile.text("file", own);
		return words(solution).equals(words(text))
				|| Files.exists(own(SHOWN + name)) && words(COMMENT.matcher(solution).replaceAll(" "))
					.equals(words(COMMENT.matcher(text).replaceAll(" ")));
	}

	private static List<String> words(String text) {
		return List.of(text.strip().split("\\s+"));
	}

	private Exercise exercise() {
		Exercise exercise = this.file.lesson().exercise();
		if (exercise == null || exercise.file() == null) {
			throw new InvalidInputException("lesson " + this.file.number() + " has no exercise to check");
		}
		return exercise;
	}

	private static String name(Exercise exercise) {
		return Objects.requireNonNull(exercise.file());
	}

	private Path own(String name) {
		return this.notebook.file(this.file.number(), name);
	}

	private String command(String action) {
		return Conversation.bench("lesson " + this.file.number() + " " + action);
	}

	private Notes notes() {
		return this.notebook.of(this.file.number());
	}

	private Attempts attempts() {
		return notes().attempts();
	}

	private void keep(Attempts attempts) throws IOException {
		this.notebook.keep(this.file.number(), notes().with(attempts));
	}

	private static void copy(Path from, Path to) throws IOException {
		Files.createDirectories(to.resolveSibling(""));
		Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
	}

}
