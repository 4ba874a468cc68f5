package lab.backend;

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * A fault to inject, and the share of requests that it hits.
 *
 * @param kind the kind of fault
 * @param share the share of requests, above 0 and at most 1; 0 only for
 * {@link FaultKind#NONE}
 */
record InjectedFault(FaultKind kind, double share) {

	static final InjectedFault NONE = new InjectedFault(FaultKind.NONE, 0);

	/**
	 * Parses a fault.
	 * @param kind a kind of {@link FaultKind}
	 * @param share a number above 0 and at most 1; null means 1
	 * @throws IllegalArgumentException if the values are invalid, with a message of one
	 * line
	 */
	static InjectedFault of(String kind, @Nullable String share) {
		FaultKind known = FaultKind.of(kind);
		if (known == FaultKind.NONE) {
			Assert.isTrue(share == null, "fault none takes no share");
			return NONE;
		}
		InjectedFault fault = new InjectedFault(known, (share != null) ? share(share) : 1);
		Assert.isTrue(known != FaultKind.OUTAGE || fault.share == 1,
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
		Assert.isTrue(share > 0 && share <= 1, "share '" + text.replaceAll("\\p{Cntrl}", " ")
				+ "' is no share of arrivals; write a number above 0, at most 1, such as 0.3");
		return share;
	}

}
