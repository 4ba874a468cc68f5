package lab.harness.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.harness.analysis.Findings;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.model.result.RunRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

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

	@ParameterizedTest
	@MethodSource
	void resultWhenReadShouldBeTheSame(Findings findings) {
		String json = DataFile.line(Report.result(findings));
		assertThat(DataFile.line(DataFile.mapper().readValue(json, Result.class))).isEqualTo(json);
	}

	static Collection<Findings> resultWhenReadShouldBeTheSame() {
		return ReportFixtures.all().values();
	}

	@Test
	void htmlWhenTheFirstSentenceIsTheAnswerShouldSetItApart() {
		assertThat(Report.html(this.lawful)).contains("<p class=\"verdict\">500 platform threads, ");
		assertThat(Report.html(RecordedEvidence.findings("users"))).contains("<li>At 10 users, ")
			.doesNotContain("<p class=\"verdict\">");
	}

	@ParameterizedTest
	@EnumSource(names = { "LATENCY_P50", "LATENCY_P90", "LATENCY_P99", "LATENCY_MAX" })
	void markdownWhenAPercentileIsComparedShouldShowEachOnceSideBySide(Metric compared) {
		assertThat(Report.markdown(ReportFixtures.comparing(compared, ReportFixtures.comparison())))
			.containsPattern("\\| +p50 ms \\| +p90 ms \\| +p99 ms \\| +longest ms \\|")
			.doesNotContainPattern("p90 ms.*p90 ms")
			.doesNotContainPattern("longest ms.*longest ms");
		assertThat(Report.markdown(this.lawful)).doesNotContain("longest ms");
		// Many rows without an error have no column of errors.
		assertThat(Report.markdown(ReportFixtures.comparing(compared, RecordedEvidence.findings("users"))))
			.contains("| p90 ms | p99 ms | longest ms |");
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
			.contains("&lt;script&gt;window.evil", "\\u003c/script\\u003e");
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
	void htmlWhenACheckFailsShouldTellItByWordAndValue() {
		assertThat(Report.html(ReportFixtures.all().getOrDefault("failed-check", this.lawful)))
			.contains("4 of 4 checks failed; what needs them is not claimed")
			.containsSubsequence("Failed checks", "<data value=\"0.9\">0.9000</data>", "0.99..1.01");
	}

	@Test
	void htmlShouldHaveThePlacesOfItsCharts() {
		assertThat(Report.html(RecordedEvidence.findings("outage"))).containsSubsequence("Effect on the load",
				"id=\"timeline\"", "<h2>Before, under");
		assertThat(Report.html(ReportFixtures.queues())).contains("id=\"events\"");
	}

	@Test
	void resultWhenAnEffectThatTheoryDemandsIsMissingShouldBeInvalidAndNotDisturbed() {
		Result.EffectResult missing = new Result.EffectResult("four do more than one", "tasks", EffectOutcome.NOT_SEEN,
				null, "", ">= 1.5", null, false);
		Findings findings = ReportFixtures.with(this.lawful, List.of(), missing);
		assertThat(Report.markdown(findings)).contains("invalid: an effect that theory demands is missing")
			.doesNotContain("checks passed");
		Findings busy = ReportFixtures.failing(Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15));
		assertThat(Report.result(ReportFixtures.with(busy, List.of(), missing)).header().disturbed()).isFalse();
	}

	@Test
	void resultWhenTheMachineIsBusyShouldStayAnsweredByTheLaw() {
		Check busy = Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15);
		Findings findings = ReportFixtures.failing(busy);
		Result disturbed = Report.result(findings);
		assertThat(findings.answered()).isTrue();
		assertThat(disturbed.header().valid()).isTrue();
		assertThat(disturbed.header().disturbed()).isFalse();
		assertThat(disturbed.runs()).extracting((run) -> run.header().disturbed())
			.containsExactly(true, false, false, false);
	}

	/** Full processors fail the check of an idle machine, and are the answer. */
	@Test
	void answeredWhenTheAnswerIsDecidedShouldBeTrueWithoutTheMainClaim() {
		Findings busy = ReportFixtures
			.withoutCeilings(ReportFixtures.failing(Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15)));
		assertThat(busy.answered()).isFalse();
		assertThat(ReportFixtures.with(busy, List.of(answer(Claim.Decision.NO, Claim.Reason.PROCESSORS))).answered())
			.isTrue();
		assertThat(ReportFixtures.with(busy, List.of(answer(Claim.Decision.NOT_DECIDED, null))).answered()).isFalse();
	}

	/** A service that runs alone, with cold code. */
	@Test
	void answeredWhenThereIsOneVariantShouldNotNeedWhatOnlyAComparisonNeeds() {
		Findings cold = ReportFixtures
			.withoutCeilings(ReportFixtures.failing(Check.atMost(CheckKind.WARM, 0.08, 0.05)));
		assertThat(cold.answered()).isFalse();
		Outcome first = cold.outcomes().getFirst();
		assertThat(first.failedChecks()).isNotEmpty();
		assertThat(ReportFixtures.with(cold, List.of(first), cold.claims()).answered()).isTrue();
	}

	private static Claim answer(Claim.Decision decision, Claim.@Nullable Reason reason) {
		return new Claim.Answer(decision, reason, new Point(Axis.USERS, 300), "platform", "virtual",
				List.of(240.0, 244.0));
	}

	@Test
	void resultShouldBeDisturbedIfTheMachineAloneWithholdsTheMainClaim() {
		Check busy = Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15);
		assertThat(Report.result(this.lawful).header().disturbed()).isFalse();
		assertThat(Report.result(ReportFixtures.withoutCeilings(ReportFixtures.failing(busy))).header().disturbed())
			.isTrue();
		assertThat(Report
			.result(ReportFixtures.withoutCeilings(ReportFixtures.failing(busy.blaming(CheckKind.Blame.LOAD))))
			.header()
			.disturbed()).isFalse();
		assertThat(Report.result(ReportFixtures.failing(busy, Check.equal(CheckKind.NO_ERRORS, 1, 0)))
			.header()
			.disturbed()).isFalse();
	}

	@Test
	void markdownWhenACheckWasJudgedInSomeRunShouldNotCallItUnchecked() {
		Findings own = ReportFixtures.ownService();
		List<Outcome> outcomes = new ArrayList<>(own.outcomes());
		Outcome first = outcomes.getFirst();
		outcomes.set(0,
				new Outcome(first.run(), first.figures(), List.of(),
						Map.of(CheckKind.LEDGER_SENT, "nobody counts", CheckKind.LAW, "nobody counts"), first.counts(),
						first.behaviour(), first.series(), null));
		assertThat(Report.markdown(with(own, outcomes, own.records())))
			.contains("Not checked: ledger-sent, because nobody counts; ledger-sent, because a service of your own");
	}

	@Test
	void markdownWhenArrivalsOfAnOwnServiceAreOpenShouldBeginWithItsTable() {
		String report = Report.markdown(ReportFixtures.ownService(500));
		assertThat(report.substring(0, report.indexOf("\n## "))).contains("| limited by ", "Not checked: ledger-sent");
		assertThat(report).containsOnlyOnce("| limited by ").containsOnlyOnce("Not checked: ");
	}

	@Test
	void markdownWhenVariantsHaveOtherSettingsShouldNotSayThatAllHaveThem() {
		Findings own = ReportFixtures.ownService();
		assertThat(Report.markdown(with(own, own.outcomes(), virtualWith(own, "--server.port=8086"))))
			.contains("every variant has these settings from the harness: --server.port=8086 |");
		assertThat(Report.markdown(with(own, own.outcomes(), virtualWith(own, "-v"))))
			.contains("the variants have different settings from the harness: see their commands")
			.doesNotContain("every variant has these");
	}

	private static Map<String, RunRecord> virtualWith(Findings findings, String argument) {
		Map<String, RunRecord> records = new LinkedHashMap<>(findings.records());
		records
			.replaceAll(
					(id, record) -> !record.run().variant().name().equals("virtual") ? record
							: new RunRecord(record.run(), record.startedAt(), record.knowledge(), record.placement(),
									record.preparation(),
									new RunRecord.Commands(List.of("/jdk/bin/java", "-jar", "other.jar", argument),
											List.of(), List.of("/jdk/bin/java", "-jar", "ApacheJMeter.jar")),
									null, null));
		return records;
	}

	private static Findings with(Findings findings, List<Outcome> outcomes, Map<String, RunRecord> records) {
		return new Findings(findings.name(), findings.manifest(), outcomes, Map.of(), findings.summary(),
				findings.claims(), findings.effects(), findings.complete(), records, List.of());
	}

	@Test
	void shellLineShouldQuoteWhatAShellWouldChange() {
		assertThat(EnvironmentSection.line(List.of("--users=5", "two words", "$(it's)", "")))
			.isEqualTo("--users=5 'two words' '$(it'\\''s)' ''");
	}

}
