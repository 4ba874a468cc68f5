package lab.harness.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads and writes records as JSON, either one in a file or one a line.
 */
public final class DataFile {

	private static final JsonMapper LINES = JsonMapper.builder()
		.addModule(module())
		// A record is its components; isZombie() is no part of it.
		.changeDefaultVisibility((all) -> all.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
		.build();

	private static final Pattern DUPLICATE = Pattern.compile("Duplicate Object property \"(.*)\".*");

	private static final String MISSING = "Missing creator property";

	private DataFile() {
	}

	/** Reads and writes durations such as {@code 1.5s}. */
	public static SimpleModule module() {
		SimpleModule module = new SimpleModule("durations");
		module.addDeserializer(Duration.class, new ValueDeserializer<>() {
			@Override
			public Duration deserialize(JsonParser parser, DeserializationContext context) {
				return Durations.parse(parser.getValueAsString(""));
			}
		});
		module.addSerializer(Duration.class, new ValueSerializer<>() {
			@Override
			public void serialize(Duration duration, JsonGenerator generator, SerializationContext context) {
				generator.writeString(Durations.format(duration));
			}
		});
		return module;
	}

	public static JsonMapper mapper() {
		return LINES;
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
			return LINES.readValue(file, type);
		}
		catch (JacksonException ex) {
			int line = (ex.getLocation() != null) ? Math.max(1, ex.getLocation().getLineNr()) : 1;
			throw new InvalidInputException(file + ":" + line + ": " + reason(ex), ex);
		}
	}

	/**
	 * Reads a file of one record a line, holding one record at a time.
	 * @return false if the last line is incomplete, as after an interrupted run; it is
	 * ignored
	 * @throws InvalidInputException if the file is missing or a line is broken
	 */
	public static <T> boolean readLines(Path file, Class<T> type, Consumer<T> consumer) {
		// A program prints the keys that a line needs.
		ObjectReader records = (type != ProgramLine.class) ? LINES.readerFor(type)
				: LINES.readerFor(type).without(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);
		try (BufferedReader reader = Files.newBufferedReader(file)) {
			int number = 1;
			String line = reader.readLine();
			while (line != null) {
				String next = reader.readLine();
				try {
					consumer.accept(records.readValue(line));
				}
				catch (JacksonException ex) {
					if (next == null) {
						return false;
					}
					throw new InvalidInputException(file + ":" + number + ": " + reason(ex), ex);
				}
				line = next;
				number++;
			}
			return true;
		}
		catch (IOException | UncheckedIOException ex) {
			throw new InvalidInputException(file + " cannot be read: " + InvalidInputException.reason(ex), ex);
		}
	}

	/**
	 * Reads all records of a file of one record a line.
	 * @throws InvalidInputException if the file is missing or a line is broken
	 */
	public static <T> List<T> readLines(Path file, Class<T> type) {
		List<T> records = new ArrayList<>();
		readLines(file, type, records::add);
		return records;
	}

	/**
	 * Replaces a file by a record. A reader sees the old or the new content, never a part
	 * of it.
	 * @throws IOException if it cannot be written
	 */
	public static void write(Path file, Object record) throws IOException {
		replace(file, indented(record));
	}

	/** A record as the text of a file, one that {@link #write} writes. */
	public static String indented(Object record) {
		return indented(LINES.valueToTree(record), "\n") + "\n";
	}

	/**
	 * Indents JSON, but writes an object in an array on one line, so that a file of many
	 * runs is short and a changed run is one changed line.
	 * @param end ends a line, and begins the next one with its indent
	 */
	private static String indented(JsonNode node, String end) {
		String next = end + "  ";
		if (node.isObject() && !node.isEmpty()) {
			return node.propertyStream()
				.map((key) -> next + line(key.getKey()) + ": " + indented(key.getValue(), next))
				.collect(Collectors.joining(",", "{", end + "}"));
		}
		if (node.isArray() && node.valueStream().anyMatch(JsonNode::isObject)) {
			return node.valueStream().map((one) -> next + line(one)).collect(Collectors.joining(",", "[", end + "]"));
		}
		return node.isObject() ? "{ }" : line(node);
	}

	/**
	 * Replaces a file by a text, as {@link #write} does.
	 * @throws IOException if it cannot be written
	 */
	public static void replace(Path file, String text) throws IOException {
		Path half = file.resolveSibling(file.getFileName() + ".part");
		Files.writeString(half, text);
		Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
	}

	/**
	 * The path of a file that an experiment names.
	 * @param experiment the file of the experiment
	 * @param key the key that names the file
	 * @param name its path, relative to the file of the experiment
	 */
	public static String beside(Path experiment, String key, String name) {
		try {
			return experiment.resolveSibling(name).normalize().toString();
		}
		catch (InvalidPathException ex) {
			throw new InvalidInputException(key, "'" + name + "' cannot name a file");
		}
	}

	/**
	 * Reads a text.
	 * @param key the key of an experiment that names the file
	 * @throws InvalidInputException if the file is missing or holds no text in UTF-8
	 */
	public static String text(String key, Path file) {
		InvalidInputException.require(Files.isRegularFile(file), key, "there is no file '" + file + "'");
		try {
			return Files.readString(file);
		}
		catch (CharacterCodingException ex) {
			throw new InvalidInputException(key, file + " is no text in UTF-8; save it as one");
		}
		catch (IOException ex) {
			throw new InvalidInputException(key, file + " cannot be read: " + InvalidInputException.reason(ex));
		}
	}

	/** A record as a single line without a line feed. */
	public static String line(Object record) {
		return LINES.writeValueAsString(record);
	}

	/** Describes a mistake in a file for its author, with the accepted words. */
	public static String reason(JacksonException ex) {
		InvalidInputException own = own(ex);
		if (own != null) {
			return own.getMessage();
		}
		return switch (ex) {
			case UnrecognizedPropertyException unknown -> "unknown key '" + unknown.getPropertyName() + "'; accepted: "
					+ unknown.getKnownPropertyIds().stream().map(String::valueOf).collect(Collectors.joining(", "));
			case InvalidFormatException format when format.getTargetType().isEnum() -> "'" + format.getValue()
					+ "' is not known; accepted: " + words(format.getTargetType().getEnumConstants());
			case InvalidFormatException format -> "'" + format.getValue() + "' is not a valid "
					+ ((format.getTargetType().isPrimitive() || Number.class.isAssignableFrom(format.getTargetType()))
							? "number" : "value");
			case MismatchedInputException missing when missing.getOriginalMessage().startsWith(MISSING) ->
				"'" + path(missing) + "' is missing";
			case MismatchedInputException mismatched -> "this value is of the wrong kind";
			case StreamReadException duplicate when DUPLICATE.matcher(duplicate.getOriginalMessage()).find() ->
				"the key " + DUPLICATE.matcher(duplicate.getOriginalMessage()).replaceFirst("'$1'") + " is there twice";
			case StreamReadException colon when colon.getOriginalMessage()
				.startsWith("mapping values are not allowed") -> "a value that holds ': ' needs quotes";
			case StreamReadException brace when brace.getOriginalMessage().contains("expected ',' or '}'") ->
				"a comma or '}' is missing, or a value that holds '{' needs quotes";
			case UnexpectedEndOfInputException cut -> "it ends in the middle of a value";
			default -> ex.getOriginalMessage().lines().findFirst().orElse("not readable");
		};
	}

	private static String path(JacksonException ex) {
		return ex.getPath()
			.stream()
			.map(JacksonException.Reference::getPropertyName)
			.filter(Objects::nonNull)
			.collect(Collectors.joining("."));
	}

	public static String words(Object[] words) {
		return Arrays.stream(words).map(String::valueOf).collect(Collectors.joining(", "));
	}

	public static @Nullable InvalidInputException own(Throwable ex) {
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof InvalidInputException own) {
				return own;
			}
		}
		return null;
	}

}
