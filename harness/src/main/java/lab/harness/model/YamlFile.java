package lab.harness.model;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A YAML file that people write. What is wrong in it is refused with file, line and the
 * accepted words.
 */
public class YamlFile {

	protected static final YAMLMapper YAML = YAMLMapper.builder()
		.addModule(DataFile.module())
		.propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
		.enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	private final Path path;

	/** The line of each key, by its path in the file. */
	private final Map<JsonPointer, Integer> lines = new HashMap<>();

	/**
	 * Reads the lines of the keys.
	 * @throws InvalidInputException if the file is missing or no YAML
	 */
	public YamlFile(Path path) {
		this.path = path;
		if (!Files.isRegularFile(path)) {
			throw new InvalidInputException("there is no file '" + path + "'");
		}
		try {
			findLines();
		}
		catch (JacksonException ex) {
			throw unreadable(ex);
		}
	}

	public final Path path() {
		return this.path;
	}

	/** The keys and values as they stand in the file. */
	public final JsonNode tree() {
		try {
			return YAML.readTree(this.path);
		}
		catch (JacksonException ex) {
			throw unreadable(ex);
		}
	}

	/** Adds file and line to the message about a key. */
	protected final <T> T located(JsonPointer place, Supplier<T> read) {
		try {
			return read.get();
		}
		catch (InvalidInputException ex) {
			throw at(place.appendProperty(ex.key()), ex.key() + ": " + ex.getMessage(), ex);
		}
	}

	/** The refusal of a value that no record accepts. */
	protected final InvalidInputException refused(JacksonException ex) {
		InvalidInputException own = DataFile.own(ex);
		JsonPointer place = JsonPointer.empty();
		for (JacksonException.Reference step : ex.getPath()) {
			place = (step.getPropertyName() != null) ? place.appendProperty(keyOf(step.getPropertyName(), place))
					: place.appendIndex(step.getIndex());
		}
		if (own != null && !own.key().isEmpty()) {
			place = place.appendProperty(own.key());
		}
		if (place.matches()) {
			return unreadable(ex);
		}
		String key = place.last().getMatchingProperty();
		String reason = switch (ex) {
			case UnrecognizedPropertyException unknown ->
				"unknown key '" + unknown.getPropertyName() + "'; accepted: " + accepted(unknown, place);
			case MismatchedInputException wrong when wrong.getTargetType() == LinkedHashMap.class ->
				"'" + key + "' must hold keys and values";
			default -> DataFile.reason(ex);
		};
		boolean named = place.last().mayMatchElement() || reason.contains("'" + key + "'") || reason.startsWith(key);
		return at(place, named ? reason : key + ": " + reason, ex);
	}

	/** The key in the file for a component of a record. */
	protected String keyOf(String component, JsonPointer place) {
		return component;
	}

	/** The keys that are accepted in the place of an unknown one. */
	protected String accepted(UnrecognizedPropertyException ex, JsonPointer place) {
		return ex.getKnownPropertyIds().stream().map(String::valueOf).collect(Collectors.joining(", "));
	}

	/** The place in which to look for a key that is not in its own. */
	protected @Nullable JsonPointer inheritedFrom(JsonPointer place) {
		return null;
	}

	protected final InvalidInputException at(JsonPointer place, String message, @Nullable Exception cause) {
		return new InvalidInputException(this.path + ":" + line(place) + ": " + message, cause);
	}

	/** The line of a key, or else that of the key that holds it. */
	private int line(JsonPointer place) {
		if (place.matches()) {
			return 1;
		}
		Integer line = this.lines.get(place);
		JsonPointer inherited = inheritedFrom(place);
		if (line == null && inherited != null) {
			line = this.lines.get(inherited);
		}
		return (line != null) ? line : line(place.head());
	}

	private InvalidInputException unreadable(JacksonException ex) {
		int line = (ex.getLocation() != null) ? ex.getLocation().getLineNr() : 0;
		return new InvalidInputException(this.path + ":" + Math.max(1, line) + ": " + DataFile.reason(ex), ex);
	}

	private void findLines() {
		try (JsonParser parser = YAML.createParser(this.path)) {
			for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
				this.lines.putIfAbsent(parser.streamReadContext().pathAsPointer(),
						parser.currentTokenLocation().getLineNr());
			}
		}
	}

}
