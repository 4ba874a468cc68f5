package lab.harness.report;

import java.util.Locale;

/**
 * The languages of what people read.
 */
public enum Language {

	EN, ZH;

	/** The language of the system, or English if it is not known here. */
	public static Language ofSystem() {
		return Locale.getDefault().getLanguage().equals("zh") ? ZH : EN;
	}

	/** The tag of the language, such as {@code zh}. */
	public String tag() {
		return name().toLowerCase(Locale.ROOT);
	}

}
