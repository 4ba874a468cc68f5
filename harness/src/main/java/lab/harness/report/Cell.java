package lab.harness.report;

import org.jspecify.annotations.Nullable;

/**
 * A cell of a table in HTML.
 *
 * @param markup what stands in it
 * @param kind its class
 */
record Cell(String markup, String kind) {

	/** Text, to the left. */
	static Cell text(String text) {
		return new Cell(Html.escape(text), "text");
	}

	/**
	 * A figure, to the right; the exact one goes along for programs that read the page.
	 */
	static Cell number(@Nullable Number value, int digits) {
		return figure(value, Figures.number(value, digits));
	}

	/** A share as per cent. */
	static Cell percent(@Nullable Double share) {
		return figure(share, Figures.percent(share));
	}

	/** A figure with a bar that begins at zero. */
	static Cell bar(@Nullable Double value, int digits, double most) {
		if (value == null || most <= 0) {
			return number(value, digits);
		}
		String width = Figures.number(100 * value / most, 2);
		return new Cell(number(value, digits).markup() + "<i class=\"bar\" style=\"width:" + width + "%\"></i>",
				"bars");
	}

	/** Passed or failed, told by word and shape, so that colour only helps. */
	static Cell state(boolean ok, String words) {
		return new Cell("<span class=\"state " + (ok ? "ok\">✓ " : "failed\">✗ ") + Html.escape(words) + "</span>",
				"text");
	}

	private static Cell figure(@Nullable Number value, String text) {
		return (value == null) ? new Cell("–", "none")
				: new Cell("<data value=\"" + value + "\">" + Html.escape(text) + "</data>", "figure");
	}

}
