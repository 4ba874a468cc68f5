package lab.harness.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;

/**
 * The format of a JTL, detected from its first line: JMeter lets its user choose the
 * delimiter, leave the header out, or write XML.
 *
 * @param delimiter the character between two columns
 * @param header whether the first line names the columns
 */
record JtlFormat(char delimiter, boolean header) {

	/** The columns that JMeter writes by default, in their order. */
	static final List<String> DEFAULT_COLUMNS = List.of("timeStamp", "elapsed", "label", "responseCode",
			"responseMessage", "threadName", "dataType", "success", "failureMessage", "bytes", "sentBytes",
			"grpThreads", "allThreads", "URL", "Latency", "IdleTime", "Connect");

	/** Begins the advice to change a setting of JMeter. */
	static final String SAVE = "save it with -Jjmeter.save.saveservice.";

	private static final int HEAD_BYTES = 8192;

	/** The first cell, and the character after it. */
	private static final Pattern FIRST = Pattern.compile("\"?([\\w:./ -]*?\\w)\"?([^\\w\" .:/-])(.*)");

	/**
	 * Detects the format.
	 * @throws InvalidInputException if the file is no JTL in CSV
	 */
	static JtlFormat of(Path file) throws IOException {
		String head;
		try (InputStream in = Files.newInputStream(file)) {
			head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
		}
		String line = head.lines().map((text) -> text.replace("\uFEFF", "")).findFirst().orElse("");
		if (head.isBlank()) {
			throw new InvalidInputException(file + " is empty: it holds no sample");
		}
		if (head.indexOf('\0') >= 0 || line.indexOf('\uFFFD') >= 0) {
			throw new InvalidInputException(file + " is a binary file; a JTL in CSV is needed");
		}
		if (line.stripLeading().startsWith("<")) {
			throw new InvalidInputException(
					file + ":1: this is XML and a JTL in CSV is needed: " + SAVE + "output_format=csv");
		}
		Matcher first = FIRST.matcher(line);
		if (first.matches()) {
			char delimiter = first.group(2).charAt(0);
			boolean names = List.of(line.replace("\"", "").split(Pattern.quote(first.group(2))))
				.stream()
				.anyMatch(DEFAULT_COLUMNS::contains);
			if (names || Character.isDigit(line.charAt(0))) {
				return new JtlFormat(delimiter, names);
			}
		}
		throw new InvalidInputException(
				file + ":1: no JTL: its first line names none of JMeter's columns, such as timeStamp and elapsed");
	}

}
