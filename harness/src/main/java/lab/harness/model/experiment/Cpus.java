package lab.harness.model.experiment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;

/**
 * The processors of an app, as an orchestrator limits them: {@code 0.5}, a quota of their
 * time, or {@code set 1}, processors of which the app uses no others.
 *
 * @param count how many, above 0; whole for a set
 * @param isSet whether it is a set and no quota
 */
public record Cpus(double count, boolean isSet) {

	private static final Pattern TEXT = Pattern.compile("(set )?(\\d{1,3}(?:\\.\\d{1,3})?)");

	/**
	 * Reads the value of {@code cpus}.
	 * @throws InvalidInputException if it is none
	 */
	public static Cpus parse(String text) {
		Matcher matcher = TEXT.matcher(text);
		InvalidInputException.require(matcher.matches(), "cpus",
				"'" + text + "' cannot be a number of processors; write 0.5 for a quota of their time, or 'set 1'");
		double count = Double.parseDouble(matcher.group(2));
		boolean isSet = matcher.group(1) != null;
		InvalidInputException.require(isSet ? count >= 1 && count == Math.rint(count) : count >= 0.1, "cpus",
				"'" + text + "' is out of range; accepted: a quota of 0.1 or more, or a set of 1 or more");
		return new Cpus(count, isSet);
	}

}
