package lab.harness.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;

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
		if (!Files.isRegularFile(file)) {
			throw new InvalidInputException(file + " is missing");
		}
		long line = 0;
		long samples = 0;
		try (CsvReader<CsvRecord> reader = CsvReader.builder()
			.allowExtraFields(true)
			.allowMissingFields(true)
			.detectBomHeader(true)
			.maxBufferSize(LONGEST_ROW)
			.ofCsvRecord(file)) {
			Iterator<CsvRecord> rows = reader.iterator();
			if (!rows.hasNext()) {
				throw new InvalidInputException("the file is empty: it holds no sample");
			}
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
				consumer.accept(columns.row(row));
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
			throw new InvalidInputException(file + " cannot be read: " + ex.getMessage(), ex);
		}
	}

}
