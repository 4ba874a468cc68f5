package lab.harness.model.result;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour.Limit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class OutcomeTests {

	@ParameterizedTest
	@CsvSource({ "APP_CPU, false", "LATENCY_P99, false", "LATENCY_MEAN, false", "THROUGHPUT, true", "OF_CEILING, true",
			"LOSS, true", "RSS_PEAK, true", "ERRORS, true" })
	void comparableWhenColdAtTheCeilingShouldWithholdCpuAndLatency(Metric metric, boolean comparable) {
		assertThat(outcome(0.051, Limit.REQUEST_THREADS, true).comparable(metric)).isEqualTo(comparable);
		assertThat(outcome(0.05, Limit.REQUEST_THREADS, true).comparable(metric)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "CPU, 0.99, false", "USERS, 0.99, true", "USERS, 0.97, false", "USERS, , false", "ARRIVALS, , true" })
	void comparableWhenColdShouldWithholdAThroughputThatNoLawDecides(Limit limit, @Nullable Double ofCeiling,
			boolean comparable) {
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		figures.put(Metric.WARM, 1.05);
		if (ofCeiling != null) {
			figures.put(Metric.OF_CEILING, ofCeiling);
		}
		assertThat(outcome(figures, limit).comparable(Metric.THROUGHPUT)).isEqualTo(comparable);
		assertThat(outcome(figures, limit).comparable(Metric.LOSS)).isEqualTo(comparable);
	}

	@Test
	void comparableInAShortFormShouldWithholdNothing() {
		assertThat(outcome(0.5, Limit.CPU, false, Subject.QUICK_COMPILER).comparable(Metric.APP_CPU)).isTrue();
		assertThat(outcome(0.5, Limit.CPU, false).comparable(Metric.APP_CPU)).isFalse();
	}

	@Test
	void comparableWhenCompilersWereNotMeasuredShouldWithholdNothing() {
		assertThat(outcome(null, Limit.CPU, false).comparable(Metric.APP_CPU)).isTrue();
	}

	private static Outcome outcome(@Nullable Double compiling, Limit limit, boolean ceiling, String... jvm) {
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		if (compiling != null) {
			figures.put(Metric.WARM, compiling);
		}
		if (ceiling) {
			figures.put(Metric.OF_CEILING, 0.99);
		}
		return outcome(figures, limit, jvm);
	}

	private static Outcome outcome(Map<Metric, Double> figures, Limit limit, String... jvm) {
		Service service = new Service(App.WEBFLUX, Map.of(), Service.Backend.USUAL, Load.PUBLISHED, List.of(), false,
				List.of(jvm), null);
		return new Outcome(new Run(new Variant("webflux", service, Axis.NONE, null), Point.NONE, 1, 42), figures,
				List.of(), Map.of(), Counts.NONE, new Behaviour(limit, List.of(), null), Series.NONE, null);
	}

}
