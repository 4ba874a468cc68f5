package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import lab.harness.model.About;
import lab.harness.report.Report;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * {@code docs/results.md} is made of the recorded results.
 */
class ResultsPageTests {

	@Test
	void pageShouldBeMadeOfTheRecordedResults() throws IOException {
		RecordedResults results = RecordedResults.read();
		StringBuilder page = new StringBuilder();
		for (About.Group group : About.Group.values()) {
			String words = group.toString().replace('-', ' ');
			String heading = "## " + words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + "\n\n";
			for (Map.Entry<String, JsonNode> result : results.byName().entrySet()) {
				if (group(result.getValue()).equals(group.toString())) {
					page.append(heading).append(section(result.getKey(), result.getValue()));
					heading = "";
				}
			}
		}
		GeneratedFilesTests.checkPart("docs/results.md", "results", page.toString().strip() + "\n");
	}

	@Test
	void tutorialShouldShowWhatItsCommandPrinted() throws IOException {
		GeneratedFilesTests.checkPart("docs/tutorial.md", "comparison", firstScreen("comparison"));
	}

	private static String group(JsonNode result) {
		return result.path("plan").path("about").path("group").asString("other");
	}

	private static String section(String name, JsonNode result) throws IOException {
		JsonNode plan = result.path("plan");
		JsonNode environment = result.path("environment");
		String command = StreamSupport.stream(plan.path("command").spliterator(), false)
			.map((word) -> word.asString())
			.collect(Collectors.joining(" "));
		return """
				### %s

				%s

				%s
				`%s`: %s cores (%s), JDK %s, %s. [Report](results/%s/report.md), [result.json](results/%s/result.json)

				""".formatted(name, plan.path("about").path("question").asString(), withOneTable(firstScreen(name)),
				command, environment.path("cores").asString(), environment.path("machine").path("cpu").asString(),
				environment.path("jdk").asString(), plan.path("startedAt").asString("").replaceFirst("T.*", ""), name,
				name);
	}

	/** Without what follows the first table; the report has it all. */
	private static String withOneTable(String screen) {
		int table = screen.indexOf("\n|");
		int end = screen.indexOf("\n\n", table + 1);
		return (table < 0 || end < 0) ? screen : screen.substring(0, end + 1);
	}

	/** The report from its verdict to its first heading. */
	private static String firstScreen(String name) throws IOException {
		Path file = RecordedResults.FOLDER.resolve(name).resolve(Report.MARKDOWN);
		return Files.readString(file)
			.lines()
			.skip(4)
			.takeWhile((line) -> !line.startsWith("## "))
			.filter((line) -> !line.startsWith("valid: "))
			.collect(Collectors.joining("\n"))
			.replaceAll("\n{3,}", "\n\n")
			.strip() + "\n";
	}

}
