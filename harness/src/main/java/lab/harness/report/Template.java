package lab.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A resource with places to fill in, such as {@code {{title}}}.
 */
final class Template {

	private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

	private Template() {
	}

	/**
	 * Fills every place in one go: what is filled in is not searched for places again.
	 * @param values markup by the name of its place
	 */
	static String fill(String resource, Map<String, String> values) {
		return PLACE.matcher(read(resource)).replaceAll((place) -> {
			String value = values.get(place.group(1));
			if (value == null) {
				throw new IllegalStateException(resource + " has a place '" + place.group(1) + "' without a value");
			}
			return Matcher.quoteReplacement(value);
		});
	}

	/** A resource beside this class. */
	static String read(String resource) {
		try (InputStream in = Template.class.getResourceAsStream(resource)) {
			if (in == null) {
				throw new IllegalStateException("no resource " + resource);
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
