package lab.harness.lesson;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.lesson.Notes.Measured;
import lab.harness.lesson.Why.Choice;
import lab.harness.model.InvalidInputException;
import lab.harness.model.result.Check;
import lab.harness.model.result.Outcome;
import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;

/**
 * The course of a lesson: predict, measure, compare, ask why.
 */
public final class LessonSession {

	private static final String BECAUSE = "--because";

	private final LessonFile file;

	private final Notebook notebook;

	private final Conversation conversation;

	private final Laboratory laboratory;

	public LessonSession(LessonFile file, Notebook notebook, Conversation conversation, Laboratory laboratory) {
		this.file = file;
		this.notebook = notebook;
		this.conversation = conversation;
		this.laboratory = laboratory;
	}

	/**
	 * Takes the predictions unless they were taken, measures unless there are figures
	 * that count, and compares both. Predictions that have been compared stand.
	 * @param predictions those of the command line, or null to ask
	 * @param because the answer to the question why as its number is shown, or null to
	 * ask
	 * @return whether it went to its end; else the run was stopped
	 * @throws InvalidInputException if a prediction or an answer is none
	 */
	public boolean attend(@Nullable String predictions, @Nullable Integer because)
			throws IOException, InterruptedException {
		Why why = this.file.lesson().why();
		InvalidInputException.require(because == null || why != null, BECAUSE,
				"lesson " + this.file.number() + " asks no question why; leave it out");
		InvalidInputException.requireRange(BECAUSE, because, 1, (why != null) ? why.choices().size() : 1);
		predict(predictions);
		Measured measured = notes().measured();
		boolean again = measured == null || (measured.state() != State.OK && because == null);
		if (again && !measure()) {
			return false;
		}
		if (!again) {
			this.conversation.say(Phrase.MEASURED_BEFORE, this.notebook.name(this.notebook.folder()));
		}
		Comparison comparison = comparison();
		this.conversation.say(comparison.table().text());
		this.conversation.say(Phrase.PREDICTED, comparison.predicted(), this.file.lesson().predict().size());
		if (why == null || answer(why, because)) {
			Words after = this.file.lesson().after();
			if (after != null) {
				this.conversation.say(after);
			}
			if (this.file.lesson().exercise() != null) {
				new ExerciseSession(this.file, this.notebook, this.conversation, this.laboratory).begin();
			}
		}
		this.conversation.say(comparison().line(this.file.number()));
		return true;
	}

	private Notes notes() {
		return this.notebook.of(this.file.number());
	}

	private void keep(Notes notes) throws IOException {
		this.notebook.keep(this.file.number(), notes);
	}

	private Comparison comparison() {
		return new Comparison(this.file.lesson(), notes(), this.conversation.language());
	}

	private void predict(@Nullable String predictions) throws IOException {
		InvalidInputException.require(predictions == null || notes().measured() == null, Predictions.OPTION,
				"lesson " + this.file.number() + " is measured already, so your predictions stand; leave it out");
		if (predictions != null) {
			keep(notes().predicting(Predictions.parse(this.file.lesson(), predictions)));
		}
		else if (notes().predicted() == null) {
			this.conversation.say(Phrase.PREDICT);
			keep(notes().predicting(Predictions.ask(this.file.lesson(), this.conversation)));
			this.conversation.ask(Phrase.KEPT.in(this.conversation.language()));
		}
	}

	/** Measures all experiments; returns false if one was stopped. */
	private boolean measure() throws IOException, InterruptedException {
		Map<String, List<Outcome>> outcomes = new LinkedHashMap<>();
		boolean complete = true;
		for (Path run : this.file.runs()) {
			Findings findings = this.laboratory.measure(run);
			if (findings == null) {
				return false;
			}
			outcomes.put(findings.name(), findings.outcomes());
			complete &= findings.complete();
		}
		this.conversation.forgetTyped();
		Map<String, Double> figures = new LinkedHashMap<>();
		for (Question question : this.file.lesson().predict()) {
			Double value = value(Objects.requireNonNull(question.figure()), outcomes);
			if (value != null) {
				figures.put(question.key(), question.inUnit(value));
			}
		}
		List<Outcome> all = outcomes.values().stream().flatMap(List::stream).toList();
		State state = State.of(all,
				this.file.lesson()
					.predict()
					.stream()
					.flatMap((question) -> Stream.ofNullable(question.figure()))
					.toList(),
				complete);
		keep(notes().measuring(new Measured(figures, state)));
		if (state == State.DISTURBED) {
			this.conversation.say(Phrase.DISTURBED);
		}
		else if (state == State.INVALID) {
			this.conversation.say(Phrase.INVALID, reasons(all, this.conversation.language()));
		}
		return true;
	}

	static @Nullable Double value(Figure figure, Map<String, List<Outcome>> outcomes) {
		Outcome outcome = figure.in(outcomes);
		return (outcome != null) ? outcome.value(figure.metric()) : null;
	}

	/** Why runs are invalid: the reason of a failure, or the failed checks. */
	static String reasons(List<Outcome> outcomes, Language language) {
		return outcomes.stream()
			.map((outcome) -> (outcome.failure() != null) ? outcome.failure().reason()
					: outcome.failedChecks().stream().map(Check::name).collect(Collectors.joining(", ")))
			.filter((reason) -> !reason.isEmpty())
			.distinct()
			.map(language::of)
			.collect(Collectors.joining("; "));
	}

	/** Asks why and says what is right; returns false if nobody answers. */
	private boolean answer(Why why, @Nullable Integer because) throws IOException {
		List<Integer> order = why.order(this.notebook.seed() + this.file.number());
		this.conversation.say(why.ask());
		for (int i = 0; i < order.size(); i++) {
			this.conversation
				.say("  " + (i + 1) + ". " + why.choices().get(order.get(i)).text().in(this.conversation.language()));
		}
		if (because != null) {
			keep(notes().choosing(order.get(because - 1)));
		}
		else if (why.choice(notes().choice()) == null) {
			Integer asked = ask(order.size());
			if (asked == null) {
				this.conversation.say(Phrase.ANSWER_WITH,
						Conversation.bench("lesson " + this.file.number() + " --because 1"));
				return false;
			}
			keep(notes().choosing(order.get(asked - 1)));
		}
		Choice choice = Objects.requireNonNull(why.choice(notes().choice()));
		this.conversation.say(choice.right() ? Phrase.RIGHT : Phrase.WRONG,
				choice.because().in(this.conversation.language()));
		if (!choice.right()) {
			this.conversation.say(Phrase.RIGHT_IS, why.right().text().in(this.conversation.language()),
					why.right().because().in(this.conversation.language()));
		}
		return true;
	}

	private @Nullable Integer ask(int most) throws IOException {
		while (true) {
			String text = this.conversation.ask(Phrase.CHOOSE.in(this.conversation.language(), most));
			if (text == null) {
				return null;
			}
			if (text.strip().matches("[1-9]") && Integer.parseInt(text.strip()) <= most) {
				return Integer.valueOf(text.strip());
			}
			this.conversation.say(Phrase.NO_CHOICE, text.strip(), most);
		}
	}

}
