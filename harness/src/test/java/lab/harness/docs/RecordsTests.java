package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;

import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Result;
import lab.harness.report.Report;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a record claims, its report and its picture are made of the figures of its runs,
 * by the analysis of today.
 */
class RecordsTests {

	private static final String HOW = "write it with: mvn -pl harness -am -Dtest=RecordsTests -Dlab.write=true test";

	private static final RecordedResults RECORDS = RecordedResults.read();

	@ParameterizedTest
	@MethodSource
	void recordShouldBeThatOfItsRuns(String name) throws IOException {
		Result record = Objects.requireNonNull(RECORDS.of(name));
		ExperimentFile file = new ExperimentFile(Page.ROOT.resolve("experiments/" + name + ".yml"));
		Findings findings = Findings.of(record, file.experiment());
		Path folder = RecordedResults.FOLDER.resolve(name);
		GeneratedFile.check(folder.resolve(Result.FILE), DataFile.indented(Report.result(findings)), HOW);
		GeneratedFile.check(folder.resolve(Report.MARKDOWN), Report.markdown(findings), HOW);
		String picture = Report.picture(findings);
		if (picture == null) {
			assertThat(folder.resolve(Report.PICTURE)).doesNotExist();
			return;
		}
		assertThat(picture.length()).as("characters of the picture of " + name).isLessThanOrEqualTo(10_000);
		GeneratedFile.check(folder.resolve(Report.PICTURE), picture, HOW);
	}

	static Collection<String> recordShouldBeThatOfItsRuns() {
		return RECORDS.byName().keySet();
	}

}
