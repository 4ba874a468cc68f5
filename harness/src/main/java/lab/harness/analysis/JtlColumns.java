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

	static final String SAVE = "save it with -Jjmeter.save.saveservice.";

	/** 15 digits of milliseconds last for 31,000 years. */
	private static final int DIGITS = 15;

	private static final String AS_WRITTEN = "; name the file as JMeter wrote it";

	/** JMeter's default form of a date, or another one. */
	private static final Pattern DATE = Pattern.compile("(?:\\d{1,4}[-/.]){2}\\d{1,4}(?:[T ,].*)?|\\d+:\\d\\d.*");

	/** A number that a spreadsheet has rounded. */
	private static final Pattern ROUNDED = Pattern.compile("-?\\d+(?:[.,]\\d+)?[eE]\\+?\\d+");

	/** Ten digits are seconds from 2001 on; as milliseconds they are all in 1970. */
	private static final int DIGITS_OF_SECONDS = 10;

	/**
	 * JMeter sets the address of a remote worker, as it was given, before the name of the
	 * thread: {@code 10.0.0.5:1099-users 1-7}. Without a port only an address can be told
	 * from the name of a thread group.
	 */
	private static final Pattern SENDER = Pattern.compile("(?:([\\w.-]+:\\d+|\\d+(?:\\.\\d+){3})-)?(.+ \\d+)-\\d+");

	/** Escape sequences of terminals, and characters that are not shown. */
	private static final Pattern UNPRINTABLE = Pattern.compile("\u001B\\[[0-?]*[ -/]*[@-~]|[\\p{Cc}\\p{Cf}]");

	private final List<String> names;

	private final int[] places;

	private final Column users;

	JtlColumns(List<String> names) {
		List<Column> required = Stream.of(Column.values()).filter((column) -> !column.setting.isEmpty()).toList();
		List<Column> missing = required.stream().filter((column) -> !names.contains(column.title)).toList();
		if (missing.equals(required)) {
			throw new InvalidInputException("these are not the columns of a JTL, which has " + Column.titles(required)
					+ "; name the file that JMeter wrote with -l");
		}
		if (!missing.isEmpty()) {
			throw new InvalidInputException("no column " + Column.titles(missing) + "; needed are "
					+ Column.titles(required) + ": " + SAVE + missing.getFirst().setting);
		}
		this.names = List.copyOf(names);
		this.places = Stream.of(Column.values()).mapToInt((column) -> names.indexOf(column.title)).toArray();
		// The users of other thread groups are not part of this load.
		this.users = has(Column.GROUP_USERS) ? Column.GROUP_USERS : Column.ALL_USERS;
	}

	int width() {
		return this.names.size();
	}

	JtlRow row(CsvRecord row) {
		if (row.getFields().contains(Column.START.title) && row.getFields().contains(Column.ELAPSED.title)) {
			throw new InvalidInputException("here a second file begins, with its header: report each file alone"
					+ (row.getFields().equals(this.names) ? "; if several JMeters sent one load, remove this line"
							: ""));
		}
		if (row.getFieldCount() != width()) {
			throw new InvalidInputException(row.getFieldCount() + " columns where the header has " + width());
		}
		long start = number(row, Column.START);
		return new JtlRow(label(row), start, number(row, Column.ELAPSED), late(row, start), success(row),
				new JtlRow.Cause(text(row, Column.CODE), text(row, Column.MESSAGE), problem(row)),
				has(this.users) ? (int) Math.min(Integer.MAX_VALUE, number(row, this.users)) : 0, sender(row));
	}

	private String label(CsvRecord row) {
		String label = printable(text(row, Column.LABEL));
		if (label.indexOf('\uFFFD') >= 0) {
			throw new InvalidInputException(
					"label is '" + label + "', so the file is not in UTF-8: convert it from the encoding "
							+ "of the machine that wrote it, such as iconv -f WINDOWS-1252 -t UTF-8");
		}
		return label;
	}

	private boolean success(CsvRecord row) {
		String text = text(row, Column.SUCCESS);
		if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
			throw new InvalidInputException("success is " + quoted(text) + ", neither true nor false" + AS_WRITTEN);
		}
		return Boolean.parseBoolean(text);
	}

	/** The text without characters that a terminal would act on. */
	static String printable(String text) {
		return UNPRINTABLE.matcher(text.replaceAll("[\r\n\t]+", " ")).replaceAll("").strip();
	}

	/** Each host has its own threads, even if they have the same names. */
	private JtlRow.Sender sender(CsvRecord row) {
		String thread = text(row, Column.THREAD);
		String host = text(row, Column.HOST);
		Matcher parts = SENDER.matcher(thread);
		if (!parts.matches()) {
			return new JtlRow.Sender(new JtlRow.Group(host, ""), thread);
		}
		return new JtlRow.Sender(new JtlRow.Group(Objects.requireNonNullElse(parts.group(1), host),
				has(Column.GROUP_USERS) ? parts.group(2) : ""), thread);
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
		if (ROUNDED.matcher(text).matches()) {
			throw new InvalidInputException(((column == Column.START) ? "the time " : column.title + " ") + text
					+ " has lost its digits, as in a file saved by a spreadsheet" + AS_WRITTEN);
		}
		if (!isNumber(text)) {
			throw new InvalidInputException(column.title + " is " + quoted(text) + ", not a whole number"
					+ ((column != Column.START) ? AS_WRITTEN : " of milliseconds since 1970"
							+ (DATE.matcher(text).matches() ? ": " + SAVE + column.setting : AS_WRITTEN)));
		}
		if (column == Column.START && text.length() == DIGITS_OF_SECONDS) {
			throw new InvalidInputException(
					"timeStamp is '" + text + "', which is seconds; milliseconds since 1970 are needed");
		}
		return Long.parseLong(text);
	}

	private static String quoted(String text) {
		String line = printable(text);
		return "'" + ((line.length() <= 40) ? line : line.substring(0, 40) + "...") + "'";
	}

	private static boolean isNumber(String text) {
		return !text.isEmpty() && text.length() <= DIGITS && text.chars().allMatch((c) -> '0' <= c && c <= '9');
	}

	/** A column, with the setting of JMeter that saves it if it is required. */
	private enum Column {

		START("timeStamp", "timestamp_format=ms"), ELAPSED("elapsed", "time=true"), LABEL("label", "label=true"),
		SUCCESS("success", "successful=true"), CODE("responseCode", ""), MESSAGE("responseMessage", ""),
		GROUP_USERS("grpThreads", ""), ALL_USERS("allThreads", ""), PROBLEM("problem", ""), THREAD("threadName", ""),
		HOST("Hostname", ""), INTENDED("intended", "");

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
