package lab.harness.model.result;

/**
 * The outcome of an effect that a source claims.
 */
public enum EffectOutcome {

	/** The whole interval meets the limit. */
	SEEN("seen"),

	/** No value of the interval meets the limit. */
	NOT_SEEN("not seen"),

	/** The interval holds the limit, or there are too few rounds for one. */
	UNDECIDED("undecided"),

	/** Something is missing: a run, a figure, or processors. */
	NOT_HERE("cannot be seen here");

	private final String words;

	EffectOutcome(String words) {
		this.words = words;
	}

	@Override
	public String toString() {
		return this.words;
	}

}
