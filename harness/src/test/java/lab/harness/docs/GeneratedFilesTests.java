package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.CheckKind;
import lab.harness.run.Campaign;
import lab.harness.run.Schedule;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The JSON Schema and the parts of pages that are made from the code. Run with
 * {@code -Dlab.write=true} these tests write the files instead of checking them.
 */
class GeneratedFilesTests {

	private static final Path SCHEMA = Path.of("src/main/resources/result.schema.json");

	/** An object that holds no other. */
	private static final Pattern LEAF = Pattern.compile("\\{[^{}]*}");

	private static final String HOW = "made from code and results; write it with: "
			+ "mvn -pl harness -am -Dtest='GeneratedFilesTests,ResultsPageTests' -Dlab.write=true test";

	@Test
	void schemaShouldBeThatOfTheRecords() throws IOException {
		JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
		String indented = mapper.writeValueAsString(ResultSchema.generate());
		// A line holds one property with its type and its meaning.
		String schema = LEAF.matcher(indented)
			.replaceAll((leaf) -> Matcher.quoteReplacement(leaf.group().replaceAll("\\s+", " ")));
		GeneratedFile.check(SCHEMA, schema + "\n", HOW);
	}

	@Test
	void resultPageShouldListTheFieldsOfTheSchema() throws IOException {
		ObjectNode schema = ResultSchema.generate();
		List<String> rows = new ArrayList<>();
		fields(schema, schema, "", rows);
		checkPart("docs/reference/result-json.md", "fields", table("field | type | meaning", rows));
	}

	@Test
	void resultPageShouldListTheMetrics() throws IOException {
		checkPart("docs/reference/result-json.md", "metrics",
				table("metric | unit | section of the report | meaning", Stream.of(Metric.values())
					.map((metric) -> "`%s` | %s | %s | %s".formatted(metric, metric.share() ? "1" : metric.unit(),
							metric.section().name().toLowerCase(Locale.ROOT),
							metric.meaning() + (metric.exact() ? "; an exact count" : "")))
					.toList()));
	}

	@Test
	void checksPageShouldListTheChecks() throws IOException {
		Map<CheckKind.Blame, List<String>> rows = new TreeMap<>();
		for (CheckKind kind : CheckKind.values()) {
			rows.computeIfAbsent(kind.blame(), (blame) -> new ArrayList<>())
				.add("`%s` | %s | %s | %s".formatted(kind, kind.compares(), kind.applies(), kind.failure()));
		}
		checkPart("docs/reference/checks.md", "checks",
				rows.entrySet()
					.stream()
					.map((entry) -> "### Checks that blame the " + entry.getKey() + "\n\n"
							+ table("check | compares | applies to | a failure means", entry.getValue()))
					.collect(Collectors.joining("\n")));
	}

	@Test
	void experimentsPageShouldListTheExperiments() throws IOException {
		Path folder = Page.ROOT.resolve("experiments");
		Map<About.Group, List<String>> rows = new TreeMap<>();
		for (String name : ExperimentFile.names(folder)) {
			ExperimentFile file = ExperimentFile.of(folder.resolve(name + ".yml"), false);
			Experiment experiment = file.experiment();
			List<Run> runs = Schedule.of(experiment, file.rounds(), 0);
			assertThat(Campaign.expected(runs).dividedBy(file.rounds()))
				.as("a round of " + name + ", to be recorded alone")
				.isLessThanOrEqualTo(Duration.ofMinutes(15));
			rows.computeIfAbsent(experiment.about().group(), (group) -> new ArrayList<>())
				.add("[%s](../../experiments/%s.yml) | %s | %d | %d | %d min | %s".formatted(name, name,
						experiment.about().question(), file.rounds(), runs.size(),
						Math.max(1, Math.round(Campaign.expected(runs).toSeconds() / 60.0)),
						String.join(", ", experiment.about().source())));
		}
		checkPart("docs/reference/experiments.md", "experiments", rows.entrySet()
			.stream()
			.map((entry) -> "## " + entry.getKey().toString().replace('-', ' ') + "\n\n"
					+ table("experiment | question | rounds | runs | takes at least | sources", entry.getValue()))
			.collect(Collectors.joining("\n")));
	}

	private static void fields(ObjectNode schema, JsonNode object, String path, List<String> rows) {
		object.path("properties").properties().forEach((property) -> {
			JsonNode value = property.getValue();
			String name = path + property.getKey();
			JsonNode resolved = resolved(schema, value);
			String meaning = description(value);
			if (resolved.path("type").asString("").equals("array") || resolved.has("items")) {
				JsonNode items = resolved(schema, resolved.path("items"));
				rows.add("`%s[]` | %s | %s".formatted(name, type(items), meaning));
				fields(schema, items, name + "[].", rows);
			}
			else {
				rows.add("`%s` | %s%s | %s".formatted(name, type(resolved), nullable(schema, value) ? " or null" : "",
						meaning));
				if (!property.getKey().equals("figures")) {
					fields(schema, resolved, name + ".", rows);
				}
			}
		});
	}

	private static JsonNode resolved(ObjectNode schema, JsonNode value) {
		for (String any : List.of("anyOf", "allOf")) {
			for (JsonNode one : value.path(any)) {
				if (!one.path("type").asString("").equals("null")) {
					return resolved(schema, one);
				}
			}
		}
		return value.has("$ref") ? resolved(schema, referred(schema, value)) : value;
	}

	private static JsonNode referred(ObjectNode schema, JsonNode value) {
		return schema.at(value.get("$ref").asString().substring(1));
	}

	/**
	 * Beside a type that is written in place the description stands in a part of its own.
	 */
	private static String description(JsonNode value) {
		return value.has("description") ? value.get("description").asString()
				: value.path("allOf")
					.valueStream()
					.map((part) -> part.path("description").asString(""))
					.collect(Collectors.joining());
	}

	private static boolean nullable(ObjectNode schema, JsonNode value) {
		if (value.has("$ref")) {
			return nullable(schema, referred(schema, value));
		}
		return value.path("anyOf").valueStream().anyMatch((one) -> one.path("type").asString("").equals("null"))
				|| value.path("type").valueStream().anyMatch((one) -> one.asString("").equals("null"));
	}

	private static String type(JsonNode value) {
		if (value.has("enum")) {
			return value.get("enum")
				.valueStream()
				.map((word) -> "`" + word.asString() + "`")
				.collect(Collectors.joining(", "));
		}
		JsonNode type = value.path("type");
		return type.isArray() ? type.get(0).asString() : type.asString("object");
	}

	static String table(String head, List<String> rows) {
		return "| " + head + " |\n" + head.replaceAll("[^|]+", "---").replaceAll("^|$", "|") + "\n"
				+ rows.stream().map((row) -> "| " + row + " |\n").collect(Collectors.joining());
	}

	static void checkPart(String page, String name, String content) throws IOException {
		Path file = Page.ROOT.resolve(page);
		String begin = "<!-- " + name + ": " + HOW + " -->\n";
		String end = "<!-- end of " + name + " -->";
		String text = Files.readString(file);
		int from = text.indexOf("<!-- " + name + ":");
		int to = text.indexOf(end);
		assertThat(from).as("%s has no part '<!-- %s: -->'", page, name).isNotNegative().isLessThan(to);
		GeneratedFile.check(file, text.substring(0, from) + begin + "\n" + content + "\n" + text.substring(to), HOW);
	}

}
