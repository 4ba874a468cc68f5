package lab.harness.model.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file whose first line names its columns, with commas and in UTF-8 (RFC 4180).
 *
 * @param columns the names of the columns
 * @param rows the other lines, one or more
 */
public record CsvTable(List<String> columns, List<Row> rows) {

	private static final Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

	private static final String KEY = "values";

	/** Spreadsheets write it before the first column. */
	private static final String BYTE_ORDER_MARK = "\uFEFF";

	/**
	 * Reads a file.
	 * @throws InvalidInputException if it is missing, or is no such table
	 */
	public static CsvTable read(Path file) {
		List<Row> rows = rows(file);
		InvalidInputException.require(!rows.isEmpty(), KEY,
				file + " is empty; its first line names the columns, such as id");
		List<String> columns = rows.getFirst().fields();
		for (String column : columns) {
			InvalidInputException.require(COLUMN.matcher(column).matches(), KEY,
					"'" + oneLine(column) + "' in the first line of " + file
							+ " cannot name a column; use letters, digits, '_', '.' and '-', separated by commas");
		}
		InvalidInputException.require(columns.stream().distinct().count() == columns.size(), KEY,
				"the first line of " + file + " names a column twice");
		InvalidInputException.require(rows.size() > 1, KEY, file + " has no rows below the names of its columns");
		List<Row> values = rows.subList(1, rows.size());
		for (Row row : values) {
			InvalidInputException.require(row.fields().size() == columns.size(), KEY, "line " + row.line() + " of "
					+ file + " has " + row.fields().size() + " values for " + columns.size() + " columns");
		}
		return new CsvTable(columns, values);
	}

	private static List<Row> rows(Path file) {
		String text = DataFile.text(KEY, file);
		try (CsvReader<CsvRecord> reader = CsvReader.builder()
			.allowExtraFields(true)
			.allowMissingFields(true)
			.ofCsvRecord(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text)) {
			return reader.stream().map((row) -> new Row(row.getStartingLineNumber(), row.getFields())).toList();
		}
		catch (CsvParseException | IOException ex) {
			throw new InvalidInputException(KEY, file + " is no CSV: " + oneLine(String.valueOf(ex.getMessage())));
		}
	}

	/** The first row whose value in a column has another form, or null. */
	@Nullable Row firstUnlike(String column, Pattern form) {
		int index = this.columns.indexOf(column);
		return this.rows.stream()
			.filter((row) -> !form.matcher(row.fields().get(index)).matches())
			.findFirst()
			.orElse(null);
	}

	public String value(Row row, String column) {
		return oneLine(row.fields().get(this.columns.indexOf(column)));
	}

	private static String oneLine(String text) {
		return text.replaceAll("\\s", " ");
	}

	/**
	 * A row of the table.
	 *
	 * @param line the line of the file on which it begins, from 1
	 */
	public record Row(long line, List<String> fields) {
	}

}
