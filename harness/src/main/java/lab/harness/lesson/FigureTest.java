package lab.harness.lesson;

import lab.harness.model.InvalidInputException;
import lab.harness.report.Text;
import org.jspecify.annotations.Nullable;

/**
 * A test of a measured figure, by which an exercise is solved. Values are those of
 * {@code result.json}: a share is a fraction of 1.
 *
 * @param is the value that it must have, or null
 * @param within per cent of that value by which it may differ
 * @param atLeast the least value, or null
 * @param atMost the greatest value, or null
 * @param says what is tested
 * @param given whether the task names the value; else a participant who has not reached
 * it is not told it
 */
public record FigureTest(Figure figure, @Nullable Double is, @Nullable Double within, @Nullable Double atLeast,
		@Nullable Double atMost, Words says, boolean given) {

	private static final double PERCENT = 100;

	public FigureTest {
		InvalidInputException.require(figure != null, "figure", "'figure' is required");
		InvalidInputException.require(says != null, "says", "'says' is required");
		InvalidInputException.require((is == null) == (within == null), "is", "'is' needs 'within', in per cent");
		InvalidInputException.require((is != null) != (atLeast != null || atMost != null), "is",
				"a check has 'is' and 'within', or 'at-least', or 'at-most'");
	}

	/** The question for the value that it must have. */
	Question question() {
		return new Question(this.figure.place().getFirst(), this.says, this.figure.metric().unit(), this.figure,
				this.is, this.within, null);
	}

	/** Whether a measured value passes. */
	boolean passes(double value) {
		if (this.is != null && this.within != null) {
			return Math.abs(value - this.is) <= this.within / PERCENT * Math.abs(this.is);
		}
		return (this.atLeast == null || value >= this.atLeast) && (this.atMost == null || value <= this.atMost);
	}

	/**
	 * The values that pass, such as {@code 300.0 ± 5 %}, or a question mark if they are
	 * the answer to the exercise, which the participant has not found.
	 */
	String limit(@Nullable Double measured) {
		if (this.is != null && !this.given && (measured == null || !passes(measured))) {
			return "?";
		}
		if (this.is != null && this.within != null) {
			return this.figure.metric().format(this.is) + " ± " + Text.number(this.within) + " %";
		}
		String least = (this.atLeast != null) ? ">= " + this.figure.metric().format(this.atLeast) : "";
		String most = (this.atMost != null) ? "<= " + this.figure.metric().format(this.atMost) : "";
		return (least + " " + most).strip();
	}

}
