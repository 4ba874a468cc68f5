package lab.harness.command;

import java.util.Objects;

import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option of the commands whose report and messages are in several languages.
 */
final class LanguageOption {

	@Option(names = "--lang", paramLabel = "LANGUAGE",
			description = "Language of report and messages: en or zh (default: that of the system). result.json is English.")
	private @Nullable Language language;

	Language language() {
		return Objects.requireNonNullElseGet(this.language, Language::ofSystem);
	}

}
