package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.analysis.ChartedResult;
import lab.harness.analysis.Check;
import lab.harness.analysis.Result;
import lab.harness.analysis.ResultAnalysis;
import lab.harness.analysis.RunCharts;
import lab.harness.analysis.RunResult;
import lab.harness.experiment.Prediction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HtmlReportTests {

	static final String EVIL = "</script><script>window.evil=1</script><!--\u2028\u2029 & \"'";

	@TempDir
	private Path folder;

	@Test
	void ofWhenAskedTwiceShouldGiveTheSameBytes() throws IOException {
		assertThat(page(lawful())).isEqualTo(page(lawful()));
	}

	@Test
	void ofShouldFetchNothing() throws IOException {
		assertThat(page(lawful())).contains("default-src 'none'")
			.doesNotContainPattern("(?i)(src|href)=.?(https?:|//)")
			.doesNotContain("@import")
			.doesNotContain("url(");
	}

	@Test
	void ofShouldCarryTheLicenceOfWhatItUses() throws IOException {
		assertThat(page(lawful())).contains("The MIT License (MIT)", "Copyright (c) 2022 Leon Sorokin");
	}

	@Test
	void ofWhenTextHoldsMarkupShouldWriteItAsText() throws IOException {
		assertThat(page(evil(lawful()))).doesNotContain("<script>window.evil", "</script><script>window")
			.contains("&lt;script&gt;window.evil", "\\u003c/script\\u003e", "\\u2028\\u2029");
	}

	@Test
	void ofWhenQuickShouldNotSetPublishedBesideIt() throws IOException {
		ChartedResult lawful = lawful();
		assertThat(page(lawful)).contains("JMeter’s summary", ">964<");
		Result quick = with(lawful.result(), lawful.result().runs(), true);
		assertThat(HtmlReport.of(quick, lawful.charts())).contains("quick: short windows")
			.doesNotContain("JMeter’s summary", ">964<");
	}

	@Test
	void ofWhenACheckFailsShouldShowItFirstWithFigureAndLimit() throws IOException {
		ChartedResult lawful = lawful();
		List<RunResult> runs = lawful.result()
			.runs()
			.stream()
			.map((run) -> with(run, run.variant(), Map.of(), new Check("law", 0.9, "0.99..1.01", false)))
			.toList();
		assertThat(HtmlReport.of(with(lawful.result(), runs, false), lawful.charts()))
			.contains("✗ not to be trusted: 4 of 4 checks failed")
			.containsSubsequence("Failed checks", "<data value=\"0.9\">0.9000</data>", "0.99..1.01", "✗ FAILED");
	}

	@Test
	void ofWhenRunsWereUnderStressShouldShowTheFaultAndThePrediction() throws IOException {
		assertThat(page(lawful())).doesNotContain("What happened under stress");
		LawfulResult.hang(this.folder);
		ChartedResult stressed = ResultAnalysis.charted(this.folder);
		Result result = stressed.result();
		Result predicted = new Result(1, result.experiment(), result.question(), 42, 1, false, result.command(), true,
				true, null, result.runs(), result.summary(), result.verdict(), new Prediction("It <b>falls.", null),
				List.of());
		assertThat(HtmlReport.of(predicted, stressed.charts())).contains("What happened under stress", "hang, 1s",
				"Predicted before the run:", "It &lt;b&gt;falls.", "Checks left out, and why");
		assertThat(MarkdownReport.of(predicted, stressed.charts())).contains("## Under stress",
				"Predicted before the run: It &lt;b>falls.");
		assertThat(TerminalReport.of(predicted)).contains("Predicted: It <b>falls.", "hang, 1s", "back after s");
	}

	@Test
	void ofWhenNoRunWasFinishedShouldStillBeAPage() throws IOException {
		Result result = lawful().result();
		Result empty = new Result(1, result.experiment(), result.question(), 42, 1, false, List.of(), false, false,
				null, List.of(), List.of(), "No answer: no run was finished.");
		assertThat(HtmlReport.of(empty, List.of())).contains("No answer: no run was finished.", "incomplete",
				"id=\"data\">[]</script>");
	}

	@Test
	void quoteShouldMakeOneWordOfAShell() {
		assertThat(EnvironmentSection.quote("--users=5")).isEqualTo("--users=5");
		assertThat(EnvironmentSection.quote("two words")).isEqualTo("'two words'");
		assertThat(EnvironmentSection.quote("$(it's)")).isEqualTo("'$(it'\\''s)'");
		assertThat(EnvironmentSection.quote("")).isEqualTo("''");
	}

	private ChartedResult lawful() throws IOException {
		LawfulResult.write(this.folder, "20", 8, 1);
		return ResultAnalysis.charted(this.folder);
	}

	private static String page(ChartedResult charted) {
		return HtmlReport.of(charted.result(), charted.charts());
	}

	/** The same with a name that tries to be markup wherever text comes from outside. */
	static ChartedResult evil(ChartedResult charted) {
		Result result = charted.result();
		List<RunResult> runs = result.runs()
			.stream()
			.map((run) -> with(run, EVIL + run.variant(), Map.of(EVIL, 1L), new Check(EVIL, null, EVIL, false)))
			.toList();
		List<RunCharts> charts = charted.charts()
			.stream()
			.map((chart) -> new RunCharts(EVIL + chart.variant(), chart.users(), chart.round(),
					LawfulResult.renamed(Objects.requireNonNull(chart.run()), EVIL + chart.variant()),
					chart.windowBegin(), chart.windowEnd(), chart.stepSeconds(), chart.throughput(),
					chart.latencyCurve(), chart.latencyBins(), chart.usage()))
			.toList();
		return new ChartedResult(new Result(1, EVIL, EVIL, 1, 1, false, List.of(EVIL), false, true,
				result.environment(), runs, List.of(), EVIL), charts);
	}

	private static Result with(Result result, List<RunResult> runs, boolean quick) {
		return new Result(1, result.experiment(), result.question(), result.seed(), 1, quick, result.command(), false,
				true, result.environment(), runs, result.summary(), result.verdict());
	}

	private static RunResult with(RunResult run, String variant, Map<String, Long> errors, Check check) {
		return new RunResult(variant, run.users(), run.round(), false, run.windowSeconds(), run.throughput(),
				run.jmeterSummary(), run.ceiling(), run.nominalCeiling(), run.ofCeiling(), run.cpuCeiling(),
				run.published(), run.requestThreads(), run.slots(), run.limitedBy(), run.latencyMs(), errors.size(),
				errors, run.cpuMsPerRequest(), run.rssMiB(), run.platformThreads(), run.gcPauseMs(), run.compileMs(),
				run.ledger(), List.of(check), run.raw());
	}

}
