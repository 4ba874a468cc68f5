package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import lab.harness.experiment.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records as files of JSON.
 */
public final class JsonFile {

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(SerializationFeature.INDENT_OUTPUT)
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.build();

	private JsonFile() {
	}

	/**
	 * Reads a record.
	 * @throws InvalidInputException if the file is missing or does not hold one
	 */
	public static <T> T read(Path file, Class<T> type) {
		if (!Files.isRegularFile(file)) {
			throw new InvalidInputException(file + " is missing");
		}
		try {
			return MAPPER.readValue(file, type);
		}
		catch (JacksonException ex) {
			int line = (ex.getLocation() != null) ? Math.max(1, ex.getLocation().getLineNr()) : 1;
			throw new InvalidInputException(file + ":" + line + ": not what a " + type.getSimpleName() + " looks like: "
					+ ex.getOriginalMessage());
		}
	}

	/**
	 * Writes a record; whoever reads the file sees the old one or the new one, never half
	 * of it.
	 */
	public static void write(Path file, Object record) throws IOException {
		replace(file, MAPPER.writeValueAsString(record) + "\n");
	}

	/**
	 * Writes a text in the same way.
	 */
	public static void replace(Path file, String text) throws IOException {
		Path half = file.resolveSibling(file.getFileName() + ".part");
		Files.writeString(half, text);
		Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
	}

}
