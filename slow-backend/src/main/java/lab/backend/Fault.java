package lab.backend;

import org.jspecify.annotations.Nullable;

/**
 * A fault, and the share of arrivals that it hits.
 *
 * @param kind what goes wrong
 * @param share the share of arrivals, above 0 to 1; 0 only for {@link FaultKind#NONE}
 */
record Fault(FaultKind kind, double share) {

	static final Fault NONE = new Fault(FaultKind.NONE, 0);

	/**
	 * Reads a fault.
	 * @param kind one of the words of {@link FaultKind}
	 * @param share a number above 0, at most 1, which is what null means
	 * @throws IllegalArgumentException if the two do not make a fault, with a message of
	 * one line
	 */
	static Fault of(String kind, @Nullable String share) {
		FaultKind known = FaultKind.of(kind);
		if (known == FaultKind.NONE) {
			require(share == null, "fault none takes no share");
			return NONE;
		}
		Fault fault = new Fault(known, (share != null) ? share(share) : 1);
		require(known != FaultKind.OUTAGE || fault.share == 1,
				"fault outage takes no share: the port is there, or it is not");
		return fault;
	}

	private static double share(String text) {
		double share;
		try {
			share = Double.parseDouble(text.strip());
		}
		catch (NumberFormatException ex) {
			share = Double.NaN;
		}
		require(share > 0 && share <= 1, "share '" + text.replaceAll("\\p{Cntrl}", " ")
				+ "' is no share of arrivals; write a number above 0, at most 1, such as 0.3");
		return share;
	}

	private static void require(boolean condition, String otherwise) {
		if (!condition) {
			throw new IllegalArgumentException(otherwise);
		}
	}

}
