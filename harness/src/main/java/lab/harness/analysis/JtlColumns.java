package lab.harness.analysis;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import de.siegmar.fastcsv.reader.CsvRecord;

/**
 * The columns of a JTL, found by name, so that their order and further ones do not
 * matter.
 */
final class JtlColumns {

	private static final String SAVE = "save it with -Jjmeter.save.saveservice.";

	/** 15 digits of milliseconds last for 31,000 years. */
	private static final int DIGITS = 15;

	/**
	 * JMeter sets the address of a remote worker, as it was given, before the name of the
	 * thread: {@code 10.0.0.5:1099-users 1-7}. Without a port only an address can be told
	 * from the name of a thread group.
	 */
	private static final Pattern SENDER = Pattern.compile("(?:([\\w.-]+:\\d+|\\d+(?:\\.\\d+){3})-)?(.+) \\d+-\\d+");

	/** Escape sequences of terminals, and characters that are not shown. */
	private static final Pattern UNPRINTABLE = Pattern.compile("\u001B\\[[0-?]*[ -/]*[@-~]|[\\p{Cc}\\p{Cf}]");

	private final int width;

	private final int[] places;

	private final Column users;

	JtlColumns(List<String> names) {
		if (names.getFirst().stripLeading().startsWith("<")) {
			throw new InvalidInputException("this is XML and a JTL in CSV is needed: " + SAVE + "output_format=csv");
		}
		List<Column> required = Stream.of(Column.values()).filter((column) -> !column.setting.isEmpty()).toList();
		List<Column> missing = required.stream().filter((column) -> !names.contains(column.title)).toList();
		if (!missing.isEmpty()) {
			throw new InvalidInputException(
					"no column " + Column.titles(missing) + "; needed are " + Column.titles(required) + ": " + SAVE
							+ (missing.equals(required) ? "print_field_names=true" : missing.getFirst().setting));
		}
		this.width = names.size();
		this.places = Stream.of(Column.values()).mapToInt((column) -> names.indexOf(column.title)).toArray();
		// The users of other thread groups are not part of this load.
		this.users = has(Column.GROUP_USERS) ? Column.GROUP_USERS : Column.ALL_USERS;
	}

	int width() {
		return this.width;
	}

	JtlRow row(CsvRecord row) {
		if (row.getFieldCount() != this.width) {
			throw new InvalidInputException(row.getFieldCount() + " columns where the header has " + this.width);
		}
		long start = number(row, Column.START);
		return new JtlRow(printable(text(row, Column.LABEL)), start, number(row, Column.ELAPSED), late(row, start),
				Boolean.parseBoolean(text(row, Column.SUCCESS)),
				new JtlRow.Cause(text(row, Column.CODE), text(row, Column.MESSAGE), problem(row)),
				has(this.users) ? (int) Math.min(Integer.MAX_VALUE, number(row, this.users)) : 0,
				sender(text(row, Column.THREAD)));
	}

	/** The text without characters that a terminal would act on. */
	static String printable(String text) {
		return UNPRINTABLE.matcher(text.replaceAll("[\r\n\t]+", " ")).replaceAll("").strip();
	}

	private JtlRow.Sender sender(String thread) {
		Matcher parts = SENDER.matcher(thread);
		return parts.matches() ? new JtlRow.Sender(Objects.requireNonNullElse(parts.group(1), ""),
				has(Column.GROUP_USERS) ? parts.group(2) : "") : new JtlRow.Sender("", "");
	}

	/** A plan without intended times leaves the column out, or without a number. */
	private long late(CsvRecord row, long start) {
		String text = text(row, Column.INTENDED);
		return isNumber(text) ? Math.max(0, start - Long.parseLong(text)) : -1;
	}

	/** JMeter writes {@code null} for a variable that was never set. */
	private String problem(CsvRecord row) {
		String problem = text(row, Column.PROBLEM);
		return problem.equals("null") ? "" : problem;
	}

	private boolean has(Column column) {
		return this.places[column.ordinal()] >= 0;
	}

	private String text(CsvRecord row, Column column) {
		return has(column) ? row.getField(this.places[column.ordinal()]) : "";
	}

	private long number(CsvRecord row, Column column) {
		String text = text(row, column);
		if (!isNumber(text)) {
			String line = text.replaceAll("\\p{Cntrl}", " ");
			throw new InvalidInputException(column.title + " is '"
					+ ((line.length() <= 40) ? line : line.substring(0, 40) + "...") + "', not a whole number"
					+ ((column == Column.START) ? " of milliseconds since 1970: " + SAVE + column.setting : ""));
		}
		return Long.parseLong(text);
	}

	private static boolean isNumber(String text) {
		return !text.isEmpty() && text.length() <= DIGITS && text.chars().allMatch((c) -> '0' <= c && c <= '9');
	}

	/** A column, with the setting of JMeter that saves it if it is required. */
	private enum Column {

		START("timeStamp", "timestamp_format=ms"), ELAPSED("elapsed", "time=true"), LABEL("label", "label=true"),
		SUCCESS("success", "successful=true"), CODE("responseCode", ""), MESSAGE("responseMessage", ""),
		GROUP_USERS("grpThreads", ""), ALL_USERS("allThreads", ""), PROBLEM("problem", ""), THREAD("threadName", ""),
		INTENDED("intended", "");

		private final String title;

		private final String setting;

		Column(String title, String setting) {
			this.title = title;
			this.setting = setting;
		}

		private static String titles(List<Column> columns) {
			return String.join(", ", columns.stream().map((column) -> column.title).toList());
		}

	}

}
