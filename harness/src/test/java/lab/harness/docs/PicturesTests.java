package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;

import lab.harness.analysis.Findings;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Result;
import lab.harness.report.Report;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The picture beside a record is made from its figures.
 */
class PicturesTests {

	private static final RecordedResults RECORDS = RecordedResults.read();

	@ParameterizedTest
	@MethodSource
	void pictureShouldBeThatOfItsRecord(String name) throws IOException {
		Result record = Objects.requireNonNull(RECORDS.of(name));
		ExperimentFile file = new ExperimentFile(Page.ROOT.resolve("experiments/" + name + ".yml"));
		String picture = Report.picture(Findings.of(record, file.experiment()));
		Path folder = RecordedResults.FOLDER.resolve(name);
		if (picture == null) {
			assertThat(folder.resolve(Report.PICTURE)).doesNotExist();
			return;
		}
		assertThat(picture.length()).as("characters of the picture of " + name).isLessThanOrEqualTo(10_000);
		GeneratedFile.check(folder.resolve(Report.PICTURE), picture,
				"write it with: mvn -pl harness -am -Dtest=PicturesTests -Dlab.write=true test");
		assertThat(Files.readString(folder.resolve(Report.MARKDOWN))).contains("](" + Report.PICTURE + ")");
	}

	static Collection<String> pictureShouldBeThatOfItsRecord() {
		return RECORDS.byName().keySet();
	}

}
