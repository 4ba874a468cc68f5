package lab.harness.report;

import java.util.List;

/**
 * A table in HTML: the first cell of a row is its header. It scrolls in a box of its own
 * that the keyboard reaches, so that the page never scrolls sideways.
 */
final class HtmlTable {

	private final String caption;

	private final StringBuilder head = new StringBuilder();

	private final StringBuilder body = new StringBuilder();

	HtmlTable(String caption) {
		this.caption = caption;
	}

	/** A column of text. */
	HtmlTable column(String name) {
		this.head.append(Html.element("th", "scope=\"col\" class=\"text\"", name));
		return this;
	}

	/** A column of figures. */
	HtmlTable column(String name, String unit) {
		this.head.append("<th scope=\"col\">")
			.append(Html.escape(name))
			.append(unit.isEmpty() ? "" : " " + Html.element("small", unit))
			.append("</th>");
		return this;
	}

	/** A column of figures with bars. */
	HtmlTable bars(String name, String unit) {
		this.head.append("<th scope=\"col\" class=\"bars\">")
			.append(Html.escape(name))
			.append(' ')
			.append(Html.element("small", unit))
			.append("</th>");
		return this;
	}

	void row(String header, List<Cell> cells) {
		this.body.append("<tr>").append(Html.element("th", "scope=\"row\"", header));
		for (Cell cell : cells) {
			this.body.append("<td class=\"").append(cell.kind()).append("\">").append(cell.markup()).append("</td>");
		}
		this.body.append("</tr>\n");
	}

	String html() {
		return "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" + Html.escape(this.caption)
				+ "\"><table>\n" + Html.element("caption", this.caption) + "\n<thead><tr>" + this.head
				+ "</tr></thead>\n<tbody>\n" + this.body + "</tbody></table></div>\n";
	}

}
