package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;

/**
 * The cells of the row that the parser is at. There is one for a whole file: of millions
 * of rows most cells are not needed, and most others hold the same as in the row before.
 */
final class JtlCells extends AbstractBaseCsvCallbackHandler<JtlCells> {

	private final List<String> cells = new ArrayList<>();

	/** Columns from here on that nobody asks for are not made. */
	private boolean[] wanted = {};

	private int count;

	private long line;

	/** From the next row on, only these columns are needed. */
	void want(boolean[] columns) {
		this.wanted = columns;
	}

	/** Columns of this row. */
	int count() {
		return this.count;
	}

	/** The line in which this row begins, 1 for the first. */
	long line() {
		return this.line;
	}

	String get(int column) {
		return this.cells.get(column);
	}

	/** The cells of this row. */
	List<String> row() {
		return List.copyOf(this.cells.subList(0, this.count));
	}

	@Override
	protected void handleBegin(long startingLineNumber) {
		this.line = startingLineNumber;
		this.count = 0;
	}

	@Override
	protected void handleField(int column, char[] buffer, int offset, int length, boolean quoted) {
		this.count = column + 1;
		if (this.cells.size() <= column) {
			this.cells.add("");
		}
		if (column >= this.wanted.length || this.wanted[column]) {
			if (!holds(this.cells.get(column), buffer, offset, length)) {
				this.cells.set(column, new String(buffer, offset, length));
			}
		}
	}

	@Override
	protected JtlCells buildRecord() {
		return this;
	}

	private static boolean holds(String text, char[] buffer, int offset, int length) {
		if (text.length() != length) {
			return false;
		}
		for (int i = 0; i < length; i++) {
			if (text.charAt(i) != buffer[offset + i]) {
				return false;
			}
		}
		return true;
	}

}
