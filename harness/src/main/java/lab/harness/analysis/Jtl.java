package lab.harness.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import lab.harness.model.InvalidInputException;

/**
 * JMeter's file of samples, read row by row in memory that does not grow with it.
 */
public final class Jtl {

	/** Characters of a row. A quote that is never closed would swallow the file. */
	private static final int LONGEST_ROW = 1 << 20;

	private final Path file;

	public Jtl(Path file) {
		this.file = file;
	}

	/**
	 * Hands each row to the consumer, in the order of the file.
	 * @return false when the last row was cut off in the middle; it is left out
	 * @throws InvalidInputException if the file is no JTL in CSV or holds no sample, with
	 * line and reason
	 */
	boolean forEach(Consumer<JtlRow> consumer) {
		if (!Files.isRegularFile(this.file)) {
			throw new InvalidInputException(this.file + " is missing");
		}
		try {
			return forEach(JtlForm.of(this.file), consumer);
		}
		catch (IOException | UncheckedIOException ex) {
			throw new InvalidInputException(this.file + " cannot be read: " + ex.getMessage());
		}
	}

	private boolean forEach(JtlForm form, Consumer<JtlRow> consumer) throws IOException {
		JtlCells cells = new JtlCells();
		try (CsvReader<JtlCells> reader = CsvReader.builder()
			.fieldSeparator(form.delimiter())
			.allowExtraFields(true)
			.allowMissingFields(true)
			.detectBomHeader(true)
			.maxBufferSize(LONGEST_ROW)
			.build(cells, this.file, StandardCharsets.UTF_8)) {
			// There is one record for all rows, so a row must be read before the next is
			// asked for.
			Iterator<JtlCells> rows = reader.iterator();
			rows.next();
			JtlColumns columns = columns(form, cells);
			cells.want(columns.wanted());
			if (form.header() && !next(rows)) {
				throw new InvalidInputException(this.file + " holds no sample: it ends after its header");
			}
			do {
				if (!accepted(cells, columns, consumer)) {
					String error = error(cells.line(), cells.count() + " columns where "
							+ (form.header() ? "the header has " : "JMeter writes ") + columns.width());
					if (cells.count() > columns.width() || rows.hasNext()) {
						throw new InvalidInputException(error);
					}
					return false;
				}
			}
			while (next(rows));
			return true;
		}
		catch (CsvParseException ex) {
			throw new InvalidInputException(
					error(cells.line(), "no row of CSV; is a quote not closed, or something after one?"));
		}
	}

	private static boolean next(Iterator<JtlCells> rows) {
		return rows.hasNext() && rows.next() != null;
	}

	private boolean accepted(JtlCells cells, JtlColumns columns, Consumer<JtlRow> consumer) {
		if (cells.count() != columns.width()) {
			return false;
		}
		try {
			consumer.accept(columns.row(cells));
			return true;
		}
		catch (InvalidInputException ex) {
			throw new InvalidInputException(error(cells.line(), ex.getMessage()));
		}
	}

	private JtlColumns columns(JtlForm form, JtlCells cells) {
		int width = JtlForm.DEFAULT_COLUMNS.size();
		if (!form.header() && cells.count() != width) {
			throw new InvalidInputException(error(1, "no header, and " + cells.count() + " columns where JMeter writes "
					+ width + " by default: " + JtlForm.SAVE + "print_field_names=true"));
		}
		try {
			return new JtlColumns(form.header() ? cells.row() : JtlForm.DEFAULT_COLUMNS);
		}
		catch (InvalidInputException ex) {
			throw new InvalidInputException(error(1, ex.getMessage()));
		}
	}

	private String error(long line, String message) {
		return this.file + ":" + line + ": " + message;
	}

}
