package lab.harness.experiment;

/**
 * Numbers with their range in the complaint.
 */
public final class Numbers {

	private Numbers() {
	}

	/**
	 * Reads a whole number.
	 * @throws InvalidInputException if it is none, or not from {@code least} to
	 * {@code most}
	 */
	public static int whole(String text, int least, int most) {
		try {
			int number = Integer.parseInt(text.strip());
			if (number >= least && number <= most) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			// said below
		}
		throw new InvalidInputException("'" + text + "' is no whole number from " + least + " to " + most);
	}

	/**
	 * Reads a number above 0.
	 * @throws InvalidInputException if it is none
	 */
	static double positive(String text) {
		try {
			double number = Double.parseDouble(text.strip());
			if (number > 0 && Double.isFinite(number)) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			// said below
		}
		throw new InvalidInputException("'" + text + "' is no number above 0");
	}

}
