package lab.harness.docs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/result-json.md} against the JSON Schema: every field with its
 * type, no other.
 */
class ResultPageTests {

	private static final Page PAGE = Page.of("docs/reference/result-json.md");

	private final JsonNode schema = JsonMapper.shared()
		.readTree(ResultPageTests.class.getResourceAsStream("/result.schema.json"));

	private final Map<String, String> types = new LinkedHashMap<>();

	@Test
	void pageShouldListEveryFieldOfTheSchemaWithItsType() {
		fields(this.schema, "");
		Map<String, String> rows = new LinkedHashMap<>();
		PAGE.lines()
			.stream()
			.filter((line) -> line.startsWith("## "))
			.forEach((heading) -> rows.putAll(PAGE.rows(heading)));
		Map<String, String> listed = new LinkedHashMap<>();
		rows.forEach((field, row) -> {
			listed.put(field, Page.cells(row).get(1));
			assertThat(Page.cells(row)).as("field, type, unit and meaning of %s", field)
				.hasSize(4)
				.last()
				.asString()
				.isNotBlank();
		});
		assertThat(listed.entrySet())
			.as("""
					fields and types in %s: in the tables there, a row | `field` | type | unit | meaning | must go in for what
					could not be found, and out for what was not expected""",
					PAGE.path().normalize())
			.containsExactlyInAnyOrderElementsOf(this.types.entrySet());
	}

	private void fields(JsonNode object, String path) {
		object.path("properties").properties().forEach((property) -> {
			JsonNode value = resolved(property.getValue());
			String name = path + property.getKey();
			if (!value.path("items").isMissingNode()) {
				JsonNode items = resolved(value.get("items"));
				this.types.put(name + "[]", type(items));
				fields(items, name + "[].");
			}
			else {
				this.types.put(name, type(value));
				fields(value, name + ".");
			}
		});
	}

	private JsonNode resolved(JsonNode value) {
		return value.has("$ref") ? this.schema.at(value.get("$ref").asString().substring(1)) : value;
	}

	private static String type(JsonNode value) {
		if (value.has("const")) {
			return value.get("const").toString();
		}
		JsonNode words = value.has("enum") ? value.get("enum") : value.path("type");
		List<String> names = words.isArray() ? StreamSupport.stream(words.spliterator(), false)
			.map((word) -> word.isNull() ? "null" : word.asString())
			.toList() : List.of(words.asString());
		return String.join(" or ", names);
	}

}
