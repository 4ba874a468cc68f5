package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import lab.harness.analysis.Findings;
import lab.harness.docs.GeneratedFile;
import org.assertj.core.util.diff.Delta;
import org.assertj.core.util.diff.DiffUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports of recorded and of changed findings, compared with golden files.
 */
class GoldenReportTests {

	private static final Path REPORTS = Path.of("src/test/resources/reports");

	/**
	 * Fixtures whose golden files have only the lines that differ from the comparison.
	 */
	private static final Set<String> VARIANTS = Set.of("three-rounds", "quick", "failed-run", "failed-check",
			"disturbed", "overloaded", "repeated");

	/** Reports whose tables are golden as text, beside their evidence. */
	private static final Set<String> AS_TEXT = Set.of("users", "cpu-pool");

	private final Map<String, Findings> fixtures = ReportFixtures.all();

	@ParameterizedTest
	@MethodSource
	void markdownShouldBeGolden(String name) throws IOException {
		check(name, ".md", Report::markdown);
	}

	static List<String> markdownShouldBeGolden() {
		return ReportFixtures.all().keySet().stream().filter((name) -> !AS_TEXT.contains(name)).toList();
	}

	/** The terminal shows some of the sections, in another order. */
	@ParameterizedTest
	@ValueSource(strings = { "queues", "failed-run", "failed-check" })
	void terminalTextShouldBeGolden(String name) throws IOException {
		check(name, ".txt", Report::terminal);
	}

	private void check(String name, String ending, Function<Findings, String> form) throws IOException {
		Findings findings = Objects.requireNonNull(this.fixtures.get(name));
		String report = form.apply(findings);
		boolean variant = VARIANTS.contains(name);
		GeneratedFile.check(REPORTS.resolve(name + ending + (variant ? ".diff" : "")),
				variant ? difference(form.apply(ReportFixtures.comparison()), report) : report,
				"if the new report is right, write it with: "
						+ "mvn -pl harness -am -Dtest=GoldenReportTests -Dlab.write=true test");
	}

	private static String difference(String from, String to) {
		return DiffUtils.diff(from.lines().toList(), to.lines().toList())
			.getDeltas()
			.stream()
			.map(GoldenReportTests::lines)
			.collect(Collectors.joining("\n"));
	}

	private static String lines(Delta<String> delta) {
		StringBuilder lines = new StringBuilder();
		delta.getOriginal().getLines().forEach((line) -> lines.append('-').append(line).append('\n'));
		delta.getRevised().getLines().forEach((line) -> lines.append('+').append(line).append('\n'));
		return lines.toString();
	}

}
