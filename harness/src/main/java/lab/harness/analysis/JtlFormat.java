package lab.harness.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;

/**
 * The format of a file that somebody brings, by its first bytes: CSV with any delimiter,
 * or what it is instead.
 */
final class JtlFormat {

	private static final int HEAD_BYTES = 1 << 14;

	private static final String NAME_THE_JTL = "; name the file that JMeter wrote with -l";

	/** The first bytes of other formats as Latin-1, and the command that unpacks them. */
	private static final List<Packed> PACKED = List.of(
			new Packed("\u001f\u008b", "gzip", "gzip -dc < \"%s\" > unpacked.jtl"),
			new Packed("PK\u0003\u0004", "zip", "unzip \"%s\""),
			new Packed("\u0028\u00b5\u002f\u00fd", "zstd", "zstd -dc < \"%s\" > unpacked.jtl"),
			new Packed("\u00fd7zXZ", "xz", "xz -dc < \"%s\" > unpacked.jtl"),
			new Packed("BZh", "bzip2", "bzip2 -dc < \"%s\" > unpacked.jtl"),
			new Packed("\u0004\"M\u0018", "lz4", "lz4 -dc < \"%s\" > unpacked.jtl"),
			new Packed("7z\u00bc\u00af", "7z", "7z x \"%s\""));

	/** The name of the first column, and the delimiter after it. */
	private static final Pattern HEADER = Pattern.compile("(?:\"[^\"]*\"|\\w+)([^\\w\"])");

	/** The beginning of a sample: a time as a number or a date, and the milliseconds. */
	private static final Pattern SAMPLE = Pattern
		.compile("\"?(?:\\d{9,}+|[\\d/.-]{8,}[T ][\\d:.]++)\"?([^\\w\"])\"?\\d+\"?\\1.*");

	private JtlFormat() {
	}

	/**
	 * Finds the delimiter of the columns.
	 * @throws InvalidInputException if the file is something else than CSV with a header,
	 * with what it is and what would be right
	 */
	static char delimiter(Path file) throws IOException {
		byte[] head;
		try (InputStream in = Files.newInputStream(file)) {
			head = in.readNBytes(HEAD_BYTES);
		}
		refuseBinary(file, new String(head, StandardCharsets.ISO_8859_1));
		String text = new String(head, charset(head)).replaceFirst("^\uFEFF", "").stripLeading();
		String line = text.lines().findFirst().orElse("");
		if (line.isEmpty()) {
			throw new InvalidInputException("the file is empty: it holds no sample");
		}
		if (text.matches("(?is)<(?:!doctype )?html.*")) {
			throw new InvalidInputException("this is an HTML page, such as JMeter's dashboard" + NAME_THE_JTL);
		}
		if (line.startsWith("<")) {
			throw new InvalidInputException(text.contains("<testResults")
					? "this is XML and a JTL in CSV is needed: " + JtlColumns.SAVE + "output_format=csv"
					: "this is XML, such as a plan" + NAME_THE_JTL);
		}
		if (line.startsWith("{") || line.startsWith("[")) {
			throw new InvalidInputException(
					"this is JSON, such as statistics.json of JMeter's dashboard" + NAME_THE_JTL);
		}
		if (line.startsWith("sep=")) {
			throw new InvalidInputException(
					"'" + JtlColumns.printable(line) + "' is for a spreadsheet; remove this line");
		}
		Matcher sample = SAMPLE.matcher(line);
		if (sample.matches()) {
			char delimiter = sample.group(1).charAt(0);
			throw new InvalidInputException("the file has no header, only samples"
					+ ((delimiter == ',') ? "" : " with " + shown(delimiter) + " between their columns")
					+ ": put the names of its columns before them, or " + JtlColumns.SAVE + "print_field_names=true"
					+ ((delimiter == ',') ? "" : " -Jjmeter.save.saveservice.default_delimiter=,"));
		}
		Matcher header = HEADER.matcher(line);
		return header.lookingAt() ? header.group(1).charAt(0) : ',';
	}

	private static void refuseBinary(Path file, String head) {
		if (head.startsWith("\u00d0\u00cf\u0011\u00e0")
				|| head.startsWith("PK") && (head.contains("[Content_Types].xml") || head.contains("vnd.oasis"))) {
			throw new InvalidInputException("this is a workbook of a spreadsheet" + NAME_THE_JTL);
		}
		for (Packed packed : PACKED) {
			if (head.startsWith(packed.magic)) {
				throw new InvalidInputException(
						"this is packed with " + packed.name + ": unpack it first, " + packed.command.formatted(file));
			}
		}
		boolean marked = head.matches("(?s)\u00ff\u00fe[^\\x00].*|\u00fe\u00ff.*");
		if (!marked && head.indexOf('\0') >= 0) {
			boolean utf16 = head.matches("(?s)(?:[\\x09-\\x7e]\\x00){4}.*|(?:\\x00[\\x09-\\x7e]){4}.*");
			throw new InvalidInputException(!utf16 ? "this is no text" + NAME_THE_JTL
					: "this is UTF-16 without a byte order mark: convert it first, iconv -f UTF-16"
							+ ((head.charAt(0) == 0) ? "BE" : "LE") + " -t UTF-8 \"" + file + "\" > converted.jtl");
		}
	}

	/** By the byte order mark, as the reader of the rows does. */
	private static Charset charset(byte[] head) {
		int mark = (head.length < 2) ? 0 : (head[0] & 0xff) << 8 | head[1] & 0xff;
		return switch (mark) {
			case 0xfffe -> StandardCharsets.UTF_16LE;
			case 0xfeff -> StandardCharsets.UTF_16BE;
			default -> StandardCharsets.UTF_8;
		};
	}

	private static String shown(char delimiter) {
		return (delimiter == '\t') ? "a tab" : "'" + delimiter + "'";
	}

	/**
	 * A program that packs files.
	 *
	 * @param magic the first characters of its files
	 * @param command the command that unpacks the file, whose name is {@code %s}
	 */
	private record Packed(String magic, String name, String command) {
	}

}
