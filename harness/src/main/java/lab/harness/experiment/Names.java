package lab.harness.experiment;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Names of experiments and variants. They become names of folders, so nothing in them may
 * lead out of one.
 */
final class Names {

	static final String RULE = "use a-z, 0-9 and hyphens, 50 characters at most";

	static final String SUFFIX = ".yml";

	private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");

	private Names() {
	}

	static boolean isName(String text) {
		return FORM.matcher(text).matches();
	}

	static String ofFile(Path file) {
		String name = String.valueOf(file.getFileName());
		return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
	}

}
