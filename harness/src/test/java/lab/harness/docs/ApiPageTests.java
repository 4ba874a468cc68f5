package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.experiment.App;
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

	private static final Pattern STYLE = Pattern.compile("styles\\.put\\(\"([^\"]+)\"");

	private static final Pattern ARGUMENT = Pattern.compile("new Argument\\(\"(\\w+)\", (\\d+), ([\\d_]+)\\)");

	private static final Pattern EXPOSED = Pattern.compile("include: ([a-z, ]+)$", Pattern.MULTILINE);

	/** A constant of an enum that has a comment on each. */
	private static final Pattern CONSTANT = Pattern.compile("\\*/\\n\\t([A-Z_]+)[(,;]");

	private static final Pattern COMPONENT = Pattern.compile("(\\w+)(?=,|$)");

	@ParameterizedTest
	@EnumSource
	void pageShouldListTheRequestsOfEachApp(App app) throws IOException {
		PAGE.mustList("## The apps", mappings(app.toString()));
	}

	@Test
	void pageShouldListTheRequestsOfTheBackend() throws IOException {
		PAGE.mustList("## The slow backend", mappings("slow-backend"));
	}

	@ParameterizedTest
	@EnumSource
	void fanOutShouldNameTheStylesOfEachApp(App app) throws IOException {
		String row = PAGE.rows("## The apps").getOrDefault("GET /fan-out", "");
		assertThat(Page.codes(row)).containsAll(matches(sources(app.toString()), STYLE, (match) -> match.group(1)));
	}

	@Test
	void pageShouldGiveTheRangeOfEachArgument() throws IOException {
		Map<String, String> rows = PAGE.rows("### Arguments");
		Set<String> arguments = matches(sources("terms"), ARGUMENT,
				(match) -> match.group(1) + " " + match.group(2) + " to " + match.group(3).replace("_", ""));
		assertThat(arguments).hasSize(3)
			.allSatisfy((argument) -> assertThat(rows.get(argument.split(" ")[0]))
				.as("row of an argument with its range: %s", argument)
				.contains(argument.substring(argument.indexOf(' ') + 1)));
	}

	@ParameterizedTest
	@CsvSource({ "## Management of an app, terms/src/main/resources/terms.yml",
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
	@CsvSource({ "### terms, terms, report/Terms", "### ledger, terms, ledger/AppLedger",
			"### counters, slow-backend, Counters" })
	void pageShouldListTheFields(String heading, String module, String type) throws IOException {
		PAGE.mustList(heading, components(module, type));
	}

	@ParameterizedTest
	@CsvSource({ "### Errors, terms, failure/Cause", "### Faults, slow-backend, FaultKind" })
	void pageShouldListTheWords(String heading, String module, String type) {
		Set<String> words = matches(sources(module, type), CONSTANT,
				(match) -> match.group(1).toLowerCase(Locale.ROOT).replace('_', '-'));
		assertThat(words).hasSizeGreaterThan(5);
		PAGE.mustList(heading, words);
	}

	@Test
	void pageShouldListTheFieldsOfTheAnswers() throws IOException {
		Set<String> fields = Stream.of("Call", "FanOut", "Compute", "Sleep")
			.flatMap((answer) -> components("terms", "api/" + answer + "Answer").stream())
			.collect(Collectors.toSet());
		PAGE.mustList("### Answers", fields);
	}

	private static Set<String> mappings(String module) throws IOException {
		return matches(sources(module), MAPPING, (match) -> match.group(1).toUpperCase() + " " + match.group(2));
	}

	/** The components of the first record in a source. */
	private static List<String> components(String module, String type) {
		String source = sources(module, type);
		String head = source.substring(source.indexOf(" record ") + 1).replaceAll("<[^>]*>", "");
		String list = head.substring(head.indexOf('(') + 1, head.indexOf(')'));
		return COMPONENT.matcher(list.replaceAll("\\s+", " ")).results().map(MatchResult::group).toList();
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
		try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module).resolve("src/main/java"))) {
			return files.filter((file) -> file.toString().endsWith(".java"))
				.map(Page::text)
				.collect(Collectors.joining("\n"));
		}
	}

	private static Set<String> matches(String text, Pattern pattern, Function<MatchResult, String> what) {
		return pattern.matcher(text).results().map(what).collect(Collectors.toSet());
	}

}
