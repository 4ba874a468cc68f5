package lab.programs;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the results of a program, one per line: JSON for {@code bench}, text for people.
 * Names and values contain no quotes, so nothing is escaped.
 *
 * @param out the stream to print to
 * @param json whether to print JSON
 */
public record Output(PrintStream out, boolean json) {

	/** Prints a heading, for people only; constants appear as the words of options. */
	public void heading(String format, Object... values) {
		if (!this.json) {
			this.out.println();
			this.out.println(format.formatted(Stream.of(values)
				.map((value) -> (value instanceof Enum<?> constant) ? Options.word(constant) : value)
				.toArray()));
		}
	}

	/**
	 * Prints an event of a timeline.
	 * @param event the name of the event
	 * @param at the number of the step, or milliseconds since the program began
	 * @param attributes further values
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

	/** Prints a figure under its name in the harness's catalogue of metrics. */
	public void metric(String metric, double value) {
		print("{\"metric\":\"%s\",\"value\":%s}".formatted(metric, value),
				String.format(Locale.ROOT, (value == Math.rint(value)) ? "%s: %.0f" : "%s: %.1f", metric, value));
	}

	/** Prints an exact count and the count that theory predicts. */
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
