package lab.harness.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

import lab.harness.model.InvalidInputException;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;

/**
 * JMeter's file of samples, read row by row in constant memory.
 */
final class Jtl {

	/** Limit of the characters of a row, for a quote that is never closed. */
	private static final int LONGEST_ROW = 1 << 20;

	private Jtl() {
	}

	/**
	 * Hands each row to the consumer, in the order of the file.
	 * @return false if the last row is cut off in the middle; it is left out
	 * @throws InvalidInputException if the file is no JTL in CSV or holds no sample, with
	 * line and reason
	 */
	static boolean forEach(Path file, Consumer<JtlRow> consumer) {
		return forEachLine(file, (row, line) -> consumer.accept(row));
	}

	/** As {@link #forEach}, with the line at which the row begins. */
	static boolean forEachLine(Path file, ObjLongConsumer<JtlRow> consumer) {
		if (!Files.isRegularFile(file)) {
			throw new InvalidInputException(file + " is missing");
		}
		long line = 0;
		long samples = 0;
		try (CsvReader<CsvRecord> reader = reader(file)) {
			Iterator<CsvRecord> rows = reader.iterator();
			line = 1;
			JtlColumns columns = new JtlColumns(rows.next().getFields());
			if (!rows.hasNext()) {
				throw new InvalidInputException("the file holds no sample: it ends after its header");
			}
			while (rows.hasNext()) {
				CsvRecord row = rows.next();
				line = row.getStartingLineNumber();
				if (row.getFieldCount() < columns.width() && !rows.hasNext()) {
					if (samples == 0) {
						throw new InvalidInputException("the file holds no sample: its only row is cut off");
					}
					return false;
				}
				consumer.accept(columns.row(row), line);
				samples++;
			}
			return true;
		}
		catch (CsvParseException ex) {
			throw new InvalidInputException(
					file + ":" + (line + 1) + ": no row of CSV; is a quote not closed, or something after one?", ex);
		}
		catch (InvalidInputException ex) {
			throw new InvalidInputException(file + ":" + Math.max(1, line) + ": " + ex.getMessage(), ex);
		}
		catch (IOException | UncheckedIOException ex) {
			throw new InvalidInputException(file + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
	}

	private static CsvReader<CsvRecord> reader(Path file) throws IOException {
		return CsvReader.builder()
			.fieldSeparator(JtlFormat.delimiter(file))
			.allowExtraFields(true)
			.allowMissingFields(true)
			.detectBomHeader(true)
			.maxBufferSize(LONGEST_ROW)
			.ofCsvRecord(file);
	}

}
