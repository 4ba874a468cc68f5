package lab.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.docs.GeneratedFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports compared whole with golden files: those of simulated findings with
 * {@code src/test/resources/reports}, and that of each folder in
 * {@code src/test/resources/evidence} with its {@code report.md}. A folder of evidence is
 * a result folder with its {@code raw}, or holds one JTL; its files may be gzipped.
 */
class GoldenReportTests {

	private static final Path REPORTS = Path.of("src/test/resources/reports");

	private static final Path EVIDENCE = Path.of("src/test/resources/evidence");

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

	@ParameterizedTest(allowZeroInvocations = true)
	@MethodSource
	void markdownOfRecordedEvidenceShouldBeGolden(Path folder, @TempDir Path unpacked) throws IOException {
		Path golden = folder.resolve(Report.MARKDOWN);
		try (Stream<Path> files = Files.walk(folder)) {
			files.filter((file) -> Files.isRegularFile(file) && !file.equals(golden))
				.forEach((file) -> unpack(file, unpacked.resolve(folder.relativize(file).toString())));
		}
		GeneratedFile.check(golden, Report.markdown(findings(unpacked)), HOW);
	}

	static List<Path> markdownOfRecordedEvidenceShouldBeGolden() throws IOException {
		if (!Files.isDirectory(EVIDENCE)) {
			return List.of();
		}
		try (Stream<Path> folders = Files.list(EVIDENCE)) {
			return folders.filter(Files::isDirectory).sorted().toList();
		}
	}

	private static Findings findings(Path folder) throws IOException {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> file.toString().endsWith(".jtl"))
				.findFirst()
				.map((jtl) -> Analysis.ofJtl(jtl, null, Map.of()))
				.orElseGet(() -> Analysis.of(folder));
		}
	}

	private static void unpack(Path file, Path target) {
		try {
			Files.createDirectories(target.resolveSibling(""));
			if (!file.toString().endsWith(".gz")) {
				Files.copy(file, target);
				return;
			}
			String name = String.valueOf(target.getFileName());
			try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
				Files.copy(in, target.resolveSibling(name.substring(0, name.length() - ".gz".length())));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
