package lab.harness.lesson;

import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;

/**
 * A text of a lesson in every language.
 */
public record Words(@Nullable String en, @Nullable String zh) {

	private static final Pattern AFTER_A_MARK = Pattern.compile("(?<=[。，；：！？”）]) ");

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
		String text = String.valueOf((language == Language.ZH) ? this.zh : this.en).stripTrailing();
		// YAML folds lines with a blank, which Chinese has none of after its marks.
		return (language == Language.ZH) ? AFTER_A_MARK.matcher(text).replaceAll("") : text;
	}

}
