package lab.harness.live;

/**
 * A request that is refused. The message is one line that says what is wrong and what
 * would be right.
 */
final class Refusal extends RuntimeException {

	private final int status;

	private final String problem;

	/**
	 * Creates a refusal.
	 * @param status the status of the answer, 400 or more
	 * @param problem a word by which a page finds the sentence in its language
	 */
	Refusal(int status, String problem, String message) {
		super(message);
		this.status = status;
		this.problem = problem;
	}

	int status() {
		return this.status;
	}

	/** The body of the answer. */
	Body body() {
		return new Body(this.problem, String.valueOf(getMessage()));
	}

	/**
	 * The JSON of a refusal.
	 *
	 * @param problem a word, such as {@code wrong-code}
	 * @param detail one line in English
	 */
	record Body(String problem, String detail) {
	}

}
