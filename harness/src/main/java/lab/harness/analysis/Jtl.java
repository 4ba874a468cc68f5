package lab.harness.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import lab.harness.model.InvalidInputException;

/**
 * JMeter's file of samples, read row by row in constant memory.
 */
final class Jtl {

	/** Limit of the characters of a row, for a quote that is never closed. */
	private static final int LONGEST_ROW = 1 << 20;

	private final Path file;

	Jtl(Path file) {
		this.file = file;
	}

	/**
	 * Hands each row to the consumer, in the order of the file.
	 * @return false if the last row is cut off in the middle; it is left out
	 * @throws InvalidInputException if the file is no JTL in CSV or holds no sample, with
	 * line and reason
	 */
	boolean forEach(Consumer<JtlRow> consumer) {
		if (!Files.isRegularFile(this.file)) {
			throw new InvalidInputException(this.file + " is missing");
		}
		try {
			return forEach(JtlFormat.of(this.file), consumer);
		}
		catch (IOException | UncheckedIOException ex) {
			throw new InvalidInputException(this.file + " cannot be read: " + ex.getMessage(), ex);
		}
	}

	private boolean forEach(JtlFormat form, Consumer<JtlRow> consumer) throws IOException {
		long line = 0;
		try (CsvReader<CsvRecord> reader = CsvReader.builder()
			.fieldSeparator(form.delimiter())
			.allowExtraFields(true)
			.allowMissingFields(true)
			.detectBomHeader(true)
			.maxBufferSize(LONGEST_ROW)
			.ofCsvRecord(this.file)) {
			Iterator<CsvRecord> rows = reader.iterator();
			CsvRecord row = rows.next();
			line = row.getStartingLineNumber();
			JtlColumns columns = columns(form, row);
			if (form.header() && !rows.hasNext()) {
				throw new InvalidInputException(this.file + " holds no sample: it ends after its header");
			}
			for (row = form.header() ? rows.next() : row; row != null; row = rows.hasNext() ? rows.next() : null) {
				line = row.getStartingLineNumber();
				if (row.getFieldCount() < columns.width() && !rows.hasNext()) {
					return false;
				}
				accept(row, columns, form, consumer);
			}
			return true;
		}
		catch (CsvParseException ex) {
			throw new InvalidInputException(
					error(line + 1, "no row of CSV; is a quote not closed, or something after one?"), ex);
		}
	}

	private void accept(CsvRecord row, JtlColumns columns, JtlFormat form, Consumer<JtlRow> consumer) {
		try {
			if (row.getFieldCount() != columns.width()) {
				throw new InvalidInputException(row.getFieldCount() + " columns where "
						+ (form.header() ? "the header has " : "JMeter writes ") + columns.width());
			}
			consumer.accept(columns.row(row));
		}
		catch (InvalidInputException ex) {
			throw new InvalidInputException(error(row.getStartingLineNumber(), ex.getMessage()), ex);
		}
	}

	private JtlColumns columns(JtlFormat form, CsvRecord first) {
		int width = JtlFormat.DEFAULT_COLUMNS.size();
		if (!form.header() && first.getFieldCount() != width) {
			throw new InvalidInputException(
					error(1, "no header, and " + first.getFieldCount() + " columns where JMeter writes " + width
							+ " by default: " + JtlFormat.SAVE + "print_field_names=true"));
		}
		try {
			return new JtlColumns(form.header() ? first.getFields() : JtlFormat.DEFAULT_COLUMNS);
		}
		catch (InvalidInputException ex) {
			throw new InvalidInputException(error(1, ex.getMessage()), ex);
		}
	}

	private String error(long line, String message) {
		return this.file + ":" + line + ": " + message;
	}

}
