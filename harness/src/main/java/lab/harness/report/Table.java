package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Rows and columns, made once and shown by the terminal, in Markdown and on the page. The
 * first cell of a row names it.
 */
final class Table implements Block {

	private final String caption;

	private final List<Column> columns;

	private final List<List<Cell>> rows = new ArrayList<>();

	Table(String caption, List<Column> columns) {
		this.caption = Block.clean(caption);
		this.columns = List.copyOf(columns);
	}

	/** Adds a row with a cell for each column. */
	Table row(List<Cell> cells) {
		if (cells.size() != this.columns.size()) {
			throw new IllegalArgumentException(cells.size() + " cells for " + this.columns.size() + " columns");
		}
		this.rows.add(List.copyOf(cells));
		return this;
	}

	String caption() {
		return this.caption;
	}

	List<Column> columns() {
		return this.columns;
	}

	List<List<Cell>> rows() {
		return this.rows;
	}

	/**
	 * The width of a bar from zero in per cent of its cell: figures of one unit share a
	 * scale.
	 */
	String width(int column, Cell cell) {
		String unit = this.columns.get(column).unit;
		double most = 0;
		for (int other = 0; other < this.columns.size(); other++) {
			if (this.columns.get(other).bars && this.columns.get(other).unit.equals(unit)) {
				for (List<Cell> row : this.rows) {
					most = Math.max(most, Objects.requireNonNullElse(row.get(other).value, 0.0));
				}
			}
		}
		double value = Objects.requireNonNullElse(cell.value, 0.0);
		return (most > 0) ? Cell.format(100 * Math.max(0, value) / most, 2) : "0";
	}

	/** Aligned with spaces, names above units. */
	String text() {
		List<List<String>> lines = new ArrayList<>();
		lines.add(this.columns.stream().map(Column::name).toList());
		if (this.columns.stream().anyMatch((column) -> !column.unit.isEmpty())) {
			lines.add(this.columns.stream().map(Column::unit).toList());
		}
		this.rows.forEach((row) -> lines.add(row.stream().map(Cell::text).toList()));
		StringBuilder text = new StringBuilder((this.caption.isEmpty()) ? "" : this.caption + "\n");
		for (List<String> line : lines) {
			StringBuilder words = new StringBuilder();
			for (int column = 0; column < line.size(); column++) {
				words.append((column > 0) ? "  " : "").append(padded(line.get(column), column, width(lines, column)));
			}
			text.append(words.toString().stripTrailing()).append('\n');
		}
		return text.toString();
	}

	/** As a table of Markdown, aligned as well. */
	String markdown() {
		List<List<String>> lines = new ArrayList<>();
		lines.add(this.columns.stream().map((column) -> escape((column.name + " " + column.unit).strip())).toList());
		this.rows.forEach((row) -> lines.add(row.stream().map((cell) -> escape(cell.text)).toList()));
		StringBuilder text = new StringBuilder();
		for (int number = 0; number < lines.size(); number++) {
			text.append('|');
			for (int column = 0; column < this.columns.size(); column++) {
				text.append(' ')
					.append(padded(lines.get(number).get(column), column, width(lines, column)))
					.append(" |");
			}
			text.append('\n');
			if (number == 0) {
				text.append('|');
				for (int column = 0; column < this.columns.size(); column++) {
					String dashes = "-".repeat(width(lines, column) + 1);
					text.append(this.columns.get(column).figures ? dashes + ":|" : dashes + "-|");
				}
				text.append('\n');
			}
		}
		return text.toString();
	}

	private String padded(String cell, int column, int width) {
		String padding = " ".repeat(width - cell.length());
		return this.columns.get(column).figures ? padding + cell : cell + padding;
	}

	private static int width(List<List<String>> lines, int column) {
		return lines.stream().mapToInt((line) -> line.get(column).length()).max().orElse(0);
	}

	/** In Markdown a text from outside is text, never markup. */
	static String escape(String text) {
		return text.replace("\\", "\\\\").replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
	}

	/**
	 * A column.
	 *
	 * @param name its name
	 * @param unit unit of its figures, or empty
	 * @param figures whether it stands to the right
	 * @param bars whether the page draws a bar for each figure
	 */
	record Column(String name, String unit, boolean figures, boolean bars) {

		Column {
			name = Block.clean(name);
		}

		static Column text(String name) {
			return new Column(name, "", false, false);
		}

		static Column figures(String name, String unit) {
			return new Column(name, unit, true, false);
		}

		/** The figures of a metric; those of a share carry their unit themselves. */
		static Column of(Metric metric, boolean bars) {
			return new Column(metric.label(), metric.share() ? "" : metric.unit(), true, bars);
		}

	}

	/**
	 * A cell.
	 *
	 * @param text what stands in it
	 * @param style how the page shows it
	 * @param value the exact figure, for programs that read the page, or null for a text
	 */
	record Cell(String text, Style style, @Nullable Double value) {

		/** Where there is no figure. */
		static final Cell NONE = new Cell("-", Style.NONE, null);

		Cell {
			text = Block.clean(text);
		}

		static Cell text(String text) {
			return new Cell(text, Style.TEXT, null);
		}

		/** Words that stand to the right, such as a limit or {@code no limit}. */
		static Cell figure(String text) {
			return new Cell(text, Style.FIGURE, null);
		}

		static Cell number(@Nullable Number value, int digits) {
			return (value != null) ? new Cell(format(value.doubleValue(), digits), Style.FIGURE, value.doubleValue())
					: NONE;
		}

		/** A share as per cent. */
		static Cell share(@Nullable Double share) {
			return (share != null) ? new Cell(format(100 * share, 2) + " %", Style.FIGURE, share) : NONE;
		}

		static Cell of(Metric metric, @Nullable Double value) {
			return (value != null) ? new Cell(metric.format(value), Style.FIGURE, value) : NONE;
		}

		/** Passed or failed, told by word and shape, so that colour only helps. */
		static Cell state(boolean ok, String words) {
			return new Cell(words, ok ? Style.OK : Style.FAILED, null);
		}

		Cell styled(Style style) {
			return new Cell(this.text, style, this.value);
		}

		static String format(double value, int digits) {
			return String.format(Locale.ROOT, "%." + digits + "f", value);
		}

	}

	/** How the page shows a cell. */
	enum Style {

		TEXT, FIGURE, NONE, BEST, OK, FAILED;

		/** Its class in the style sheet. */
		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
