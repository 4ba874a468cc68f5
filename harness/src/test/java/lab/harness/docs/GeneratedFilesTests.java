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
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Result;
import lab.harness.run.Campaign;
import lab.harness.run.Schedule;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The parts of pages that are made from the code. Run with {@code -Dlab.write=true} these
 * tests write the files instead of checking them.
 */
class GeneratedFilesTests {

	private static final String HOW = "made from code and results; write it with: "
			+ "mvn -pl harness -am -Dtest='GeneratedFilesTests,ResultsPageTests' -Dlab.write=true test";

	@Test
	void resultPageShouldListTheFieldsOfTheRecord() throws IOException {
		checkPart("docs/reference/result-json.md", "fields",
				table("field | type | meaning", RecordFields.of(Result.class)));
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
			ExperimentFile file = ExperimentFile.of(folder.resolve(name + ".yml"));
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
