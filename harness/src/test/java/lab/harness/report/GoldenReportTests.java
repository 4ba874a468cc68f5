package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.docs.GeneratedFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports of simulated findings, compared whole with golden files.
 */
class GoldenReportTests {

	private static final Path REPORTS = Path.of("src/test/resources/reports");

	private static final String HOW = "if the new report is right, write it with: "
			+ "mvn -pl harness -am -Dtest=GoldenReportTests -Dlab.write=true test";

	@ParameterizedTest
	@MethodSource
	void markdownOfSimulatedFindingsShouldBeGolden(String name, Findings findings) throws IOException {
		GeneratedFile.check(REPORTS.resolve(name + ".md"), Report.markdown(findings), HOW);
	}

	static Stream<Arguments> markdownOfSimulatedFindingsShouldBeGolden() {
		return ReportFixtures.all().entrySet().stream().map((entry) -> Arguments.of(entry.getKey(), entry.getValue()));
	}

	/** The terminal shows some of the sections, in another order. */
	@ParameterizedTest
	@ValueSource(strings = { "comparison", "outage", "queues", "failed-run", "failed-check" })
	void terminalTextOfSimulatedFindingsShouldBeGolden(String name) throws IOException {
		Findings findings = Objects.requireNonNull(ReportFixtures.all().get(name));
		GeneratedFile.check(REPORTS.resolve(name + ".txt"), Report.terminal(findings), HOW);
	}

}
