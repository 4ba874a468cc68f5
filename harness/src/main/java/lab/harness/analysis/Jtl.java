package lab.harness.analysis;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import lab.harness.experiment.InvalidInputException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * JMeter's file of samples, read row by row in bounded memory. Columns are found by name,
 * so their order and any more of them do not matter.
 */
public final class Jtl {

	private static final List<String> REQUIRED = List.of("timeStamp", "elapsed", "label", "success");

	private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();

	private final Path file;

	public Jtl(Path file) {
		this.file = file;
	}

	/**
	 * Hands each row to the consumer, in the order of the file.
	 * @return false when the last row was cut off in the middle; it is left out
	 * @throws InvalidInputException if the file is no JTL in CSV, with line and reason
	 */
	boolean forEach(Consumer<JtlRow> consumer) {
		try (Reader reader = Files.newBufferedReader(this.file, StandardCharsets.UTF_8);
				CSVParser parser = FORMAT.parse(reader)) {
			Map<String, Integer> columns = columns(parser);
			int width = columns.size();
			Iterator<CSVRecord> records = parser.iterator();
			while (true) {
				long line = parser.getCurrentLineNumber() + 1;
				CSVRecord row;
				try {
					if (!records.hasNext()) {
						return true;
					}
					row = records.next();
				}
				catch (UncheckedIOException | IllegalStateException ex) {
					// A quoted field that the end of the file cut off.
					return false;
				}
				if (row.size() < width) {
					if (records.hasNext()) {
						throw error(line, row.size() + " columns where the header has " + width);
					}
					return false;
				}
				consumer.accept(row(row, line));
			}
		}
		catch (IOException ex) {
			throw new InvalidInputException(this.file + " cannot be read: " + ex.getMessage());
		}
	}

	private Map<String, Integer> columns(CSVParser parser) {
		Map<String, Integer> columns = parser.getHeaderMap();
		for (String name : REQUIRED) {
			if (!columns.containsKey(name)) {
				throw error(1, "no column '" + name + "'; a JTL in CSV begins with a header that has "
						+ String.join(", ", REQUIRED));
			}
		}
		return columns;
	}

	private JtlRow row(CSVRecord row, long line) {
		try {
			return new JtlRow(row.get("label"), Long.parseLong(row.get("timeStamp")),
					Long.parseLong(row.get("elapsed")), Boolean.parseBoolean(row.get("success")),
					text(row, "responseCode"), text(row, "responseMessage"),
					row.isMapped("grpThreads") ? Integer.parseInt(row.get("grpThreads")) : 0);
		}
		catch (NumberFormatException ex) {
			throw error(line, "timeStamp, elapsed and grpThreads must be whole numbers");
		}
	}

	private static String text(CSVRecord row, String column) {
		return row.isMapped(column) ? row.get(column) : "";
	}

	private InvalidInputException error(long line, String message) {
		return new InvalidInputException(this.file + ":" + line + ": " + message);
	}

}
