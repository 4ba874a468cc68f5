package lab.harness.report;

import java.util.List;

import lab.harness.analysis.Findings;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.Result;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	private final Findings lawful = ReportFixtures.comparison();

	@Test
	void everyFormWhenMadeTwiceShouldHaveTheSameBytes() {
		Findings again = ReportFixtures.comparison();
		assertThat(Report.html(again)).isEqualTo(Report.html(this.lawful));
		assertThat(Report.markdown(again)).isEqualTo(Report.markdown(this.lawful));
		assertThat(Report.terminal(again)).isEqualTo(Report.terminal(this.lawful));
		assertThat(DataFile.line(Report.result(again))).isEqualTo(DataFile.line(Report.result(this.lawful)));
	}

	@Test
	void htmlWhenTheFirstSentenceIsTheAnswerShouldSetItApart() {
		assertThat(Report.html(this.lawful)).contains("<p class=\"verdict\">500 platform threads, ");
		assertThat(Report.html(RecordedEvidence.findings("users"))).contains("<li>At 10 users, ")
			.doesNotContain("<p class=\"verdict\">");
	}

	@Test
	void markdownWhenARunWasColdShouldSayWhatIsNotComparable() {
		Findings cold = ReportFixtures.cold();
		String variant = cold.outcomes().getFirst().run().variant().name();
		assertThat(Report.markdown(cold))
			.contains("more than 5.0 % of the window of " + variant + " (12.5 %). CPU, latency, ");
		assertThat(Report.markdown(this.lawful)).doesNotContain("Not warm");
	}

	@Test
	void markdownWhenAPercentileIsComparedShouldShowAllSideBySide() {
		assertThat(Report.markdown(ReportFixtures.comparing(Metric.LATENCY_P99)))
			.containsPattern("\\| +p50 ms \\| +p90 ms \\| +p99 ms \\| +longest ms \\|");
		assertThat(Report.markdown(this.lawful)).doesNotContain("longest ms");
	}

	@Test
	void htmlShouldFetchNothing() {
		assertThat(Report.html(this.lawful)).contains("default-src 'none'")
			.doesNotContainPattern("(?i)(src|href)=.?(https?:|//)")
			.doesNotContain("@import")
			.doesNotContain("url(");
	}

	@Test
	void htmlShouldCarryTheLicenceOfWhatItUses() {
		assertThat(Report.html(this.lawful)).contains("The MIT License (MIT)", "Copyright (c) 2022 Leon Sorokin");
	}

	@Test
	void htmlWhenTextHoldsMarkupShouldWriteItAsText() {
		assertThat(Report.html(ReportFixtures.all().getOrDefault("markup", this.lawful)))
			.doesNotContain("<script>window.evil", "</script><script>window")
			.contains("&lt;script>window.evil", "\\u003c/script\\u003e");
	}

	@Test
	void everyFormWhenALabelHoldsControlCharactersShouldReplaceThem() {
		Findings findings = ReportFixtures.labelled("\u001b[2J\u009bEvil\r\n\u202elabel\u0007");
		for (String form : List.of(Report.terminal(findings), Report.markdown(findings), Report.html(findings))) {
			assertThat(form).contains("\ufffd[2J\ufffdEvil \ufffdlabel\ufffd")
				.doesNotContain("\u001b", "\u009b", "\u0007", "\u202e");
		}
	}

	@Test
	void htmlWhenACheckFailsShouldTellItByWordAndSign() {
		assertThat(Report.html(ReportFixtures.all().getOrDefault("failed-check", this.lawful)))
			.contains("✗ invalid: 4 of 4 checks failed")
			.containsSubsequence("Failed checks", "<data value=\"0.9\">0.9000</data>", "0.99..1.01", "✗ FAILED");
	}

	@Test
	void htmlShouldHaveThePlacesOfItsCharts() {
		assertThat(Report.html(RecordedEvidence.findings("outage"))).containsSubsequence("Effect on the load",
				"id=\"timeline\"", "<h2>Before, under");
		assertThat(Report.html(ReportFixtures.queues())).contains("id=\"events\"");
	}

	@Test
	void resultShouldBeDisturbedIfTheMachineAloneIsToBlame() {
		Check busy = Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15);
		assertThat(Report.result(this.lawful).header().disturbed()).isFalse();
		Result disturbed = Report.result(ReportFixtures.failing(busy));
		assertThat(disturbed.header().disturbed()).isTrue();
		assertThat(disturbed.runs()).extracting((run) -> run.header().disturbed())
			.containsExactly(true, false, false, false);
		assertThat(Report.result(ReportFixtures.failing(busy.blaming(CheckKind.Blame.LOAD))).header().disturbed())
			.isFalse();
		assertThat(Report.result(ReportFixtures.failing(busy, Check.equal(CheckKind.NO_ERRORS, 1, 0)))
			.header()
			.disturbed()).isFalse();
	}

	@Test
	void shellLineShouldQuoteWhatAShellWouldChange() {
		assertThat(EnvironmentSection.line(List.of("--users=5", "two words", "$(it's)", "")))
			.isEqualTo("--users=5 'two words' '$(it'\\''s)' ''");
	}

}
