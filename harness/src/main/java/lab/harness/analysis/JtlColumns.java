package lab.harness.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.CsvRecord;
import lab.harness.model.InvalidInputException;

/**
 * Where the columns of a JTL are, found by name, so that their order and any more of them
 * do not matter.
 */
final class JtlColumns {

	/** Columns without which there is no analysis, and the setting that saves each. */
	private static final Map<String, String> REQUIRED = new LinkedHashMap<>();

	static {
		REQUIRED.put("timeStamp", "timestamp_format=ms");
		REQUIRED.put("elapsed", "time=true");
		REQUIRED.put("label", "label=true");
		REQUIRED.put("success", "successful=true");
	}

	/** 15 digits of milliseconds last for 31,000 years. */
	private static final int DIGITS = 15;

	/**
	 * JMeter sets the address of a remote worker, as it was given, before the name of the
	 * thread: {@code 10.0.0.5:1099-users 1-7}. Without a port only an address can be told
	 * from the name of a thread group.
	 */
	private static final Pattern SENDER = Pattern.compile("(?:([\\w.-]+:\\d+|\\d+(?:\\.\\d+){3})-)?(.+) \\d+-\\d+");

	/** What moves the cursor or the colour of a terminal, and all that is not shown. */
	private static final Pattern UNSHOWN = Pattern.compile("\u001B\\[[0-?]*[ -/]*[@-~]|[\\p{Cc}\\p{Cf}]");

	private final List<String> names;

	private final int start;

	private final int elapsed;

	private final int label;

	private final int success;

	private final int code;

	private final int message;

	private final int users;

	private final int problem;

	private final int thread;

	private final int intended;

	/** The last label, and its clean form: it is seldom another. */
	private String rawLabel = "";

	private String cleanLabel = "";

	/**
	 * Finds the columns.
	 * @throws InvalidInputException if one that is needed is missing
	 */
	JtlColumns(List<String> names) {
		List<String> missing = REQUIRED.keySet().stream().filter((name) -> !names.contains(name)).toList();
		if (!missing.isEmpty()) {
			throw new InvalidInputException("no column " + String.join(", ", missing) + "; needed are "
					+ String.join(", ", REQUIRED.keySet()) + ": " + JtlForm.SAVE + REQUIRED.get(missing.getFirst()));
		}
		this.names = names;
		this.start = names.indexOf("timeStamp");
		this.elapsed = names.indexOf("elapsed");
		this.label = names.indexOf("label");
		this.success = names.indexOf("success");
		this.code = names.indexOf("responseCode");
		this.message = names.indexOf("responseMessage");
		this.problem = names.indexOf("problem");
		this.thread = names.indexOf("threadName");
		this.intended = names.indexOf("intended");
		// The users of the other groups are no part of this load, where that is known.
		this.users = Math.max(names.indexOf("grpThreads"),
				names.contains("grpThreads") ? -1 : names.indexOf("allThreads"));
	}

	int width() {
		return this.names.size();
	}

	/**
	 * Reads a row.
	 * @throws InvalidInputException if a figure is none
	 */
	JtlRow row(CsvRecord row) {
		long start = number(row, this.start);
		return new JtlRow(label(row.getField(this.label)), start, number(row, this.elapsed), late(row, start),
				Boolean.parseBoolean(row.getField(this.success)),
				new JtlRow.Cause(text(row, this.code), text(row, this.message), problem(row)),
				(this.users >= 0) ? (int) Math.min(Integer.MAX_VALUE, number(row, this.users)) : 0,
				sender(text(row, this.thread)));
	}

	/** A text of the file in a form that a terminal only shows. */
	static String shown(String text) {
		return UNSHOWN.matcher(text.replaceAll("[\r\n\t]+", " ")).replaceAll("").strip();
	}

	private String label(String raw) {
		if (!raw.equals(this.rawLabel)) {
			this.rawLabel = raw;
			this.cleanLabel = shown(raw);
		}
		return this.cleanLabel;
	}

	private JtlRow.Sender sender(String thread) {
		Matcher parts = SENDER.matcher(thread);
		return parts.matches() ? new JtlRow.Sender(Objects.requireNonNullElse(parts.group(1), ""),
				this.names.contains("grpThreads") ? parts.group(2) : "") : new JtlRow.Sender("", "");
	}

	/** A plan that knows no intended time leaves the column out, or without a number. */
	private long late(CsvRecord row, long start) {
		String text = text(row, this.intended);
		return isNumber(text) ? Math.max(0, start - Long.parseLong(text)) : -1;
	}

	/** JMeter writes {@code null} for a variable that was never set. */
	private String problem(CsvRecord row) {
		String problem = text(row, this.problem);
		return problem.equals("null") ? "" : problem;
	}

	private static String text(CsvRecord row, int column) {
		return (column >= 0) ? row.getField(column) : "";
	}

	private long number(CsvRecord row, int column) {
		String text = row.getField(column);
		if (!isNumber(text)) {
			throw new InvalidInputException(this.names.get(column) + " is '" + shortened(text) + "', not a whole number"
					+ ((column == this.start)
							? " of milliseconds since 1970: " + JtlForm.SAVE + REQUIRED.get("timeStamp") : ""));
		}
		return Long.parseLong(text);
	}

	private static boolean isNumber(String text) {
		return !text.isEmpty() && text.length() <= DIGITS && text.chars().allMatch((c) -> '0' <= c && c <= '9');
	}

	private static String shortened(String text) {
		String line = text.replaceAll("\\p{Cntrl}", " ");
		return (line.length() <= 40) ? line : line.substring(0, 40) + "...";
	}

}
