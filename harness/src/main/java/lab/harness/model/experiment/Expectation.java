package lab.harness.model.experiment;

import java.util.Locale;

import lab.harness.model.result.CheckKind;

/**
 * A promise of an experiment about each of its runs: that the check of the same name, a
 * {@link CheckKind}, passes.
 */
public enum Expectation {

	AT_CEILING, STEADY, NO_ERRORS, NONE_LOST, RECOVERS,

	/** Requests may fail; without it none may in a closed workload without faults. */
	ERRORS;

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
