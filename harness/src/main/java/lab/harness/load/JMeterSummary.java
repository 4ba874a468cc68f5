package lab.harness.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * JMeter's own last summary line, such as
 * {@code summary =  58000 in 00:01:00 =  964.2/s Avg:   501 Min:     0 Max:  1012 Err:     0 (0.00%)}.
 * Its throughput counts failed samples too, and divides by the time from the first sample
 * to the last, start and drain of the users included.
 *
 * @param samples all samples, failed ones too
 * @param throughput samples a second
 * @param errors failed samples
 */
public record JMeterSummary(long samples, double throughput, long errors) {

	private static final Pattern LINE = Pattern
		.compile("summary =\\s+(\\d+) in \\S+ =\\s+([\\d.]+)/s .*Err:\\s+(\\d+) .*");

	/**
	 * Reads the last summary in JMeter's output.
	 * @param output the file that holds it
	 * @return the summary, or empty when JMeter printed none
	 * @throws IOException when the file cannot be read
	 */
	public static Optional<JMeterSummary> read(Path output) throws IOException {
		try (Stream<String> lines = Files.lines(output)) {
			return lines.flatMap((line) -> parse(line).stream()).reduce((earlier, later) -> later);
		}
	}

	static Optional<JMeterSummary> parse(String line) {
		Matcher matcher = LINE.matcher(line);
		if (!matcher.matches()) {
			return Optional.empty();
		}
		return Optional.of(new JMeterSummary(Long.parseLong(matcher.group(1)), Double.parseDouble(matcher.group(2)),
				Long.parseLong(matcher.group(3))));
	}

}
