package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/experiment-file.md} against the reader of experiments. What the
 * reader accepts is taken from its own complaints.
 */
class ExperimentPageTests {

	private static final Page PAGE = Page.of("docs/reference/experiment-file.md");

	private static final String EXPERIMENT = "question: q\nvariants: { a: { app: webflux } }\n";

	private static final Pattern RANGE = Pattern.compile("accepted: (\\d+) to (\\d+)");

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					The experiment | question: q; VARIANTS; %s                            | zzz: 1
					backend        | question: q; VARIANTS; backend: { %s }               | zzz: 1
					load           | question: q; VARIANTS; load: { %s }                  | zzz: 1
					faults         | question: q; VARIANTS; faults: [{ %s }]              | kind: hang, at: 9s, for: 1s, zzz: 1
					prediction     | question: q; VARIANTS; prediction: { %s }            | zzz: 1
					effects        | question: q; VARIANTS; effects: [{ %s }]             | metric: errors, of: {}, against: {}, at-least: 1, zzz: 1
					variants       | question: q; variants: { a: { %s } }                 | app: webflux, zzz: 1
					service        | question: q; service: { %s }; variants: { a: {} }    | jar: a.jar, zzz: 1
					Programs       | question: q; program: a.B; variants: { a: { %s } }   | zzz: 1
					""")
	void sectionShouldListTheKeysWithTheirWordsAndRanges(String section, String yaml, String unknown)
			throws IOException {
		String heading = "## " + section;
		List<String> keys = accepted(complaint(yaml.formatted(unknown)));
		PAGE.mustList(heading, keys);
		Map<String, String> rows = PAGE.rows(heading);
		for (String key : keys) {
			String refused = complaint(yaml.formatted(key + ": zzz"));
			List<String> words = refused.contains("'zzz' is not known") ? accepted(refused) : List.of();
			if (words.size() < Metric.values().length) {
				assertThat(Page.codes(rows.getOrDefault(key, ""))).as("words of %s, as the reader accepts them", key)
					.containsAll(words);
			}
			Matcher range = RANGE.matcher(complaint(yaml.formatted(key + ": -1")));
			if (range.find()) {
				assertThat(rows.get(key)).as("range of %s", key).contains(range.group(1) + " to " + range.group(2));
			}
		}
	}

	@Test
	void defaultsShouldBeThoseOfTheReader() throws IOException {
		String yaml = EXPERIMENT + defaults("## The experiment") + "backend: {" + defaults("## backend") + "}\n"
				+ "load: {" + defaults("## load") + "}\n";
		assertThat(read(yaml.replaceAll("\\{(.*?)\\n}", "{ $1 }"))).as("the page's column of defaults:\n%s", yaml)
			.isEqualTo(read(EXPERIMENT));
	}

	/** The third cells that are code, as YAML. */
	private static String defaults(String heading) {
		String end = heading.equals("## The experiment") ? "\n" : ", ";
		return PAGE.rows(heading)
			.entrySet()
			.stream()
			.flatMap((row) -> Page.codes(Page.cells(row.getValue()).get(2))
				.stream()
				.map((value) -> row.getKey() + ": " + value + end))
			.collect(Collectors.joining());
	}

	private static List<String> accepted(String complaint) {
		String[] parts = complaint.split("accepted: ", 2);
		return (parts.length == 2) ? List.of(parts[1].split(", ")) : List.of();
	}

	/** What the reader says of it, or nothing where it accepts it. */
	private String complaint(String yaml) throws IOException {
		try {
			read(yaml.replace("VARIANTS", "variants: { a: { app: webflux } }").replace("; ", "\n"));
			return "";
		}
		catch (InvalidInputException ex) {
			return ex.getMessage();
		}
	}

	private Experiment read(String yaml) throws IOException {
		return ExperimentFile.read(Files.writeString(this.folder.resolve("page.yml"), yaml));
	}

}
