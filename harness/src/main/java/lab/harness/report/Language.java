package lab.harness.report;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The languages of reports and messages. {@code result.json}, the names of checks and
 * texts of the experiment, such as its question, stay as they are.
 */
public enum Language {

	EN(null, '±'), ZH(() -> Chinese.CATALOGUE, '这');

	private final @Nullable Supplier<Catalogue> catalogue;

	/** A character that not every character set has; traditional ones lack this one. */
	private final char needed;

	Language(@Nullable Supplier<Catalogue> catalogue, char needed) {
		this.catalogue = catalogue;
		this.needed = needed;
	}

	/** The language of the system, or English if there is no catalogue for it. */
	public static Language ofSystem() {
		return Locale.getDefault().getLanguage().equals("zh") ? ZH : EN;
	}

	/** The tag of the language, such as {@code zh}. */
	public String tag() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * A sentence in this language.
	 * @param english what the code says
	 * @return the same text if the catalogue does not have it
	 */
	public String of(String english) {
		return (this.catalogue != null) ? this.catalogue.get().of(english) : english;
	}

	/** The character set of a terminal, or UTF-8 if that cannot show this language. */
	public Charset charset(PrintStream out) {
		return out.charset().newEncoder().canEncode(this.needed) ? out.charset() : StandardCharsets.UTF_8;
	}

	/** A stream that says each line in this language. */
	public PrintStream stream(PrintStream out) {
		return (this.catalogue != null) ? new TranslatingStream(out, this) : out;
	}

	/** The words and tables of a document in this language. */
	Document of(Document document) {
		return (this.catalogue != null) ? new Translation(this).of(document) : document;
	}

	/** The labels of a picture in this language. */
	Block.Picture of(Block.Picture picture) {
		return (this.catalogue != null) ? new Translation(this).of(picture) : picture;
	}

	/** The head, caption and words of a table in this language. */
	public Table of(Table table) {
		return (this.catalogue != null) ? new Translation(this).of(table) : table;
	}

	/** Read at first use, since most commands need no translation. */
	private static final class Chinese {

		static final Catalogue CATALOGUE = Catalogue.read("zh.txt");

	}

}
