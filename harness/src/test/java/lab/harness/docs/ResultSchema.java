package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Result;
import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.impl.DefinitionKey;
import com.github.victools.jsonschema.generator.naming.DefaultSchemaDefinitionNamingStrategy;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema of {@code result.json}, made from the records; what a component means
 * is taken from their Javadoc.
 */
final class ResultSchema {

	private static final Path MODEL = Path.of("src/main/java/lab/harness/model");

	private static final Pattern RECORD = Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public record (\\w+)\\(");

	private static final Pattern PARAM = Pattern.compile("@param (\\w+) (.*?)(?=@param|$)");

	private ResultSchema() {
	}

	static ObjectNode generate() throws IOException {
		Map<String, String> meanings = meanings();
		SchemaGeneratorConfigBuilder builder = new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12,
				OptionPreset.PLAIN_JSON)
			.with(Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT, Option.DEFINITIONS_FOR_ALL_OBJECTS,
					Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES, Option.FLATTENED_ENUMS_FROM_TOSTRING)
			.without(Option.FLATTENED_ENUMS);
		builder.forFields()
			.withRequiredCheck((field) -> true)
			.withNullableCheck((field) -> field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class))
			.withDescriptionResolver((field) -> field.isFakeContainerItemScope() ? null
					: meanings.get(field.getDeclaringType().getErasedType().getSimpleName() + "." + field.getName()));
		builder.forTypesInGeneral().withPropertySorter((first, second) -> 0);
		builder.forTypesInGeneral().withCustomDefinitionProvider(ResultSchema::own);
		builder.forTypesInGeneral().withDefinitionNamingStrategy(new DefaultSchemaDefinitionNamingStrategy() {
			@Override
			public String getDefinitionNameForKey(DefinitionKey key, SchemaGenerationContext context) {
				return isFigures(key.getType()) ? "Figures" : super.getDefinitionNameForKey(key, context);
			}
		});
		ObjectNode schema = new SchemaGenerator(builder.build()).generateSchema(Result.class);
		Stream.concat(Stream.of(schema), schema.get("$defs").valueStream())
			.filter((type) -> type.path("properties").has("header"))
			.forEach((type) -> unwrapHeader(schema, (ObjectNode) type));
		((ObjectNode) schema.get("$defs")).remove(List.of("Header", "RunHeader"));
		schema.findParents("$ref").forEach((reference) -> ((ObjectNode) reference).remove("additionalProperties"));
		schema.put("title", "The result of an experiment, result.json");
		((ObjectNode) schema.at("/properties/schemaVersion")).put("const", Result.SCHEMA_VERSION);
		return schema;
	}

	/** The fields of a header stand where the header does. */
	private static void unwrapHeader(ObjectNode schema, ObjectNode type) {
		ObjectNode others = (ObjectNode) type.get("properties");
		String header = others.remove("header").get("$ref").asString();
		ObjectNode all = (ObjectNode) schema.at(header.substring(1)).get("properties").deepCopy();
		all.setAll(others);
		type.set("properties", all);
		ArrayNode required = type.putArray("required");
		all.propertyNames().forEach(required::add);
	}

	/** Types whose JSON is not that of their components. */
	private static @Nullable CustomDefinition own(ResolvedType type, SchemaGenerationContext context) {
		ObjectNode node = context.getGeneratorConfig().createObjectNode().put("type", "object");
		if (type.getErasedType() == Point.class) {
			node.putObject("additionalProperties").put("type", "number");
			return new CustomDefinition(node, CustomDefinition.DefinitionType.INLINE,
					CustomDefinition.AttributeInclusion.YES);
		}
		if (isFigures(type)) {
			ObjectNode figures = node.put("additionalProperties", false).putObject("properties");
			Stream.of(Metric.values())
				.forEach((metric) -> figures.putObject(metric.toString())
					.put("type", "number")
					.put("description", description(metric)));
			return new CustomDefinition(node);
		}
		List<ResolvedType> map = type.typeParametersFor(Map.class);
		if (map == null || map.getFirst().getErasedType() != Metric.class) {
			return null;
		}
		ArrayNode names = node.putObject("propertyNames").putArray("enum");
		Stream.of(Metric.values()).forEach((metric) -> names.add(metric.toString()));
		node.set("additionalProperties", context.createStandardDefinitionReference(map.getLast(), null));
		return new CustomDefinition(node, CustomDefinition.DefinitionType.INLINE,
				CustomDefinition.AttributeInclusion.YES);
	}

	/** Whether it is a map from metrics to numbers. */
	private static boolean isFigures(ResolvedType type) {
		List<ResolvedType> map = type.typeParametersFor(Map.class);
		return map != null && map.getFirst().getErasedType() == Metric.class
				&& map.getLast().getErasedType() == Double.class;
	}

	static String description(Metric metric) {
		String unit = metric.share() ? "1" : metric.unit();
		return metric.meaning() + (unit.isEmpty() ? "" : ", in " + unit);
	}

	/** By record and component what the Javadoc says. */
	private static Map<String, String> meanings() throws IOException {
		Map<String, String> meanings = new HashMap<>();
		try (Stream<Path> files = Files.walk(MODEL)) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				Matcher record = RECORD.matcher(Files.readString(file));
				while (record.find()) {
					Matcher param = PARAM.matcher(record.group(1).replaceAll("\\s*\\n\\s*\\*? ?", " "));
					while (param.find()) {
						meanings.put(record.group(2) + "." + param.group(1), plain(param.group(2)));
					}
				}
			}
		}
		return meanings;
	}

	private static String plain(String javadoc) {
		return javadoc.replaceAll("\\{@value #SCHEMA_VERSION}", String.valueOf(Result.SCHEMA_VERSION))
			.replaceAll("\\{@(?:code|link) #?([^}]*)}", "$1")
			.replaceAll("<code>(.*?)</code>", "$1")
			.strip();
	}

}
