package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lines, dots and words as SVG, 400 pixels wide, in the colours of the reader's system.
 */
public final class Canvas {

	static final int LEFT = 8;

	static final int RIGHT = 392;

	/** Mean width of a letter, of a small one and of a bold one. */
	static final double LETTER = 6.6;

	private static final double SMALL_LETTER = 5.2;

	private static final double BOLD_LETTER = 8.1;

	private final String title;

	private final List<Label> labels = new ArrayList<>();

	private final List<Stroke> strokes = new ArrayList<>();

	private final List<Dot> dots = new ArrayList<>();

	private double bottom = 3;

	Canvas(String title) {
		this.title = title;
	}

	/** The lowest line so far. */
	double bottom() {
		return this.bottom;
	}

	/** Moves the lowest line down, and returns it. */
	double down(double pixels) {
		this.bottom += pixels;
		return this.bottom;
	}

	/**
	 * Adds words.
	 * @param style {@code b} bold, {@code s} small, {@code e} and {@code m} end and have
	 * their middle at x, {@code t} in the colour of a variant
	 */
	void label(double x, double y, String style, String text) {
		this.labels.add(new Label(at(x), at(y), style, Text.clean(text)));
	}

	/** Adds small words below all else, on as many lines as they need. */
	void small(String words) {
		lines(words, SMALL_LETTER).forEach((line) -> label(LEFT, down(14), "s", line));
	}

	/** Adds bold words below all else, on as many lines as they need. */
	void bold(String words) {
		lines(words, BOLD_LETTER).forEach((line) -> label(LEFT, down(17), "b", line));
	}

	private static List<String> lines(String words, double letter) {
		return Text.wrapped(words, (int) ((RIGHT - LEFT) / letter));
	}

	/**
	 * Adds a line.
	 * @param style {@code g} grid, {@code k} the law, {@code i} an interval, {@code v1}
	 * to {@code v6} a colour, {@code d} dashed, {@code w1} to {@code w3} wider
	 */
	void line(String style, double x1, double y1, double x2, double y2) {
		line(style, List.of(point(x1, y1), point(x2, y2)));
	}

	/** Adds a line through several points, unless it is there. */
	void line(String style, List<String> points) {
		String path = "M" + String.join("L", points);
		if (points.stream().distinct().count() > 1
				&& this.strokes.stream().noneMatch((stroke) -> stroke.path().equals(path))) {
			this.strokes.add(new Stroke(style, path));
		}
	}

	static String point(double x, double y) {
		return at(x) + "," + at(y);
	}

	/** Adds a dot, which is hollow if its style ends with {@code o}. */
	void dot(String style, double x, double y) {
		this.dots.add(new Dot(style, at(x), at(y)));
	}

	/** Whether a line or a dot has a word in its style. */
	boolean has(String word) {
		return Stream.concat(this.strokes.stream().map(Stroke::style), this.dots.stream().map(Dot::style))
			.anyMatch((style) -> List.of(style.split(" ")).contains(word));
	}

	String svg() {
		return Report.rendered("canvas.jte", this);
	}

	private static String at(double value) {
		return Text.number(Math.round(10 * value) / 10.0);
	}

	/** The height of the picture. */
	public String height() {
		return at(Math.ceil(this.bottom + 8));
	}

	/** The words for those who do not see it. */
	public String title() {
		return this.title;
	}

	/** All words. */
	public List<Label> labels() {
		return this.labels;
	}

	/** All lines. */
	public List<Stroke> strokes() {
		return this.strokes;
	}

	/** All dots. */
	public List<Dot> dots() {
		return this.dots;
	}

	/** Words. */
	public record Label(String x, String y, String style, String text) {
	}

	/** A line. */
	public record Stroke(String style, String path) {
	}

	/** A dot. */
	public record Dot(String style, String x, String y) {
	}

}
