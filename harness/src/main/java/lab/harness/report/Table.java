package lab.harness.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;

/**
 * A table of the terminal, of Markdown and of the page. The first cell of a row names it.
 */
public record Table(String caption, List<Column> columns, List<List<Cell>> rows) implements Block {

	/** Characters of the widest line whose heads are not broken. */
	private static final int WIDEST = 120;

	/** Characters of a line of a broken head, above cells that are no wider. */
	private static final int LINE_OF_HEAD = 10;

	public static <T> Table of(String caption, Collection<T> rows, List<Field<T>> fields) {
		return new Table(caption, fields.stream().map(Field::column).toList(),
				rows.stream().map((row) -> fields.stream().map((field) -> field.cell().apply(row)).toList()).toList());
	}

	/** The table for a terminal: aligned with spaces, units below names. */
	public String text() {
		List<List<String>> cells = this.rows.stream().map((row) -> row.stream().map(Cell::text).toList()).toList();
		String text = text(cells, (words, column) -> List.of(words));
		boolean wide = text.lines().anyMatch((line) -> line.length() > WIDEST);
		return (this.caption.isEmpty() ? "" : this.caption + "\n") + (wide
				? text(cells, (words, column) -> Text.wrapped(words, Math.max(LINE_OF_HEAD, width(cells, column))))
				: text);
	}

	/**
	 * Aligns heads and cells.
	 * @param lines the lines of a name or unit of a column
	 */
	private String text(List<List<String>> cells, BiFunction<String, Integer, List<String>> lines) {
		List<List<String>> heads = IntStream.range(0, this.columns.size())
			.mapToObj((column) -> Stream.of(this.columns.get(column).name(), this.columns.get(column).unit())
				.filter((words) -> !words.isEmpty())
				.flatMap((words) -> lines.apply(words, column).stream())
				.toList())
			.toList();
		int height = heads.stream().mapToInt(List::size).max().orElse(0);
		List<List<String>> all = IntStream.range(0, height)
			.mapToObj((line) -> heads.stream().map((head) -> (line < head.size()) ? head.get(line) : "").toList())
			.collect(Collectors.toCollection(ArrayList::new));
		all.addAll(cells);
		return padded(all).stream()
			.map((line) -> String.join("  ", line).stripTrailing() + "\n")
			.collect(Collectors.joining());
	}

	/** The table in Markdown, aligned for readers of the source too. */
	public String markdown() {
		List<List<String>> lines = new ArrayList<>();
		lines
			.add(this.columns.stream().map((column) -> escape((column.name() + " " + column.unit()).strip())).toList());
		this.rows.forEach((row) -> lines.add(row.stream().map((cell) -> escape(cell.text())).toList()));
		List<String> rendered = new ArrayList<>();
		padded(lines).forEach((line) -> rendered.add("| " + String.join(" | ", line) + " |\n"));
		StringBuilder rule = new StringBuilder("|");
		for (int column = 0; column < this.columns.size(); column++) {
			rule.append("-".repeat(width(lines, column) + 1)).append(this.columns.get(column).figures() ? ":|" : "-|");
		}
		rendered.add(1, rule + "\n");
		return String.join("", rendered);
	}

	private List<List<String>> padded(List<List<String>> lines) {
		int[] widths = IntStream.range(0, this.columns.size()).map((column) -> width(lines, column)).toArray();
		return lines.stream()
			.map((line) -> IntStream.range(0, widths.length)
				.mapToObj((column) -> padded(line.get(column), column, widths[column]))
				.toList())
			.toList();
	}

	private String padded(String cell, int column, int width) {
		String padding = " ".repeat(width - Text.width(cell));
		return this.columns.get(column).figures() ? padding + cell : cell + padding;
	}

	private static int width(List<List<String>> lines, int column) {
		return lines.stream().mapToInt((line) -> Text.width(line.get(column))).max().orElse(0);
	}

	/** Escapes Markdown and HTML, since text may come from outside. */
	public static String escape(String text) {
		return text.replace("\\", "\\\\").replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
	}

	/** The head of a column; the cells of figures are aligned to the right. */
	record Column(String name, String unit, boolean figures) {

		Column {
			name = Text.clean(name);
		}

		static Column of(Metric metric) {
			return new Column(metric.label(), metric.share() ? "" : metric.unit(), true);
		}

	}

	/** A column and the cell that it shows of a row. */
	public record Field<T>(Column column, Function<? super T, Cell> cell) {

		public static <T> Field<T> text(String name, Function<? super T, String> text) {
			return cells(name, (row) -> Cell.text(text.apply(row)));
		}

		/** A column of cells that are not all texts. */
		public static <T> Field<T> cells(String name, Function<? super T, Cell> cell) {
			return new Field<>(new Column(name, "", false), cell);
		}

		public static <T> Field<T> figures(String name, String unit, Function<? super T, Cell> cell) {
			return new Field<>(new Column(name, unit, true), cell);
		}

	}

	/**
	 * A cell.
	 *
	 * @param value the exact figure, for programs that read the page, or null for a text
	 */
	public record Cell(String text, Style style, @Nullable Double value) {

		/** The cell of a figure that does not exist. */
		public static final Cell NONE = new Cell("-", Style.NONE, null);

		public Cell {
			text = Text.clean(text);
		}

		public static Cell text(String text) {
			return new Cell(text, Style.TEXT, null);
		}

		/** A text in a column of figures, such as {@code no limit}. */
		public static Cell figure(String text) {
			return new Cell(text, Style.FIGURE, null);
		}

		public static Cell number(@Nullable Number value, int digits) {
			return (value != null)
					? new Cell(Text.number(value.doubleValue(), digits), Style.FIGURE, value.doubleValue()) : NONE;
		}

		public static Cell share(@Nullable Double share) {
			return (share != null) ? new Cell(Text.number(100 * share, 2) + " %", Style.FIGURE, share) : NONE;
		}

		public static Cell of(Metric metric, @Nullable Double value) {
			return (value != null) ? new Cell(metric.format(value), Style.FIGURE, value) : NONE;
		}

	}

	enum Style {

		TEXT, FIGURE, NONE;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
