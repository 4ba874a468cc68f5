package lab.harness.model;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * Indents JSON, but writes an object in an array on one line, so that a file of many runs
 * is short and a changed run is one changed line.
 */
final class LinePrinter extends DefaultPrettyPrinter {

	private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

	/** The open arrays, and the objects in them. */
	private int open;

	private boolean hasLines;

	LinePrinter() {
		super(Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER));
		indentObjectsWith(INDENTER);
	}

	@Override
	public LinePrinter createInstance() {
		return new LinePrinter();
	}

	@Override
	public void writeStartArray(JsonGenerator generator) {
		this.hasLines &= this.open > 0;
		this.open++;
		generator.writeRaw('[');
	}

	@Override
	public void beforeArrayValues(JsonGenerator generator) {
		// The start of an object begins its line.
	}

	@Override
	public void writeArrayValueSeparator(JsonGenerator generator) {
		generator.writeRaw(',');
	}

	@Override
	public void writeEndArray(JsonGenerator generator, int size) {
		this.open--;
		if (this.open == 0 && this.hasLines) {
			INDENTER.writeIndentation(generator, this._nesting);
		}
		generator.writeRaw(']');
	}

	@Override
	public void writeStartObject(JsonGenerator generator) {
		if (this.open == 0) {
			super.writeStartObject(generator);
			return;
		}
		if (this.open == 1) {
			INDENTER.writeIndentation(generator, this._nesting + 1);
			this.hasLines = true;
		}
		this.open++;
		generator.writeRaw('{');
	}

	@Override
	public void beforeObjectEntries(JsonGenerator generator) {
		if (this.open == 0) {
			super.beforeObjectEntries(generator);
		}
	}

	@Override
	public void writeObjectNameValueSeparator(JsonGenerator generator) {
		if (this.open == 0) {
			super.writeObjectNameValueSeparator(generator);
			return;
		}
		generator.writeRaw(':');
	}

	@Override
	public void writeObjectEntrySeparator(JsonGenerator generator) {
		if (this.open == 0) {
			super.writeObjectEntrySeparator(generator);
			return;
		}
		generator.writeRaw(',');
	}

	@Override
	public void writeEndObject(JsonGenerator generator, int size) {
		if (this.open == 0) {
			super.writeEndObject(generator, size);
			return;
		}
		this.open--;
		generator.writeRaw('}');
	}

}
