package lab.harness.analysis;

import lab.harness.model.result.Check;

/**
 * The answer of a check for a run.
 */
sealed interface Judgement {

	/** The check concerns other runs, so nobody looks for it here. */
	Judgement NOT_CONCERNED = new NotConcerned();

	record Judged(Check check) implements Judgement {
	}

	/** A reader may look for the check, which has no meaning for this run. */
	record NotApplied(String reason) implements Judgement {
	}

	record NotConcerned() implements Judgement {
	}

}
