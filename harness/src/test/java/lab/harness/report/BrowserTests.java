package lab.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.analysis.Findings;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.Metric;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.model.result.Series;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page in a real browser.
 */
@ExtendWith(Browser.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("browser")
class BrowserTests {

	/** The charts of the comparison, which has four variants. */
	private static final int CHARTS = charts(4);

	private final Browser browser;

	private final String probe;

	BrowserTests(Browser browser) throws IOException {
		this.browser = browser;
		try (InputStream in = Objects.requireNonNull(BrowserTests.class.getResourceAsStream("probe.js"))) {
			this.probe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	/** Otherwise a broken page would pass the other tests. */
	@ParameterizedTest
	@ValueSource(strings = { "throw new Error('broken')", "Promise.reject(new Error('broken'))",
			"console.warn('broken')", "document.body.append(Object.assign(new Image(), { src: 'http://broken/' }))" })
	void problemsWhenAScriptFailsShouldTellIt(String script) {
		this.browser.open("<!doctype html><meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
				+ "script-src 'unsafe-inline'\"><body><script>" + script + "</script>", 1280, false, false);
		this.browser.frames();
		assertThat(this.browser.problems()).singleElement().asString().contains("broken");
		assertThat(this.browser.problems()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,false", "1280,true", "390,true" })
	void openShouldDrawEveryChartWithoutAnError(int width, boolean dark) {
		JsonNode found = open(ReportFixtures.comparison(), width, dark);
		assertSound(found);
		assertThat(found.path("width").intValue()).isEqualTo(width);
		assertThat(found.path("dark").booleanValue()).isEqualTo(dark);
		assertThat(found.path("charts").intValue()).isEqualTo(CHARTS);
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS);
		assertThat(found.path("described").intValue()).isEqualTo(CHARTS);
		assertThat(found.path("dataTables").intValue()).isEqualTo(6);
		assertThat(found.path("firstFocus").stringValue()).isEqualTo("Skip to the result");
	}

	@Test
	void openShouldShowTheFiguresOfTheResult() {
		Findings findings = ReportFixtures.comparison();
		JsonNode rows = open(findings, 1280, false).path("headline");
		assertThat(rows.size()).isEqualTo(4);
		for (Result.RunResult run : Report.result(findings).runs()) {
			List<String> cells = new ArrayList<>();
			rows.path(run.header().variant()).forEach((cell) -> cells.add(cell.stringValue()));
			Map<Metric, Double> figures = run.figures();
			assertThat(cells).containsExactly(figure(figures.get(Metric.THROUGHPUT)),
					figure(figures.get(Metric.CEILING)), figure(figures.get(Metric.OF_CEILING)),
					figure(figures.get(Metric.LOSS)), figure(figures.get(Metric.LATENCY_P50)),
					figure(figures.get(Metric.LATENCY_P99)), figure(figures.get(Metric.ERRORS)),
					figure(figures.get(Metric.JMETER_SUMMARY)), figure(run.published()));
		}
	}

	@Test
	void openWhenAVariantHasNoSeriesShouldSayNoData() {
		Findings findings = ReportFixtures.comparison();
		List<Outcome> outcomes = new ArrayList<>(findings.outcomes());
		Outcome last = outcomes.removeLast();
		outcomes.add(new Outcome(last.run(), last.figures(), last.checks(), Map.of(), last.counts(), last.behaviour(),
				Series.NONE, null));
		JsonNode found = open(ReportFixtures.with(findings, outcomes, findings.claims()), 390, false);
		assertSound(found);
		assertThat(found.path("noData").intValue()).isEqualTo(5);
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS - 5);
	}

	@Test
	void openWhenNothingWasFinishedShouldStillOpen() {
		JsonNode found = open(ReportFixtures.with(ReportFixtures.comparison(), List.of(), List.of()), 1280, false);
		assertSound(found);
		assertThat(found.path("charts").intValue()).isZero();
	}

	@Test
	void openWhenNamesHoldMarkupShouldShowThemAsText() {
		JsonNode found = open(Objects.requireNonNull(ReportFixtures.all().get("markup")), 390, false);
		assertSound(found);
		assertThat(found.path("evil").booleanValue()).isFalse();
		// Data, uPlot and the page's own.
		assertThat(found.path("scripts").intValue()).isEqualTo(3);
		assertThat(found.path("title").stringValue()).contains("</script><script>window.evil=1</script><!--");
		assertThat(found.path("captions").toString()).contains("</script><script>window.evil=1</script>");
	}

	@Test
	void openWhenThereArePointsShouldOfferAChoice() {
		JsonNode found = open(RecordedEvidence.findings("users"), 390, false);
		assertSound(found);
		assertThat(found.path("choices").intValue()).isEqualTo(3);
		assertThat(found.path("chosenTwice").booleanValue()).isTrue();
		assertThat(found.path("drawn").intValue()).isEqualTo(charts(2) + 2);
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,true" })
	void openWhenThereAreKneesShouldNameEachByItsCause(int width, boolean dark) {
		Findings users = RecordedEvidence.findings("users");
		List<Claim> knees = List.of(new Claim.Knee(List.of("tomcat-platform-200"), Limit.REQUEST_THREADS, 10, 200, 200),
				new Claim.Knee(List.of("webflux"), Limit.CPU, 200, 250, 225));
		JsonNode found = open(ReportFixtures.with(users, users.outcomes(), knees), width, dark);
		assertSound(found);
		assertThat(found.path("drawn").intValue()).isEqualTo(charts(2) + 2);
		assertThat(found.path("knees").valueStream().map(JsonNode::stringValue)).containsExactly(
				"tomcat-platform-200 at 200 users: request threads", "webflux between 200 and 250 users: CPU");
	}

	/**
	 * Each user waits a millisecond for each of them, as in a path that holds the axis.
	 */
	@Test
	void openWhenTheWaitGrowsWithTheUsersShouldBendTheLawAtItsKnee() {
		Findings users = RecordedEvidence.findings("users");
		List<Outcome> outcomes = users.outcomes().stream().map((run) -> {
			double at = run.run().point().value();
			return ReportFixtures.with(run, Metric.NOMINAL_CEILING, Math.min(at, 200) / at * 1000);
		}).toList();
		Claim knee = new Claim.Knee(List.of("tomcat-platform-200"), Limit.SERVER_CONNECTIONS, 10, 250, 200);
		JsonNode rows = open(ReportFixtures.with(users, outcomes, List.of(knee)), 1280, false).path("againstUsers");
		// Below 200 connections u / (u ms), beyond them 200 / (u ms).
		assertThat(rows.valueStream().map((row) -> row.get(0).stringValue() + ": " + row.get(1).stringValue()).skip(1))
			.containsExactly("10: 1000", "200: 1000", "212.5: 941.176", "225: 888.889", "237.5: 842.105", "250: 800");
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,true" })
	void openWhenFaultsInterruptShouldDrawAllVariantsOverOneAxis(int width, boolean dark) {
		JsonNode found = open(RecordedEvidence.findings("outage"), width, dark);
		assertSound(found);
		// Also mean time, requests in flight and breaker of each run, and errors in the
		// replay.
		assertThat(found.path("drawn").intValue()).isEqualTo(charts(6) + 6 * 3 + 1);
		assertThat(found.path("firstCharts").intValue()).as("timelines beside the answer").isEqualTo(6);
		assertThat(found.path("headline").propertyNames()).contains("tomcat-platform-guarded");
	}

	@ParameterizedTest
	@CsvSource({ "1280,true", "390,false" })
	void openWhenProgramsHaveAnAxisShouldDrawItWithItsCeiling(int width, boolean dark) {
		JsonNode found = open(RecordedEvidence.findings("cpu-pool"), width, dark);
		assertSound(found);
		// Also threads, memory and CPU of each of the three variants.
		assertThat(found.path("drawn").intValue()).isEqualTo(1 + 3 * 3);
		assertThat(found.path("legend").toString()).contains("ceiling: min(threads, cores) ÷ service time");
	}

	@ParameterizedTest
	@CsvSource({ "1280,true", "390,false" })
	void openWhenProgramsTellEventsShouldDrawATimelineOfEach(int width, boolean dark) {
		JsonNode found = open(ReportFixtures.queues(), width, dark);
		assertSound(found);
		assertThat(found.path("drawn").intValue()).isEqualTo(3);
		assertThat(found.path("legend").toString()).contains("started", "queued", "rejected");
	}

	/**
	 * Throughput, distribution, threads, memory and CPU of each variant, a chart of all,
	 * and three of the replay.
	 */
	private static int charts(int variants) {
		return 5 * variants + 1 + 3;
	}

	private void assertSound(JsonNode found) {
		assertThat(this.browser.problems()).isEmpty();
		assertThat(found.path("emptyTables").intValue()).isZero();
		assertThat(found.path("raggedTables").intValue()).isZero();
		assertThat(found.path("overflow").intValue()).isZero();
	}

	private JsonNode open(Findings findings, int width, boolean dark) {
		this.browser.open(Report.html(findings), width, dark, false);
		return this.browser.ask(this.probe);
	}

	private static String figure(@Nullable Double value) {
		return (value == null) ? "–" : value.toString();
	}

}
