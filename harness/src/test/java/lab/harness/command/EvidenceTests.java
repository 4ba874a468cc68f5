package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.docs.GeneratedFile;
import lab.harness.model.DataFile;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Result;
import lab.harness.report.Language;
import lab.harness.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Evidence of real runs, compared with the report and the result that analysis makes of
 * it.
 */
class EvidenceTests {

	private static final String ZIP = ".zip";

	@TempDir
	private Path folder;

	static List<String> results() throws IOException {
		try (Stream<Path> files = Files.list(RecordedEvidence.FOLDER)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> name.endsWith(ZIP) && !name.startsWith("jtl"))
				.map((name) -> name.replace(ZIP, ""))
				.sorted()
				.toList();
		}
	}

	@ParameterizedTest
	@MethodSource("results")
	void resultAndReportShouldBeGolden(String name) throws IOException {
		RecordedEvidence.unzip(name, this.folder.resolve(Evidence.RAW));
		assertGolden(name + ".txt", Report.terminal(new ResultFolder(this.folder).write(Language.EN)));
		List<String> lines = new ArrayList<>();
		addLines(lines, "", DataFile.read(this.folder.resolve(Result.FILE), JsonNode.class), 3);
		assertGolden(name + ".result", String.join("\n", lines) + "\n");
	}

	/**
	 * Adds the parts of a result, three levels deep, each on a line of its own: the
	 * figures of a run are one line, so are its checks, and a claim.
	 */
	private static void addLines(List<String> lines, String path, JsonNode node, int levels) {
		if (levels == 0 || node.isEmpty()) {
			lines.add(path + " " + node);
		}
		else if (node.isArray()) {
			IntStream.range(0, node.size())
				.forEach((index) -> addLines(lines, path + "/" + index, node.get(index), levels - 1));
		}
		else {
			node.forEachEntry(
					(name, value) -> addLines(lines, path + "/" + name, value, name.equals("claims") ? 1 : levels - 1));
		}
	}

	@Test
	void reportOfSamplesShouldBeGolden() throws IOException {
		RecordedEvidence.unzip("jtl", this.folder);
		Path samples = this.folder.resolve("comparison.jtl");
		assertGolden("jtl.txt", Report.terminal(Analysis.ofJtl(samples, null, Map.of("webflux", 500.0))));
	}

	/**
	 * Users who do not wait all the time look to the law like samples that are missing.
	 */
	@Test
	void resultWhenSamplesAreMissingShouldFailTheLaw() throws IOException {
		RecordedEvidence.unzip("comparison", this.folder.resolve(Evidence.RAW));
		try (Stream<Path> files = Files.find(this.folder, 3, (file, attributes) -> file.endsWith("load.jtl"))) {
			for (Path file : files.toList()) {
				List<String> lines = Files.readAllLines(file);
				Files.write(file,
						IntStream.range(0, lines.size())
							.filter((line) -> line % 20 != 1)
							.mapToObj(lines::get)
							.toList());
			}
		}
		new ResultFolder(this.folder).write(Language.EN);
		Result result = DataFile.read(this.folder.resolve(Result.FILE), Result.class);
		assertThat(result.runs()).hasSize(4)
			.allSatisfy((run) -> assertThat(run.checks()).filteredOn((check) -> check.name().equals("law"))
				.singleElement()
				.matches((check) -> !check.ok(), "is not ok"));
	}

	private static void assertGolden(String name, String text) throws IOException {
		GeneratedFile.check(RecordedEvidence.FOLDER.resolve(name), text, "if the new file is right, write it with: "
				+ "mvn -pl harness -am -Dtest=EvidenceTests -Dlab.write=true test");
	}

}
