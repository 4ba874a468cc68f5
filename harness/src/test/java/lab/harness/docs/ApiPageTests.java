package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.ShippedEndpoints;
import lab.wire.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/api.md} against the sources of the services, which are not on
 * this module's class path.
 */
class ApiPageTests {

	private static final Page PAGE = Page.of("docs/reference/api.md");

	private static final Pattern MAPPING = Pattern.compile("@(Get|Post|Put|Delete|Patch)Mapping\\(\"([^\"]*)\"");

	private static final Pattern STYLES = Pattern.compile("enum Style \\{\\s+([A-Z_, ]+);");

	private static final Pattern ARGUMENT = Pattern.compile("@Min\\((\\w+)\\) @Max\\((\\w+)\\) int (\\w+)");

	private static final Pattern LIMIT = Pattern.compile("static final int (\\w+) = ([\\d_]+);");

	private static final Pattern EXPOSED = Pattern.compile("include: ([a-z, ]+)$", Pattern.MULTILINE);

	/** A constant of an enum. */
	private static final Pattern CONSTANT = Pattern.compile("^\\t([A-Z_]+)[(,;]", Pattern.MULTILINE);

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "JETTY", "COROUTINES", "R2DBC" })
	void pageShouldListTheRequestsOfEachApp(App app) throws IOException {
		Set<String> listed = new HashSet<>(PAGE.rows("## The apps").keySet());
		listed.addAll(PAGE.rows("### Only on " + ((app == App.WEBFLUX) ? "webflux" : "Tomcat")).keySet());
		assertThat(listed).as("requests of %s in the page", app).isEqualTo(mappings(app.toString()));
	}

	@Test
	void pageShouldListTheRequestsOfTheBackend() throws IOException {
		PAGE.mustList("## The slow backend", mappings("slow-backend"));
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "JETTY", "COROUTINES", "R2DBC" })
	void fanOutShouldNameTheStylesOfEachApp(App app) throws IOException {
		String row = PAGE.rows("## The apps").getOrDefault("GET /fan-out", "");
		Set<String> styles = matches(sources(app.toString()), STYLES, (match) -> match.group(1));
		assertThat(styles).hasSize(1);
		assertThat(Page.codes(row)).containsAll(
				Stream.of(styles.iterator().next().toLowerCase(Locale.ROOT).replace('_', '-').split(", ")).toList());
	}

	@Test
	void pageShouldGiveTheRangeOfEachArgument() throws IOException {
		Map<String, String> rows = PAGE.rows("### Arguments");
		String source = sources("tomcat-virtual");
		Map<String, String> limits = LIMIT.matcher(source)
			.results()
			.collect(Collectors.toMap((match) -> match.group(1), (match) -> match.group(2)));
		Set<String> arguments = matches(source, ARGUMENT, (match) -> match.group(3) + " " + match.group(1) + " to "
				+ limits.getOrDefault(match.group(2), match.group(2)).replace("_", ""));
		assertThat(arguments).hasSize(5)
			.allSatisfy((argument) -> assertThat(rows.get(argument.split(" ")[0]))
				.as("row of an argument with its range: %s", argument)
				.contains(argument.substring(argument.indexOf(' ') + 1)));
	}

	@ParameterizedTest
	@CsvSource({ "## Management of an app, service-common/src/main/resources/terms.yml",
			"## Management of the backend, slow-backend/src/main/resources/application.yml" })
	void pageShouldListTheExposedEndpoints(String heading, String configuration) {
		Set<String> exposed = matches(Page.text(Page.ROOT.resolve(configuration)), EXPOSED, (match) -> match.group(1))
			.stream()
			.flatMap((ids) -> Stream.of(ids.split(", *")))
			.collect(Collectors.toSet());
		Set<String> listed = PAGE.rows(heading)
			.keySet()
			.stream()
			.map((request) -> request.replaceFirst("^(GET|POST) /actuator/", ""))
			.collect(Collectors.toSet());
		assertThat(listed).as("endpoints under '%s'", heading).isEqualTo(exposed);
	}

	@ParameterizedTest
	@CsvSource({ "### terms, lab.wire.Terms", "### ledger, lab.wire.AppLedger",
			"### counters, lab.wire.BackendCounters", "### endpoints, lab.wire.Endpoint" })
	void pageShouldListTheFields(String heading, Class<?> record) throws IOException {
		PAGE.mustList(heading, fields("", record).toList());
	}

	@Test
	void pageShouldListTheLimits() throws IOException {
		PAGE.mustList("### limits", Stream.of(Limit.values()).map(Limit::toString).toList());
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JETTY")
	void listOfEndpointsShouldHaveTheRequestsOfTheApp(App app) throws IOException {
		assertThat(
				ShippedEndpoints.of(app).stream().map((endpoint) -> "GET " + endpoint.path().replaceFirst("\\?.*", "")))
			.as("endpoints.json of %s", app)
			.containsExactlyInAnyOrderElementsOf(mappings(app.toString()));
	}

	@ParameterizedTest
	@CsvSource({ "### Errors, service-common, client/Cause", "### Faults, slow-backend, FaultKind" })
	void pageShouldListTheWords(String heading, String module, String type) {
		Set<String> words = matches(sources(module, type), CONSTANT,
				(match) -> match.group(1).toLowerCase(Locale.ROOT).replace('_', '-'));
		assertThat(words).hasSizeGreaterThan(4);
		PAGE.mustList(heading, words);
	}

	@Test
	void pageShouldListTheFieldsOfTheAnswers() throws IOException {
		String answers = sources("service-common", "api/Answers");
		Set<String> fields = Stream.of("Call", "FanOut", "Compute", "Mixed", "Sleep", "Database", "Event")
			.flatMap((answer) -> components(answers, answer + "Answer").stream())
			.collect(Collectors.toSet());
		PAGE.mustList("### Answers", fields);
	}

	/** The fields of a record in JSON, those of records inside it with their path. */
	private static Stream<String> fields(String path, Class<?> record) {
		return Stream.of(record.getRecordComponents())
			.flatMap((component) -> Stream.concat(Stream.of(path + component.getName()), component.getType().isRecord()
					? fields(path + component.getName() + ".", component.getType()) : Stream.of()));
	}

	private static Set<String> mappings(String module) throws IOException {
		return matches(sources(module), MAPPING, (match) -> match.group(1).toUpperCase() + " " + match.group(2));
	}

	/** The components of a record. */
	private static List<String> components(String source, String type) {
		String head = source.substring(source.indexOf("record " + type + "("));
		String list = head.substring(head.indexOf('(') + 1, head.indexOf(')')).replaceAll("<[^>]*>", "");
		return Stream.of(list.split(",")).map((component) -> component.replaceFirst("(?s).*\\s", "")).toList();
	}

	private static String sources(String module, String type) {
		try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module).resolve("src/main/java"))) {
			return Page
				.text(files.filter((file) -> file.toString().endsWith("/" + type + ".java")).findFirst().orElseThrow());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String sources(String module) throws IOException {
		try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module).resolve("src/main"))) {
			return files.filter((file) -> file.toString().matches(".*\\.(java|kt)"))
				.map(Page::text)
				.collect(Collectors.joining("\n"));
		}
	}

	private static Set<String> matches(String text, Pattern pattern, Function<MatchResult, String> what) {
		return pattern.matcher(text).results().map(what).collect(Collectors.toSet());
	}

}
