package lab.harness.report;

import java.util.List;
import java.util.Map;

import lab.harness.analysis.Interval;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Summary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ColumnsTests {

	@Test
	void ofWhenThereIsNoCeilingShouldSetOnlyTheShapesSideBySide() {
		String text = TerminalReport.of(computing(false));
		assertThat(text).doesNotContain("JMeter's summary").doesNotContain(" of ceiling");
		// 540 / 600, 60.44 / 77.43; 540 of the 600 that the CPU allows
		assertThat(text).containsPattern("many +20 +1 +540\\.0 +600\\.0 +90\\.00 % .* 90\\.00 % +60\\.44 +78\\.06 %");
		assertThat(Headline.note(computing(false))).contains("compare the shares of the first row, never the figures")
			.doesNotContain("compare those two with each other");
		assertThat(Headline.table(computing(false), new RunOrder(computing(false)))).contains("78.06 %");
	}

	@Test
	void ofWhenQuickShouldLeaveOutWhatWasPublished() {
		assertThat(TerminalReport.of(computing(true))).doesNotContain("60.44").doesNotContain("of its first");
	}

	private static Result computing(boolean quick) {
		return new Result(1, "compute", "Who gains?", 42, 1, quick, List.of(), true, true, null,
				List.of(run("many", 540, 60.44), run("few", 600, 77.43)),
				List.of(summary("few", 600), summary("many", 540)), "The verdict.");
	}

	private static Summary summary(String variant, double throughput) {
		return new Summary(variant, 20, new Interval(throughput, throughput, throughput, 1), null);
	}

	private static RunResult run(String variant, double throughput, @Nullable Double published) {
		return new RunResult(variant, 20, 1, true, 28, throughput, 580.0, null, null, null, 600.0, published, 4, 4,
				"CPU", null, 0, Map.of(), null, null, null, null, null, null, List.of(), null);
	}

}
