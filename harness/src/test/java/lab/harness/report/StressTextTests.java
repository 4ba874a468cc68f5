package lab.harness.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Counts;
import lab.harness.model.result.FaultSpan;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.RunRecord.Exit;
import lab.harness.model.result.Series;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StressTextTests {

	@Test
	void textOfOneRunShouldTellItsFigures() {
		assertThat(StressText.of(List.of(outcome(1, 199, 147, 0.7, 0, null)), Metric.THROUGHPUT, "webflux"))
			.isEqualTo("webflux: 199 req/s before; 147 at the lowest under outage, recovered less than 1 s after it; "
					+ "none lost without an answer.");
	}

	@Test
	void textOfSeveralRoundsShouldTellRanges() {
		assertThat(StressText.of(List.of(outcome(1, 199, 147, 0.7, 0, null), outcome(2, 206, 156, 1.9, 12, null)),
				Metric.THROUGHPUT, "webflux"))
			.isEqualTo(
					"webflux: 199 to 206 req/s before; 147 to 156 at the lowest under outage, recovered at most 1.9 s "
							+ "after it; 0 to 12 lost without an answer.");
	}

	@Test
	void textWhenRoundsEndInDifferentWaysShouldTellEachWay() {
		assertThat(StressText.of(
				List.of(outcome(1, 199, 147, 0.7, 0, null), outcome(2, 199, 147, null, 0, new Exit(143, 0))),
				Metric.THROUGHPUT, "webflux"))
			.isEqualTo(
					"webflux: 199 req/s before; 147 at the lowest under outage, recovered less than 1 s after it in 1 of 2 "
							+ "runs; none lost without an answer; the app is alive or exited after SIGTERM.");
	}

	@Test
	void textWhenTheThroughputCollapsedShouldTellItsEndAndNoMean() {
		Outcome run = outcome(1, 0, 0, null, 3778, null);
		Outcome collapsed = new Outcome(run.run(),
				Map.of(Metric.LAST_THROUGHPUT, 0.0, Metric.LAST_IN_TIME, 19.4, Metric.LOST, 3778.0), List.of(),
				Map.of(), Counts.NONE, new Behaviour(null, List.of(), null, Map.of()), Series.NONE, null);
		assertThat(StressText.of(List.of(collapsed), Metric.THROUGHPUT, "threads")).isEqualTo(
				"threads: collapsed: the last 10 s gave no successful answer; the last answer in time came after "
						+ "19 s; 3778 lost without an answer.");
		Outcome steady = new Outcome(run.run(), Map.of(Metric.LAST_THROUGHPUT, 95.0, Metric.THROUGHPUT, 95.0),
				List.of(), Map.of(), Counts.NONE, new Behaviour(null, List.of(), null, Map.of()), Series.NONE, null);
		assertThat(StressText.brief(List.of(collapsed, steady), Metric.THROUGHPUT)).isEqualTo(
				"collapsed in 1 of 2 runs: the last 10 s gave no successful answer; the last answer in time came after "
						+ "19 s; 95 successful req/s; 3778 lost");
	}

	@Test
	void textWhenAPercentileIsComparedShouldTellItOfEachPathOrBesideItsPrediction() {
		Outcome run = outcome(1, 0, 0, null, 0, null);
		Map<Metric, Double> figures = Map.of(Metric.THROUGHPUT, 103.0, Metric.LATENCY_P99, 623.0, Metric.MEASURED,
				623.0, Metric.PREDICTED, 503.4);
		Outcome predicted = new Outcome(run.run(), figures, List.of(), Map.of(), Counts.NONE, Behaviour.NONE,
				Series.NONE, null);
		assertThat(StressText.of(List.of(predicted), Metric.LATENCY_P99, "webflux"))
			.isEqualTo("webflux: p99 623 ms, predicted 503 ms; 103 successful req/s.");
		Behaviour paths = new Behaviour(null, List.of(), null, Map.of(), Map.of("/", Map.of(Metric.LATENCY_P99, 26.0),
				"/mixed/1", Map.of(Metric.LATENCY_P99, 92.0), "/rare", Map.of()));
		Outcome ofPaths = new Outcome(run.run(), figures, List.of(), Map.of(), Counts.NONE, paths, Series.NONE, null);
		assertThat(StressText.brief(List.of(ofPaths), Metric.LATENCY_P99))
			.isEqualTo("p99 26 ms on / and 92 ms on /mixed/1");
		Outcome cold = new Outcome(run.run(), figures, List.of(Check.atMost(CheckKind.WARM, 0.06, 0.05)), Map.of(),
				Counts.NONE, paths, Series.NONE, null);
		assertThat(StressText.of(List.of(cold), Metric.LATENCY_P99, "webflux"))
			.isEqualTo("webflux: 103 successful req/s.");
	}

	private static Outcome outcome(int round, double before, double lowest, @Nullable Double recovered, double lost,
			@Nullable Exit exit) {
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		figures.put(Metric.BEFORE, before);
		figures.put(Metric.LOST, lost);
		Program program = new Program("lab.P", List.of(), null, null, List.of(), null);
		FaultSpan span = new FaultSpan("outage", "outage, 20ms", 10, 10.02, lowest, recovered);
		return new Outcome(new Run(new Variant("webflux", program, Axis.NONE, null), Point.NONE, round, 42), figures,
				List.of(), Map.of(), Counts.NONE, new Behaviour(null, List.of(span), exit, Map.of()), Series.NONE,
				null);
	}

}
