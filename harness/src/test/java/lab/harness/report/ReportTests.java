package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Counts;
import lab.harness.model.DataFile;
import lab.harness.model.Failure;
import lab.harness.model.Figure;
import lab.harness.model.Form;
import lab.harness.model.Manifest;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Program;
import lab.harness.model.Published;
import lab.harness.model.Result;
import lab.harness.model.Run;
import lab.harness.model.Series;
import lab.harness.model.Variant;
import lab.harness.model.Series.Track;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	private static final String EVIL = "</script><script>window.evil=1</script><!--\u2028\u2029 & \"'";

	private final Findings lawful = LawfulFindings.comparison(List.of(20.0), 8, 1);

	@Test
	void everyFormWhenMadeTwiceShouldHaveTheSameBytes() {
		Findings again = LawfulFindings.comparison(List.of(20.0), 8, 1);
		assertThat(Report.html(again)).isEqualTo(Report.html(this.lawful));
		assertThat(Report.markdown(again)).isEqualTo(Report.markdown(this.lawful));
		assertThat(Report.terminal(again)).isEqualTo(Report.terminal(this.lawful));
		assertThat(DataFile.line(Report.result(again))).isEqualTo(DataFile.line(Report.result(this.lawful)));
	}

	@Test
	void answerWhenItBeginsWithOneOfSeveralPointsShouldBeAListAlone() {
		assertThat(Report.html(this.lawful)).contains("<p class=\"verdict\">20 users: ");
		assertThat(Report.html(LawfulFindings.comparison(List.of(20.0, 40.0), 8, 1))).contains("<li>20 users: ")
			.doesNotContain("<p class=\"verdict\">");
	}

	@Test
	void htmlShouldFetchNothing() {
		assertThat(Report.html(this.lawful)).contains("default-src 'none'", Report.GENERATOR)
			.doesNotContainPattern("(?i)(src|href)=.?(https?:|//)")
			.doesNotContain("@import")
			.doesNotContain("url(");
	}

	@Test
	void htmlShouldCarryTheLicenceOfWhatItUses() {
		assertThat(Report.html(this.lawful)).contains("The MIT License (MIT)", "Copyright (c) 2022 Leon Sorokin");
	}

	@Test
	void everyFormWhenTextHoldsMarkupShouldWriteItAsText() {
		Findings evil = evil();
		assertThat(Report.html(evil)).doesNotContain("<script>window.evil", "</script><script>window")
			.contains("&lt;script>window.evil", "\\u003c/script\\u003e");
		// What is indented by four spaces is shown as it is.
		assertThat(Report.markdown(evil).lines().filter((line) -> !line.startsWith("    ")))
			.anyMatch((line) -> line.contains("&lt;script>window.evil"))
			.noneMatch((line) -> line.contains("<script>"));
	}

	@Test
	void everyFormWhenALabelSteersTheTerminalShouldShowAMark() {
		Findings findings = labelled("\u001b[2J\u009bEvil\r\n\u202elabel\u0007");
		for (String form : List.of(Report.terminal(findings), Report.markdown(findings), Report.html(findings))) {
			assertThat(form).contains("\ufffd[2J\ufffdEvil \ufffdlabel\ufffd")
				.doesNotContain("\u001b", "\u009b", "\u0007", "\u202e");
		}
	}

	@Test
	void terminalShouldShowOursCeilingSummaryAndPublished() {
		assertThat(Report.terminal(this.lawful)).contains("How many requests", "Throughput: 20 users, one run each")
			.containsPattern("variant +throughput +ceiling +of ceiling +p50 +p99 +errors +JMeter's summary +published")
			.containsPattern("webflux +\\d+\\.\\d +\\d+\\.\\d +\\d+\\.\\d\\d % .* 964\n")
			.containsPattern("webflux +0\\.150 +0\\.090 +0\\.300")
			.contains("Checks: 12 of 12 passed.")
			.endsWith("no difference seen, limited by 20 users.\n");
	}

	@Test
	void everyFormWhenQuickShouldNotCompareWithPublishedFigures() {
		Findings quick = quick(this.lawful);
		assertThat(Report.terminal(quick)).contains("quick:").doesNotContain("JMeter's summary", "964");
		assertThat(Report.html(quick)).contains("quick:").doesNotContain("JMeter's summary</th>", ">964<");
	}

	@Test
	void everyFormWhenOnlyShapesCompareShouldShowSharesOfTheFirstRow() {
		Findings computing = computing();
		String text = Report.terminal(computing);
		assertThat(text).doesNotContain("JMeter's summary").doesNotContain(" of ceiling");
		// 540 / 600, 60.44 / 77.43
		assertThat(text).containsPattern("many +540\\.0 +90\\.00 % +60\\.44 +78\\.06 %");
		assertThat(Report.markdown(computing)).contains("compare the shares of the first row, never the figures");
		assertThat(Report.html(computing)).contains("78.06 %");
		assertThat(Report.terminal(quick(computing))).doesNotContain("60.44").doesNotContain("of the first row");
	}

	@Test
	void everyFormWhenACheckFailsShouldNameRunFigureLimitAndMeaning() {
		Findings broken = broken();
		assertThat(Report.terminal(broken)).contains("Checks: 0 of 4 passed.")
			.containsPattern("webflux +law +0\\.9000 +0\\.99\\.\\.1\\.01 +FAILED")
			.contains(CheckKind.LAW.failure());
		assertThat(Report.html(broken)).contains("✗ invalid: 4 of 4 checks failed")
			.containsSubsequence("Failed checks", "<data value=\"0.9\">0.9000</data>", "0.99..1.01", "✗ FAILED",
					"What they compare");
		assertThat(Report.markdown(broken)).contains("FAILED", CheckKind.LAW.compares());
	}

	@Test
	void everyFormWhenARunFailedShouldShowItsReasonAndLogAndTheOtherRuns() {
		List<Outcome> outcomes = new ArrayList<>(this.lawful.outcomes());
		Run run = outcomes.removeFirst().run();
		Outcome failed = Outcome.failed(run,
				new Failure("the app ended before it was ready", List.of("Unrecognized option: -XX:Wrong", "bye")));
		outcomes.addFirst(failed);
		Findings findings = LawfulFindings.with(this.lawful, outcomes, List.of(new Clause.Invalid(List.of(failed), 4)));
		assertThat(Report.terminal(findings))
			.contains("Failed: tomcat-platform-200: the app ended before it was ready",
					"  Unrecognized option: -XX:Wrong\n  bye\n")
			.containsPattern("tomcat-platform-200 +- +- .*\n")
			.containsPattern("webflux +\\d+\\.\\d");
		assertThat(Report.markdown(findings)).contains("    Unrecognized option: -XX:Wrong\n    bye\n");
		assertThat(Report.html(findings)).contains("1 of 4 runs failed", "Unrecognized option: -XX:Wrong\nbye");
		Result.RunResult first = Report.result(findings).runs().getFirst();
		assertThat(first.header().valid()).isFalse();
		assertThat(first.details().failure()).isEqualTo(failed.failure());
	}

	/** Scripts ask this in place of a list of checks. */
	@Test
	void resultShouldBeDisturbedIfTheMachineAloneIsToBlame() {
		Check busy = Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15);
		assertThat(Report.result(this.lawful).header().disturbed()).isFalse();
		Result disturbed = Report.result(failing(busy));
		assertThat(disturbed.header().disturbed()).isTrue();
		assertThat(disturbed.runs()).extracting((run) -> run.header().disturbed())
			.containsExactly(true, false, false, false);
		assertThat(Report.result(failing(busy.blaming(CheckKind.Blame.LOAD))).header().disturbed()).isFalse();
		assertThat(Report.result(failing(busy, Check.equal(CheckKind.NO_ERRORS, 1, 0))).header().disturbed()).isFalse();
	}

	/** The first run fails these checks, and the others pass. */
	private Findings failing(Check... checks) {
		List<Outcome> outcomes = new ArrayList<>(this.lawful.outcomes());
		Outcome first = outcomes.removeFirst();
		outcomes.addFirst(new Outcome(first.run(), first.figures(), List.of(checks), Map.of(), first.counts(),
				first.behaviour(), first.series(), null));
		return LawfulFindings.with(this.lawful, outcomes, this.lawful.verdict());
	}

	@Test
	void everyFormShouldTellHowOftenARunWasRepeatedAndWhy() {
		Result.CheckResult steal = new Result.CheckResult("machine-steal", 0.5, "<= 0.05", false);
		Result.CheckResult less = new Result.CheckResult("machine-steal", 0.25, "<= 0.05", false);
		Findings repeated = new Findings("comparison", this.lawful.manifest(), this.lawful.outcomes(),
				Map.of("webflux-20-r1",
						List.of(new Result.DisturbedTry(List.of(steal), "raw/a"),
								new Result.DisturbedTry(List.of(less), "raw/b"))),
				List.of(), this.lawful.verdict(), true, Map.of());
		String line = "webflux, 2 times: machine-steal was 0.2500 to 0.5000, must be <= 0.05";
		assertThat(Report.terminal(repeated)).contains("Repeated, because other programs disturbed a try", "  " + line);
		assertThat(Report.markdown(repeated)).contains("- " + line.replace("<", "&lt;"));
		assertThat(Report.html(repeated)).contains("<li>webflux, 2 times");
		assertThat(Report.terminal(this.lawful)).doesNotContain("Repeated");
		assertThat(Report.result(repeated).runs().getLast().details().repeated()).hasSize(2);
	}

	@Test
	void everyFormWhenFaultsInterruptShouldBeginWithWhatDiffersAndNoCeiling() {
		Findings outage = LawfulFindings.outage();
		assertThat(Report.terminal(outage)).containsSubsequence("Predicted before the run: All fall", "What differs",
				"answered in time", "What became of the load", "recovered after", "What the app held",
				"Throughput: 100 users", "at the lowest under hang");
		for (String form : List.of(Report.terminal(outage), Report.markdown(outage), Report.html(outage))) {
			assertThat(form).doesNotContain("of ceiling").doesNotContain("against the ceiling");
		}
		assertThat(Report.html(outage)).containsSubsequence("What differs", "id=\"timeline\"", "<h2>Before, under");
		assertThat(Report.result(outage).verdict()).anyMatch((words) -> words.startsWith("Answered in time differs: "));
		assertThat(Report.html(this.lawful)).doesNotContain("What differs").doesNotContain("Before, under");
	}

	@Test
	void everyFormShouldTellWhichEffectsWereSeen() {
		Findings pool = LawfulFindings.cpuPool();
		assertThat(Report.terminal(pool))
			.containsPattern(
					"Four threads do more than one +seen +4\\.000 +3\\.900\\.\\.4\\.100 +>= 1\\.5 +tasks at 4 threads")
			.contains("cannot be seen here", "it needs 8 cores and this machine has 2");
		assertThat(Report.result(pool).effects()).hasSize(2);
	}

	@Test
	void everyFormWhenProgramsTellEventsShouldShowTheirExactSequence() {
		Findings queues = LawfulFindings.queues();
		assertThat(Report.terminal(queues))
			.containsPattern("bounded +4 × started, 10 × queued, 4 × started, 2 × rejected");
		assertThat(Report.html(queues)).contains("id=\"events\"", "Every event: bounded", "pool-1-thread-8");
	}

	@Test
	void environmentShouldPrintNoLimitAndTheCommandsOfTheProjectsFolder() {
		assertThat(Report.markdown(this.lawful)).contains("2 cores, Simulated, 24000 MiB")
			.containsPattern("JDK +\\| 25\\.0\\.3 \\(Vendor 25\\.0\\.3\\+9\\)")
			.containsPattern("Commit +\\| abc with changes not committed: &lt;b>\\.md and 2 more")
			.containsPattern("memory limit +\\| no limit ")
			.containsPattern("webflux +\\| +no limit \\| Simulated +\\| +no limit ")
			.doesNotContain("9223372036854771712")
			.doesNotContain("/home/me")
			.contains("    java -Xmx512m -jar a/a.jar\n", "    ./bench run comparison --seed 42\n");
	}

	@Test
	void commandOfAProgramShouldBeThatOfTheProjectsFolder() {
		assertThat(Report.markdown(LawfulFindings.queues())).doesNotContain("/home/me")
			.contains("    java -cp 'programs/target/a.jar:programs/target/lib/*' programs/A.java\n");
	}

	@Test
	void limitWhenItStandsForNoneShouldSaySo() {
		assertThat(EnvironmentSection.limit("9223372036854775807")).isEqualTo("no limit");
		assertThat(EnvironmentSection.limit("max 100000")).isEqualTo("no limit 100000");
		assertThat(EnvironmentSection.limit("2147483648")).isEqualTo("2147483648");
	}

	@Test
	void lineShouldMakeWordsOfAShell() {
		assertThat(EnvironmentSection.line(List.of("--users=5", "two words", "$(it's)", "")))
			.isEqualTo("--users=5 'two words' '$(it'\\''s)' ''");
	}

	@Test
	void everyFormWhenNoRunWasFinishedShouldStillBeThere() {
		Findings empty = new Findings("comparison", this.lawful.manifest(), List.of(), Map.of(), List.of(),
				List.of(new Clause.NothingFinished()), false, Map.of());
		assertThat(Report.html(empty)).contains("No answer: no run was finished.", "incomplete", "\"runs\":[]");
		assertThat(Report.terminal(empty)).endsWith("No answer: no run was finished.\n");
		assertThat(Report.markdown(empty)).contains("## Environment");
		assertThat(Report.result(empty).header().complete()).isFalse();
	}

	@Test
	void aNewMetricShouldNeedNoChangeToHaveAColumn() {
		Outcome first = this.lawful.outcomes().getFirst();
		Map<Metric, Figure> figures = new LinkedHashMap<>(first.figures());
		figures.put(Metric.GC_PAUSES, Figure.of(Metric.GC_PAUSES, 41));
		List<Outcome> outcomes = new ArrayList<>(this.lawful.outcomes());
		outcomes.set(0, new Outcome(first.run(), figures, first.checks(), Map.of(), first.counts(), first.behaviour(),
				first.series(), null));
		assertThat(Report.terminal(this.lawful)).doesNotContain("GC pauses");
		assertThat(Report.terminal(LawfulFindings.with(this.lawful, outcomes, this.lawful.verdict())))
			.containsPattern("tomcat-platform-200 .* 41\n");
	}

	private Findings broken() {
		return LawfulFindings.with(this.lawful, this.lawful.outcomes()
			.stream()
			.map((run) -> new Outcome(run.run(), run.figures(), List.of(Check.within(CheckKind.LAW, 0.9, 0.99, 1.01)),
					Map.of(), run.counts(), run.behaviour(), run.series(), null))
			.toList(), this.lawful.verdict());
	}

	private static Findings quick(Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		return new Findings(findings.name(),
				new Manifest(manifest.experiment(), manifest.runs(), 42, 1, Form.QUICK, manifest.command(),
						manifest.startedAt(), manifest.environment()),
				findings.outcomes(), Map.of(), findings.summary(), findings.verdict(), true, findings.records());
	}

	private static Findings computing() {
		Findings pool = LawfulFindings.cpuPool();
		return LawfulFindings.with(pool, List.of(run("few", 600, 77.43), run("many", 540, 60.44)), List.of());
	}

	private static Outcome run(String variant, double tasks, double published) {
		return new Outcome(
				new Run(new Variant(variant, new Program("P", List.of(), null, null, List.of(), null), Axis.NONE,
						Published.of(published)), Point.NONE, 1, 42),
				Map.of(Metric.TASKS_PER_SECOND, Figure.of(Metric.TASKS_PER_SECOND, tasks)), List.of(), Map.of(),
				Counts.NONE, Behaviour.NONE, Series.NONE, null);
	}

	/** Markup in the place of a name wherever text comes from outside. */
	static Findings evil() {
		return labelled(EVIL);
	}

	private static Findings labelled(String label) {
		Variant variant = new Variant(label, new Program("jmeter", List.of(), null, null, List.of(), null), Axis.NONE,
				null);
		Outcome outcome = new Outcome(new Run(variant, new Point(Axis.USERS, 5), 1, 0),
				Map.of(Metric.THROUGHPUT, Figure.of(Metric.THROUGHPUT, 10), Metric.ERRORS, Figure.of(Metric.ERRORS, 1)),
				List.of(new Check(CheckKind.LAW, label, null, label, false)), Map.of(CheckKind.STEADY, label),
				new Counts(Map.of(label, 1L), Map.of(), Map.of(), Map.of(), Map.of()), Behaviour.NONE, new Series(0, 2,
						Map.of("throughput", new Track(List.of(0.0, 1.0), List.of(9.0, 11.0))), null, List.of()),
				null);
		Outcome failed = Outcome.failed(new Run(variant, new Point(Axis.USERS, 5), 2, 0),
				new Failure(label, List.of(label)));
		return new Findings(label, null, List.of(outcome, failed), Map.of(), List.of(),
				List.of(new Clause.ForeignSamples(Map.of(label, List.of(label)), true, true, List.of(label))), false,
				Map.of());
	}

}
