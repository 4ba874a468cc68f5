package lab.harness.report;

import java.io.PrintStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A stream that says each line in another language.
 */
final class TranslatingStream extends PrintStream {

	/** A line without the control characters that overwrite one on a terminal. */
	private static final Pattern LINE = Pattern.compile("(?<![^\\r\\n])(\\033\\[K)?([^\\r\\n\\033]+)");

	private final Language language;

	TranslatingStream(PrintStream out, Language language) {
		super(out, true, language.charset(out));
		this.language = language;
	}

	/** Otherwise it would be printed piece by piece. */
	@Override
	public PrintStream format(String format, @Nullable Object... arguments) {
		print(String.format(format, arguments));
		return this;
	}

	@Override
	public void print(@Nullable String text) {
		super.print(LINE.matcher(String.valueOf(text))
			.replaceAll((line) -> Matcher
				.quoteReplacement(((line.group(1) != null) ? line.group(1) : "") + this.language.of(line.group(2)))));
	}

}
