package lab.harness.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows and columns; the first column is text and stands to the left, the others are
 * figures and stand to the right.
 */
final class Table {

	private final List<List<String>> rows = new ArrayList<>();

	Table(String... head) {
		this.rows.add(List.of(head));
	}

	void row(List<String> cells) {
		this.rows.add(List.copyOf(cells));
	}

	/** Whether it has a head and nothing below. */
	boolean empty() {
		return this.rows.size() == 1;
	}

	/** Aligned with spaces, for a terminal. */
	String text() {
		StringBuilder text = new StringBuilder();
		for (List<String> row : this.rows) {
			StringBuilder line = new StringBuilder();
			for (int column = 0; column < row.size(); column++) {
				String padding = " ".repeat(width(column) - row.get(column).length());
				line.append((column == 0) ? row.get(column) + padding : "  " + padding + row.get(column));
			}
			text.append(line.toString().stripTrailing()).append('\n');
		}
		return text.toString();
	}

	/** As a table of Markdown, aligned as well. */
	String markdown() {
		StringBuilder text = new StringBuilder();
		for (int number = 0; number < this.rows.size(); number++) {
			text.append('|');
			for (int column = 0; column < this.rows.get(number).size(); column++) {
				String cell = escape(this.rows.get(number).get(column));
				String padding = " ".repeat(Math.max(0, width(column) - cell.length()));
				text.append((column == 0) ? " " + cell + padding + " |" : " " + padding + cell + " |");
			}
			text.append('\n');
			if (number == 0) {
				text.append('|');
				for (int column = 0; column < this.rows.getFirst().size(); column++) {
					String dashes = "-".repeat(width(column) + 1);
					text.append((column == 0) ? dashes + "-|" : dashes + ":|");
				}
				text.append('\n');
			}
		}
		return text.toString();
	}

	/** As a table of a page, all cells text but those that look like figures. */
	String html(String caption) {
		HtmlTable table = new HtmlTable(caption);
		for (int column = 0; column < this.rows.getFirst().size(); column++) {
			String name = this.rows.getFirst().get(column);
			if (isFigures(column)) {
				table.column(name, "");
			}
			else {
				table.column(name);
			}
		}
		for (List<String> row : this.rows.subList(1, this.rows.size())) {
			List<Cell> cells = new ArrayList<>();
			for (int column = 1; column < row.size(); column++) {
				cells.add(isFigures(column) ? new Cell(Html.escape(row.get(column)), "figure")
						: Cell.text(row.get(column)));
			}
			table.row(row.getFirst(), cells);
		}
		return table.html();
	}

	private boolean isFigures(int column) {
		return column > 0 && this.rows.stream().skip(1).allMatch((row) -> row.get(column).matches("[-0-9. %]*"));
	}

	private int width(int column) {
		return this.rows.stream().mapToInt((row) -> row.get(column).length()).max().orElse(0);
	}

	/** A name from a YAML file or a JTL is text, never markup. */
	static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|").replaceAll("\\R", " ");
	}

}
