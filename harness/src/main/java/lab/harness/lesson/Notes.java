package lab.harness.lesson;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * The predictions, figures, answers and attempts of a participant in a lesson.
 *
 * @param predicted the predicted figures by the key of their question, those that they
 * did not know left out; null before they were asked
 * @param measured the measured figures, or null
 * @param choice the answer to the question why, its number in the file from 0, or null
 * @param attempts hints, checks and solution
 * @param decision their decision in their own words, or null
 */
public record Notes(@Nullable Map<String, Double> predicted, @Nullable Measured measured, @Nullable Integer choice,
		Attempts attempts, @Nullable String decision) {

	static final Notes NONE = new Notes(null, null, null, new Attempts(0, 0, null), null);

	public Notes {
		Objects.requireNonNull(attempts, "attempts");
		// People edit the file.
		InvalidInputException.require(choice == null || choice >= 0, "choice", "a choice is 0 or more, not " + choice);
		InvalidInputException.require(predicted == null || predicted.values().stream().noneMatch(Objects::isNull),
				"predicted", "a prediction that is not known is left out, not null");
		predicted = (predicted != null) ? Collections.unmodifiableMap(new LinkedHashMap<>(predicted)) : null;
	}

	Notes predicting(Map<String, Double> figures) {
		return new Notes(figures, this.measured, this.choice, this.attempts, this.decision);
	}

	Notes measuring(Measured figures) {
		return new Notes(this.predicted, figures, this.choice, this.attempts, this.decision);
	}

	Notes choosing(int number) {
		return new Notes(this.predicted, this.measured, number, this.attempts, this.decision);
	}

	Notes with(Attempts other) {
		return new Notes(this.predicted, this.measured, this.choice, other, this.decision);
	}

	Notes deciding(String words) {
		return new Notes(this.predicted, this.measured, this.choice, this.attempts, words);
	}

	/** The prediction of a question, or null if they did not know or were not asked. */
	@Nullable Double prediction(Question question) {
		return (this.predicted != null) ? this.predicted.get(question.key()) : null;
	}

	/** The measured figure of a question in its unit, or null. */
	@Nullable Double measured(Question question) {
		return (this.measured != null) ? this.measured.figures().get(question.key()) : null;
	}

	/**
	 * The figures of a run.
	 *
	 * @param figures measured figures by the key of their question, in its unit
	 */
	public record Measured(Map<String, Double> figures, State state) {

		public Measured {
			Objects.requireNonNull(state, "state");
			figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
		}

	}

	/**
	 * The way through an exercise.
	 *
	 * @param hints number of hints that were shown
	 * @param checks number of checks
	 * @param solved how it was solved, or null
	 */
	public record Attempts(int hints, int checks, @Nullable Solved solved) {

		public Attempts {
			InvalidInputException.require(hints >= 0 && checks >= 0, "attempts",
					"there are 0 hints and checks or more, not " + hints + " and " + checks);
		}

		Attempts hinted() {
			return new Attempts(this.hints + 1, this.checks, this.solved);
		}

		Attempts checked() {
			return new Attempts(this.hints, this.checks + 1, this.solved);
		}

		/** Whoever has solved it alone may look at the solution afterwards. */
		Attempts solved(Solved how) {
			return new Attempts(this.hints, this.checks, (this.solved == Solved.ALONE) ? Solved.ALONE : how);
		}

	}

	/**
	 * The way in which an exercise was solved.
	 */
	public enum Solved {

		ALONE, WITH_SOLUTION;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
