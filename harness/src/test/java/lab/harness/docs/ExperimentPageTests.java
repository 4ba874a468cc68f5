package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import lab.harness.experiment.Experiment;
import lab.harness.experiment.ExperimentReader;
import lab.harness.experiment.InvalidInputException;
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

	private static final Pattern RANGE = Pattern.compile("from (\\d+) to (\\d+)");

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			The experiment | %s
			backend        | question: q; backend: { %s }
			load           | question: q; load: { %s }
			faults         | question: q; faults: { %s }
			prediction     | question: q; prediction: { %s }
			variants       | question: q; variants: { a: { %s } }
			""")
	void sectionShouldListTheKeysWithTheirWordsAndRanges(String section, String yaml) throws IOException {
		String heading = "## " + section;
		List<String> keys = accepted(complaint(yaml.formatted("zzz: 1")));
		PAGE.mustList(heading, keys);
		Map<String, String> rows = PAGE.rows(heading);
		for (String key : keys) {
			String complaint = complaint(withEverythingElse(yaml, key));
			assertThat(Page.codes(rows.getOrDefault(key, ""))).as("words of %s, as the reader accepts them", key)
				.containsAll(accepted(complaint));
			Matcher range = RANGE.matcher(complaint);
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

	/** The key with a value that no key takes, and whatever else the file needs. */
	private static String withEverythingElse(String yaml, String key) {
		String text = yaml.formatted(key + ": zzz");
		return text.contains("variants: ") ? text : text + "; variants: { a: { app: webflux } }";
	}

	private static List<String> accepted(String complaint) {
		String[] parts = complaint.split("accepted: ", 2);
		return (parts.length == 2) ? List.of(parts[1].split(", ")) : List.of();
	}

	/** What the reader says of it, or nothing where it accepts it. */
	private String complaint(String yaml) throws IOException {
		try {
			read(yaml.replace("; ", "\n"));
			return "";
		}
		catch (InvalidInputException ex) {
			return ex.getMessage();
		}
	}

	private Experiment read(String yaml) throws IOException {
		return ExperimentReader.read(Files.writeString(this.folder.resolve("page.yml"), yaml));
	}

}
