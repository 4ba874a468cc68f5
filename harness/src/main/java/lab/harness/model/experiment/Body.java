package lab.harness.model.experiment;

import java.nio.file.Path;
import java.util.Map;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request, as a text or in a file. It is sent in UTF-8.
 *
 * @param text the content, or null if it is in a file
 * @param file path of the file, or null
 */
public record Body(@Nullable String text, @Nullable String file) {

	private static final String FILE = "file";

	public static Body of(String text) {
		return new Body(text, null);
	}

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Body of(Object given) {
		if (given instanceof String text) {
			return of(text);
		}
		if (given instanceof Map<?, ?> keys && keys.size() == 1 && keys.get(FILE) instanceof String file) {
			return new Body(null, file);
		}
		throw new InvalidInputException("body",
				"write the body as a text in quotes, or the file that holds it: { file: order.json }");
	}

	@JsonValue
	@Nullable Object json() {
		return (this.file != null) ? Map.of(FILE, this.file) : this.text;
	}

	/** The body with its file relative to that of the experiment. */
	Body resolved(Path experiment) {
		return (this.file != null) ? new Body(null, DataFile.beside(experiment, "body", this.file)) : this;
	}

	/**
	 * Reads the content.
	 * @throws InvalidInputException if the file is missing, or holds anything but text
	 */
	public String content() {
		String content = (this.file != null) ? DataFile.text("body", Path.of(this.file))
				: (this.text != null) ? this.text : "";
		content.codePoints().filter((character) -> !isXml(character)).findFirst().ifPresent((character) -> {
			throw new InvalidInputException("body",
					"the body holds the character U+%04X, which a plan of JMeter cannot hold; send a text"
						.formatted(character));
		});
		return content;
	}

	/** Whether XML, the form of JMeter's plans, has the character. */
	private static boolean isXml(int character) {
		return character == '\t' || character == '\n' || character == '\r'
				|| (character >= ' ' && !(character >= 0xD800 && character <= 0xDFFF) && character < 0xFFFE)
				|| character >= 0x10000;
	}

}
