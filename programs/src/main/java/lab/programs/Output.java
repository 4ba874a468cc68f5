package lab.programs;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a program has to tell, a line each: JSON for {@code bench}, words for people.
 * Names and words hold no quotes, so nothing is escaped.
 *
 * @param out where it prints
 * @param json whether it prints JSON
 */
public record Output(PrintStream out, boolean json) {

	/** A heading, for people alone. */
	public void heading(String words) {
		if (!this.json) {
			this.out.printf("%n%s%n", words);
		}
	}

	/**
	 * Something that happened.
	 * @param event what
	 * @param at number of the step, or milliseconds since the program began
	 * @param attributes what else there is to tell
	 */
	public void event(String event, long at, Map<String, Object> attributes) {
		Map<String, Object> sorted = new TreeMap<>(attributes);
		String words = sorted.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + " " + entry.getValue())
			.collect(Collectors.joining(", "));
		String more = sorted.entrySet()
			.stream()
			.map((entry) -> ",\"%s\":%s".formatted(entry.getKey(), value(entry.getValue())))
			.collect(Collectors.joining());
		print("{\"event\":\"%s\",\"at\":%d%s}".formatted(event, at, more), "%4d  %-8s  %s".formatted(at, event, words));
	}

	/** A figure, by its name in the catalogue of the harness. */
	public void metric(String metric, double value) {
		print("{\"metric\":\"%s\",\"value\":%s}".formatted(metric, value),
				String.format(Locale.ROOT, (value == Math.rint(value)) ? "%s: %.0f" : "%s: %.1f", metric, value));
	}

	/** What was counted, and what theory says. */
	public void check(String check, long value, long expected) {
		print("{\"check\":\"%s\",\"value\":%d,\"expected\":%d}".formatted(check, value, expected),
				"%s: %d, %s".formatted(check, value, (value == expected) ? "as expected" : "EXPECTED " + expected));
	}

	private void print(String line, String words) {
		this.out.println(this.json ? line : "  " + words);
	}

	private static String value(Object value) {
		return (value instanceof Number) ? value.toString() : "\"" + value + "\"";
	}

}
