package lab.harness.lesson;

import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;

/**
 * A text of a lesson in every language.
 */
public record Words(@Nullable String en, @Nullable String zh) {

	public Words {
		require("en", en);
		require("zh", zh);
	}

	private static void require(String key, @Nullable String text) {
		InvalidInputException.require(text != null && !text.isBlank(), key,
				"'" + key + "' is required: a lesson has every text in both languages");
	}

	/** The text in a language, without the line feed at its end. */
	public String in(Language language) {
		return String.valueOf((language == Language.ZH) ? this.zh : this.en).stripTrailing();
	}

}
