package lab.harness.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import lab.harness.analysis.Findings;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.Metric;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.model.result.Series;
import lab.harness.model.result.Series.Quantity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/**
 * The replay in a real browser, by mouse and keys. Leaves its pictures in
 * {@code target/pictures}.
 */
@ExtendWith(Browser.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("browser")
class ReplayTests {

	private static final String BUTTON = ".player button";

	/** As {@link Report} rounds what its charts are given. */
	private static final double DIGITS = 1e-5;

	private final Findings findings = ReportFixtures.comparison();

	private final Browser page;

	ReplayTests(Browser page) {
		this.page = page;
	}

	@AfterEach
	void end() {
		assertThat(this.page.problems()).isEmpty();
	}

	@Test
	void replayWhenOpenedShouldStandAtTheFiguresOfTheResult() {
		open(this.findings, 1280, false, false);
		assertResult(this.findings);
		this.page.frames();
		assertThat(text(BUTTON)).isEqualTo("▶ Play");
	}

	@Test
	void clickShouldPlayToTheEnd() {
		open(this.findings, 1280, false, false);
		this.page.click(BUTTON);
		assertThat(text(BUTTON)).isEqualTo("❚❚ Pause");
		await().until(() -> second() > 0);
		assertThat(shown()).isNotEqualTo(result(this.findings));
		fastest();
		await().until(() -> text(".moment").equals("The whole run"));
		assertThat(text(BUTTON)).isEqualTo("▶ Play");
		assertResult(this.findings);
	}

	@Test
	void keysShouldPlayPauseAndSeek() {
		open(this.findings, 1280, false, false);
		this.page.click("#replay .plot");
		this.page.press(Keys.SPACE);
		assertThat(text(BUTTON)).isEqualTo("❚❚ Pause");
		await().until(() -> second() > 0);
		this.page.press(Keys.SPACE);
		assertThat(text(BUTTON)).isEqualTo("▶ Play");
		double paused = second();
		this.page.frames();
		assertThat(second()).isEqualTo(paused);
		this.page.press(Keys.HOME);
		assertThat(second()).isZero();
		this.page.press(Keys.ARROW_RIGHT);
		this.page.press(Keys.ARROW_RIGHT);
		this.page.press(Keys.ARROW_LEFT);
		assertThat(second()).isOne();
		this.page.press(Keys.END);
		assertResult(this.findings);
		this.page.press(Keys.PAGE_DOWN);
		assertThat(text(".moment")).startsWith("Second ");
		this.page.press(Keys.PAGE_UP);
		assertResult(this.findings);
	}

	@Test
	void keysWhenTheButtonHasTheFocusShouldWorkTheSame() {
		open(this.findings, 1280, false, false);
		this.page.click(BUTTON);
		this.page.press(Keys.SPACE);
		assertThat(text(BUTTON)).isEqualTo("▶ Play");
		this.page.press(Keys.END);
		assertResult(this.findings);
		this.page.press(Keys.SPACE);
		assertThat(text(BUTTON)).isEqualTo("❚❚ Pause");
	}

	/** The window begins and ends within a second, and the page shows whole ones. */
	@Test
	void secondsOfTheWindowShouldAddUpToTheResult() {
		open(this.findings, 1280, false, false);
		this.page.click("#replay .plot");
		this.page.press(Keys.HOME);
		Series series = this.findings.outcomes().getFirst().series();
		Map<String, List<Double>> throughput = new TreeMap<>();
		for (int second = 1; second <= series.windowEnd(); second++) {
			this.page.press(Keys.ARROW_RIGHT);
			if (second > series.windowBegin() + 1) {
				shown().forEach((lane, values) -> throughput.computeIfAbsent(lane, (name) -> new ArrayList<>())
					.add(values.getFirst()));
			}
		}
		result(this.findings).forEach((lane, values) -> assertThat(
				Objects.requireNonNull(throughput.get(lane)).stream().mapToDouble(Double::doubleValue).average())
			.as(lane)
			.hasValueCloseTo(values.getFirst(), within(0.03 * values.getFirst())));
	}

	@Test
	void errorsUnderFaultsShouldAddUpToTheResult() {
		Findings outage = RecordedEvidence.findings("outage");
		open(outage, 1280, false, false);
		assertResult(outage);
		this.page.click("#replay .plot");
		this.page.press(Keys.ARROW_LEFT);
		assertThat(text(".moment")).startsWith("Second ");
		result(outage).forEach((lane, values) -> assertThat(Objects.requireNonNull(shown().get(lane)).get(3)).as(lane)
			.isEqualTo(values.get(3)));
		this.page.press(Keys.HOME);
		for (int second = 1; second <= 8; second++) {
			this.page.press(Keys.ARROW_RIGHT);
		}
		assertThat(text(".moment")).endsWith(": hang");
	}

	@Test
	void throughputWhenNothingSucceedsAnyLongerShouldBeZero() {
		List<Outcome> outcomes = this.findings.outcomes().stream().map(ReplayTests::failingAfterThreeSeconds).toList();
		open(ReportFixtures.with(this.findings, outcomes, List.of()), 1280, false, false);
		this.page.click("#replay .plot");
		this.page.press(Keys.ARROW_LEFT);
		assertThat(shown().values()).hasSize(4).allMatch((values) -> values.getFirst() == 0);
		this.page.press(Keys.HOME);
		for (int second = 1; second <= 3; second++) {
			this.page.press(Keys.ARROW_RIGHT);
		}
		assertThat(shown().values()).allMatch((values) -> values.getFirst() > 0);
	}

	private static Outcome failingAfterThreeSeconds(Outcome run) {
		Map<Quantity, Series.Track> tracks = new EnumMap<>(run.series().tracks());
		tracks.computeIfPresent(Quantity.THROUGHPUT,
				(name, track) -> new Series.Track(track.at().subList(0, 3), track.values().subList(0, 3)));
		return new Outcome(run.run(), run.figures(), run.checks(), Map.of(), run.counts(), run.behaviour(),
				new Series(run.series().windowBegin(), run.series().windowEnd(), tracks, Map.of(), null, List.of()),
				null);
	}

	@Test
	void pressWhenMotionIsTooMuchShouldGoOnByOneSecondAndNeverRun() {
		open(this.findings, 1280, false, true);
		assertResult(this.findings);
		this.page.click(BUTTON);
		this.page.click(BUTTON);
		assertThat(second()).isOne();
		this.page.frames();
		assertThat(second()).isOne();
		this.page.press(Keys.SPACE);
		assertThat(second()).isEqualTo(2);
		assertThat(text(BUTTON)).isEqualTo("▶ Step");
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,false", "1280,true", "390,true" })
	void chartsShouldShowNoMoreThanWasPlayed(int width, boolean dark) {
		open(RecordedEvidence.findings("outage"), width, dark, false);
		this.page.click(BUTTON);
		this.page.press(Keys.SPACE);
		this.page.frames();
		int begun = coloured();
		this.page.press(Keys.END);
		this.page.frames();
		assertThat(coloured()).isGreaterThan(begun + 1000);
		picture("end", width, dark);
		for (int back = 0; back < 8; back++) {
			this.page.press(Keys.ARROW_LEFT);
		}
		this.page.frames();
		picture("middle", width, dark);
		assertThat(this.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
			.intValue()).as("overflow").isZero();
	}

	private void open(Findings findings, int width, boolean dark, boolean still) {
		this.page.open(Report.html(findings), width, dark, still);
	}

	private void picture(String name, int width, boolean dark) {
		this.page.evaluate("document.querySelector('.player').scrollIntoView({ behavior: 'instant' })");
		this.page.picture(
				Path.of("target", "pictures", "replay-" + name + "-" + width + (dark ? "-dark" : "-light") + ".png"));
	}

	private void fastest() {
		this.page.evaluate("document.querySelector('.player select').value = 20");
	}

	/** Points of the lines in the charts of the replay: no grey, and no shade. */
	private int coloured() {
		return this.page
			.evaluate(
					"""
							[...document.querySelectorAll('#replay canvas')].map((canvas) => {
							  const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
							  const context = copy.getContext('2d', { willReadFrequently: true });
							  context.drawImage(canvas, 0, 0);
							  const { data } = context.getImageData(0, 0, copy.width, copy.height);
							  return data.filter((_, i) => i % 4 === 0 && data[i + 3] > 200 && Math.abs(data[i] - data[i + 2]) > 60).length;
							}).reduce((a, b) => a + b)""")
			.intValue();
	}

	private String text(String selector) {
		return this.page.evaluate("document.querySelector('" + selector + "').textContent").asString();
	}

	private double second() {
		return this.page.evaluate("Number(document.querySelector('.player input').value)").doubleValue();
	}

	private void assertResult(Findings findings) {
		assertThat(text(".moment")).isEqualTo("The whole run");
		Map<String, List<Double>> shown = shown();
		Map<String, List<Double>> result = result(findings);
		assertThat(shown).hasSameSizeAs(result);
		result.forEach((lane, values) -> {
			for (int i = 0; i < values.size(); i++) {
				assertThat(Objects.requireNonNull(shown.get(lane)).get(i)).as(lane)
					.isCloseTo(values.get(i), within(DIGITS * values.get(i)));
			}
		});
	}

	/**
	 * Throughput, in flight, threads and errors of each variant, as the page shows them.
	 */
	private Map<String, List<Double>> shown() {
		Map<String, List<Double>> lanes = new TreeMap<>();
		JsonNode all = this.page.evaluate("[...document.querySelectorAll('.lane')].map((lane) => "
				+ "[lane.querySelector('.name').textContent, [...lane.querySelectorAll('data')].map((data) => Number(data.value))])");
		all.forEach((lane) -> lanes.put(lane.path(0).asString(),
				lane.path(1).valueStream().map(JsonNode::doubleValue).toList()));
		return lanes;
	}

	/** The same as {@code result.json} has it. */
	private static Map<String, List<Double>> result(Findings findings) {
		Map<String, List<Double>> lanes = new TreeMap<>();
		for (Result.RunResult run : Report.result(findings).runs()) {
			Map<Metric, Double> figures = run.figures();
			double throughput = Objects.requireNonNull(figures.get(Metric.THROUGHPUT));
			double law = throughput * Objects.requireNonNull(figures.get(Metric.LATENCY_MEAN)) / 1000;
			lanes.put(run.header().variant(),
					List.of(throughput, figures.getOrDefault(Metric.IN_FLIGHT_PEAK, law),
							Objects.requireNonNull(figures.get(Metric.PLATFORM_THREADS_MEAN)),
							Objects.requireNonNull(figures.get(Metric.ERRORS))));
		}
		return lanes;
	}

}
