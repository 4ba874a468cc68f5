package lab.harness.lesson;

import java.util.List;
import java.util.Locale;

import lab.harness.model.result.CheckKind;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Outcome;

/**
 * Whether the figures of a lesson count.
 */
public enum State {

	/** They count. */
	OK,

	/** Other programs disturbed a run; the lesson goes on. */
	DISTURBED,

	/** A run failed, or its evidence is wrong. */
	INVALID;

	/**
	 * Judges the runs of figures.
	 * @param complete whether every planned run has ended
	 */
	static State of(List<Outcome> outcomes, List<Figure> figures, boolean complete) {
		if (outcomes.stream().allMatch(Outcome::isAsExpected) && complete) {
			return outcomes.stream().anyMatch((outcome) -> isDisturbed(outcome, figures)) ? DISTURBED : OK;
		}
		boolean machine = complete
				&& outcomes.stream().allMatch((outcome) -> outcome.isAsExpected() || outcome.disturbed());
		return machine ? DISTURBED : INVALID;
	}

	/** Whether the machine is to blame that a figure may not be compared. */
	private static boolean isDisturbed(Outcome outcome, List<Figure> figures) {
		return figures.stream()
			.map(Figure::metric)
			.distinct()
			.filter((metric) -> outcome.value(metric) != null && !outcome.allows(metric))
			.flatMap((metric) -> outcome.withholding(ClaimKind.of(metric)).stream())
			.anyMatch((check) -> check.blame() == CheckKind.Blame.MACHINE);
	}

	/** The word for it in a line that is pasted into a chat. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
