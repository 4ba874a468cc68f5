package lab.harness.docs;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import lab.harness.analysis.Findings;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.report.Language;
import lab.harness.report.Report;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each record as a report in Chinese: line by line it has the figures of the English one,
 * and its sentences are in Chinese.
 */
class ChineseReportsTests {

	private static final RecordedResults RECORDS = RecordedResults.read();

	/** A row, a command, a name, and what an experiment says by itself. */
	private static final Pattern NOT_OURS = Pattern.compile("\\|.*|    .*|# .*|[\\w-]*");

	/** The line of the question, which the experiment asks. */
	private static final int QUESTION = 2;

	private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

	@ParameterizedTest
	@MethodSource
	void reportInChineseShouldHaveTheSameFigures(String name) {
		ExperimentFile file = new ExperimentFile(Page.ROOT.resolve("experiments/" + name + ".yml"));
		Findings findings = Findings.of(Objects.requireNonNull(RECORDS.of(name)), file.experiment());
		List<String> english = Report.markdown(findings).lines().toList();
		List<String> chinese = Report.markdown(findings, Language.ZH).lines().toList();
		assertThat(chinese).hasSameSizeAs(english);
		for (int line = 0; line < english.size(); line++) {
			String said = english.get(line);
			assertThat(ChinesePagesTests.numbers(chinese.get(line))).as("%s, for '%s'", chinese.get(line), said)
				.isEqualTo(ChinesePagesTests.numbers(said));
			if (line != QUESTION && !NOT_OURS.matcher(said).matches()) {
				assertThat(chinese.get(line)).as("the line '%s' of %s in Chinese", said, name).containsPattern(HAN);
			}
		}
	}

	@ParameterizedTest
	@MethodSource("reportInChineseShouldHaveTheSameFigures")
	void pictureInChineseShouldHaveTheSameFigures(String name) {
		ExperimentFile file = new ExperimentFile(Page.ROOT.resolve("experiments/" + name + ".yml"));
		Findings findings = Findings.of(Objects.requireNonNull(RECORDS.of(name)), file.experiment());
		String english = Report.picture(findings);
		String chinese = Report.picture(findings, Language.ZH);
		assertThat(chinese == null).isEqualTo(english == null);
		if (chinese != null) {
			assertThat(ChinesePagesTests.numbers(chinese))
				.isEqualTo(ChinesePagesTests.numbers(Objects.requireNonNull(english)));
			assertThat(chinese).contains(">点：一轮");
		}
	}

	static Collection<String> reportInChineseShouldHaveTheSameFigures() {
		return RECORDS.byName().keySet();
	}

}
