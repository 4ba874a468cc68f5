package lab.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Result;
import lab.harness.model.Series;
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

	/**
	 * Four runs: throughput, distribution, threads, memory and CPU of each, a chart of
	 * all, and three of the replay.
	 */
	private static final int CHARTS = 4 * 5 + 1 + 3;

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
		JsonNode found = open(comparison(), width, dark);
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
		Findings findings = comparison();
		JsonNode rows = open(findings, 1280, false).path("headline");
		assertThat(rows.size()).isEqualTo(4);
		for (Result.RunResult run : Report.result(findings).runs()) {
			List<String> cells = new ArrayList<>();
			rows.path(run.header().variant()).forEach((cell) -> cells.add(cell.stringValue()));
			Map<Metric, Double> figures = run.figures();
			assertThat(cells).containsExactly(figure(figures.get(Metric.THROUGHPUT)),
					figure(figures.get(Metric.CEILING)), figure(figures.get(Metric.OF_CEILING)),
					figure(figures.get(Metric.LATENCY_P50)), figure(figures.get(Metric.LATENCY_P99)),
					figure(figures.get(Metric.ERRORS)), figure(figures.get(Metric.JMETER_SUMMARY)),
					figure(run.published()));
		}
	}

	@Test
	void openWhenAVariantHasNoSeriesShouldSayNoData() {
		Findings findings = comparison();
		List<Outcome> outcomes = new ArrayList<>(findings.outcomes());
		Outcome last = outcomes.removeLast();
		outcomes.add(new Outcome(last.run(), last.figures(), last.checks(), Map.of(), last.counts(), last.behaviour(),
				Series.NONE, null));
		JsonNode found = open(LawfulFindings.with(findings, outcomes, findings.verdict()), 390, false);
		assertSound(found);
		assertThat(found.path("noData").intValue()).isEqualTo(5);
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS - 5);
	}

	@Test
	void openWhenNothingWasFinishedShouldStillOpen() {
		JsonNode found = open(LawfulFindings.with(comparison(), List.of(), List.of()), 1280, false);
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
		JsonNode found = open(LawfulFindings.comparison(List.of(20.0, 40.0), 8, 2), 390, false);
		assertSound(found);
		assertThat(found.path("choices").intValue()).isEqualTo(4);
		assertThat(found.path("chosenTwice").booleanValue()).isTrue();
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS + 2);
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,true" })
	void openWhenThereAreKneesShouldNameEachByItsCause(int width, boolean dark) {
		JsonNode found = open(LawfulFindings.comparison(List.of(100.0, 300.0, 1000.0, 2400.0), 8, 1), width, dark);
		assertSound(found);
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS + 2);
		List<String> knees = new ArrayList<>();
		found.path("knees").forEach((knee) -> knees.add(knee.stringValue()));
		assertThat(knees).containsExactly("tomcat-platform-200 at 200 users: request threads",
				"tomcat-virtual between 1000 and 2400 users: CPU", "webflux between 1000 and 2400 users: CPU");
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,true" })
	void openWhenFaultsInterruptShouldDrawAllVariantsOverOneAxis(int width, boolean dark) {
		JsonNode found = open(LawfulFindings.outage(), width, dark);
		assertSound(found);
		// Also mean time, requests in flight and breaker of each run, and errors in the
		// replay.
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS + 4 * 3 + 1);
		assertThat(found.path("firstCharts").intValue()).as("timelines beside the answer").isEqualTo(4);
		assertThat(found.path("headline").propertyNames()).contains("answered in time");
	}

	@ParameterizedTest
	@CsvSource({ "1280,true", "390,false" })
	void openWhenProgramsHaveAnAxisShouldDrawItWithItsCeiling(int width, boolean dark) {
		JsonNode found = open(LawfulFindings.cpuPool(), width, dark);
		assertSound(found);
		assertThat(found.path("drawn").intValue()).isOne();
		assertThat(found.path("legend").toString()).contains("ceiling: min(threads, cores) ÷ service time");
	}

	@ParameterizedTest
	@CsvSource({ "1280,true", "390,false" })
	void openWhenProgramsTellEventsShouldDrawATimelineOfEach(int width, boolean dark) {
		JsonNode found = open(LawfulFindings.queues(), width, dark);
		assertSound(found);
		assertThat(found.path("drawn").intValue()).isEqualTo(3);
		assertThat(found.path("legend").toString()).contains("started", "queued", "rejected");
	}

	private void assertSound(JsonNode found) {
		assertThat(this.browser.problems()).isEmpty();
		assertThat(found.path("emptyTables").intValue()).isZero();
		assertThat(found.path("raggedTables").intValue()).isZero();
		assertThat(found.path("overflow").intValue()).isZero();
	}

	private static Findings comparison() {
		return LawfulFindings.comparison(List.of(100.0), 8, 1);
	}

	private JsonNode open(Findings findings, int width, boolean dark) {
		this.browser.open(Report.html(findings), width, dark, false);
		return this.browser.ask(this.probe);
	}

	private static String figure(@Nullable Double value) {
		return (value == null) ? "–" : value.toString();
	}

}
