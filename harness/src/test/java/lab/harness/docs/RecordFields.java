package lab.harness.docs;

import java.io.IOException;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.experiment.Point;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Result;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON file, as rows of a table. The types are those of the components of
 * its record, the meanings stand in the Javadoc.
 */
final class RecordFields {

	private static final Path MODEL = Path.of("src/main/java/lab/harness/model");

	private static final Pattern RECORD = Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public record (\\w+)\\(");

	private static final Pattern PARAM = Pattern.compile("@param (\\w+) (.*?)(?=@param|$)");

	private static final Pattern CLAIM = Pattern
		.compile("(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s+@JsonTypeName\\(\"([\\w-]+)\"\\)"
				+ "(?:\\s+@JsonIgnoreProperties\\([^)]*\\))?\\s+record \\w+\\((.*?)\\)\\s+implements");

	private final Map<String, String> meanings = new HashMap<>();

	private final List<String> rows = new ArrayList<>();

	private RecordFields() {
	}

	/** Returns a row {@code name | type | meaning} for each field. */
	static List<String> of(Class<?> type) throws IOException {
		RecordFields fields = new RecordFields();
		try (Stream<Path> files = Files.walk(MODEL)) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				fields.readMeanings(Files.readString(file));
			}
		}
		fields.addAll("", type);
		return fields.rows;
	}

	/** Returns a row {@code kind | meaning | fields} for each kind of claim. */
	static List<String> ofClaims() throws IOException {
		Map<String, String> names = new HashMap<>();
		for (JsonSubTypes.Type type : Claim.class.getAnnotation(JsonSubTypes.class).value()) {
			names.put(type.value().getAnnotation(JsonTypeName.class).value(), String.join("`, `", type.names()));
		}
		return CLAIM.matcher(Files.readString(MODEL.resolve("result/Claim.java"))).results().map((claim) -> {
			String kind = claim.group(2);
			String several = names.getOrDefault(kind, "");
			return "`%s` | %s | %s".formatted(several.isEmpty() ? kind : several, sentence(claim.group(1)),
					components(claim.group(3)));
		}).toList();
	}

	private static String components(String declared) {
		String unwrapped = declared.replace("Result.Interval interval", "double mean, low, high, int runs")
			.replace("Difference difference", "double ratio, low, high, int rounds");
		return Stream.of(unwrapped.replaceAll("<[^<>]*>", "").replaceAll("<[^<>]*>", "").split(","))
			.filter((component) -> !component.isBlank())
			.map((component) -> "`" + component.strip().replaceFirst("(?s).*\\s", "") + "`")
			.collect(Collectors.joining(", "));
	}

	private static String sentence(String javadoc) {
		return javadoc.replaceAll("\\s*\\n\\s*\\*? ?", " ").strip().replaceFirst("\\..*", "");
	}

	private void readMeanings(String source) {
		Matcher record = RECORD.matcher(source);
		while (record.find()) {
			Matcher param = PARAM.matcher(record.group(1).replaceAll("\\s*\\n\\s*\\*? ?", " "));
			while (param.find()) {
				this.meanings.put(record.group(2) + "." + param.group(1), plain(param.group(2)));
			}
		}
	}

	private static String plain(String javadoc) {
		return javadoc.replaceAll("\\{@value #SCHEMA_VERSION}", String.valueOf(Result.SCHEMA_VERSION))
			.replaceAll("\\{@(?:code|link) #?([^}]*)}", "$1")
			.replaceAll("<code>(.*?)</code>", "$1")
			.strip();
	}

	private void addAll(String path, Class<?> type) {
		// The JSON of a point is not that of its components.
		if (!type.isRecord() || type == Point.class) {
			return;
		}
		for (RecordComponent component : type.getRecordComponents()) {
			if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
				addAll(path, component.getType());
			}
			else {
				add(path + component.getName(), component);
			}
		}
	}

	private void add(String name, RecordComponent component) {
		AnnotatedType type = component.getAnnotatedType();
		if (component.getType() == List.class) {
			name += "[]";
			type = ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[0];
		}
		Class<?> raw = raw(type.getType());
		this.rows.add("`%s` | %s%s | %s".formatted(name, typeOf(raw),
				type.isAnnotationPresent(Nullable.class) ? " or null" : "", meaning(component)));
		addAll(name + ".", raw);
	}

	private String meaning(RecordComponent component) {
		String key = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
		String meaning = this.meanings.get(key);
		if (meaning == null) {
			throw new AssertionError("the Javadoc of " + key + " has no @param");
		}
		return meaning;
	}

	private static Class<?> raw(Type type) {
		return (Class<?>) ((type instanceof ParameterizedType generic) ? generic.getRawType() : type);
	}

	private static String typeOf(Class<?> type) {
		if (type.isEnum()) {
			return Stream.of(type.getEnumConstants()).map((word) -> "`" + word + "`").collect(Collectors.joining(", "));
		}
		if (type == String.class || type == Instant.class) {
			return "string";
		}
		if (type == boolean.class) {
			return "boolean";
		}
		if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
			return "integer";
		}
		return (type == double.class || type == Double.class) ? "number" : "object";
	}

}
