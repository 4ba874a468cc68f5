package lab.harness.report;

/**
 * Text on its way into HTML. A name from a YAML file or a JTL is text, never markup.
 */
final class Html {

	private Html() {
	}

	/** Escaped for an element and for a quoted attribute alike. */
	static String escape(String text) {
		return text.replace("&", "&amp;")
			.replace("<", "&lt;")
			.replace(">", "&gt;")
			.replace("\"", "&quot;")
			.replace("'", "&#39;");
	}

	/** Text in an element; name and attributes are the report's own. */
	static String element(String name, String attributes, String text) {
		return "<" + name + (attributes.isEmpty() ? "" : " " + attributes) + ">" + escape(text) + "</" + name + ">";
	}

	static String element(String name, String text) {
		return element(name, "", text);
	}

}
