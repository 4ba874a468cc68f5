package lab.harness.analysis;

import lab.harness.model.Check;

/**
 * The answer of a check for a run.
 */
sealed interface Judgement {

	/** The check concerns other runs, so nobody looks for it here. */
	Judgement NOT_CONCERNED = new NotConcerned();

	static Judgement of(Check check) {
		return new Judged(check);
	}

	/**
	 * A check that a reader may look for, and that has no meaning for this run.
	 * @param reason the reason in half a sentence, for the report
	 */
	static Judgement notApplied(String reason) {
		return new NotApplied(reason);
	}

	record Judged(Check check) implements Judgement {
	}

	record NotApplied(String reason) implements Judgement {
	}

	record NotConcerned() implements Judgement {
	}

}
