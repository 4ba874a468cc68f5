package lab.harness.model.result;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import lab.harness.model.Metric;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour.Limit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class OutcomeTests {

	/**
	 * The claims that a failed check of each kind leaves standing, worked out by hand.
	 */
	@ParameterizedTest
	@CsvSource({ "LAW, 1.02, ''", "LAW, , ''", "LAW, 0.9, LAW NOT_THE_LIMIT PROCESSORS COUNT", "BELOW_CEILING, 1.2, ''",
			"BACKEND_DELAY_GIVEN, -9, ''",
			"BACKEND_DELAY_GIVEN, 20, LAW NOT_THE_LIMIT PROCESSORS LOSS COST BEHAVIOUR COUNT",
			"BACKEND_DELAY_DRAWN, 9, ''", "LEDGER_SENT, 3, ''", "LEDGER_APP, 3, ''", "LEDGER_ANSWERS, 3, ''",
			"LEDGER_BACKEND, 3, ''", "BACKEND_CALLS, 0.5, BEHAVIOUR COUNT",
			"TOGETHER_IDLE, 0.1, LAW NOT_THE_LIMIT PROCESSORS DIFFERENCE LOSS LATENCY BEHAVIOUR COUNT",
			"TOGETHER_BACKEND, 20, LAW NOT_THE_LIMIT PROCESSORS DIFFERENCE LOSS LATENCY BEHAVIOUR COUNT",
			"TOGETHER_CEILING, 0.9, LAW NOT_THE_LIMIT PROCESSORS DIFFERENCE LOSS LATENCY BEHAVIOUR COUNT",
			"MACHINE_IDLE, 0, LAW NOT_THE_LIMIT PROCESSORS LOSS COST BEHAVIOUR COUNT",
			"GENERATOR_IDLE, 0, LAW NOT_THE_LIMIT PROCESSORS LOSS COST BEHAVIOUR COUNT",
			"MACHINE_STEAL, 0.2, LAW NOT_THE_LIMIT LOSS COST BEHAVIOUR COUNT",
			"BELOW_CPU_CEILING, 1.2, LAW NOT_THE_LIMIT LOSS BEHAVIOUR COUNT",
			"CONNECTIONS, 3, LAW NOT_THE_LIMIT PROCESSORS BEHAVIOUR COUNT", "THREAD_KIND, 0, ''",
			"PROBE_COVERAGE, 0.2, LAW DIFFERENCE LOSS COST LATENCY BEHAVIOUR COUNT", "ARRIVALS, 0.5, ''",
			"ARRIVALS_MEDIAN, 90, LAW NOT_THE_LIMIT PROCESSORS LOSS COST BEHAVIOUR COUNT",
			"ARRIVALS_ON_TIME, 900, LAW NOT_THE_LIMIT PROCESSORS LOSS COST BEHAVIOUR COUNT",
			"WARM, 0.2, LAW NOT_THE_LIMIT BEHAVIOUR COUNT", "WORKERS, 9, ''", "THEORY, 3, ''",
			"STEADY, 0.8, LAW NOT_THE_LIMIT PROCESSORS LOSS COST BEHAVIOUR COUNT", "NO_ERRORS, 0.011, BEHAVIOUR COUNT",
			"NO_ERRORS, 0.01, NOT_THE_LIMIT PROCESSORS DIFFERENCE LOSS COST LATENCY BEHAVIOUR COUNT", "NO_LEAK, 1, ALL",
			"THREADS_BACK, 99, ALL", "MEMORY_BACK, 99, ALL", "NO_ZOMBIE, 1, ALL", "AT_CEILING, 0.5, ALL",
			"NONE_LOST, 1, ALL", "RECOVERS, 99, ALL" })
	void allowsShouldWithholdExactlyTheClaimsThatNeedTheCheck(CheckKind kind, @Nullable Double value, String left) {
		Set<ClaimKind> expected = EnumSet.noneOf(ClaimKind.class);
		for (String name : left.isEmpty() ? new String[0] : left.split(" ")) {
			expected.addAll(name.equals("ALL") ? ClaimKind.ALL : Set.of(ClaimKind.valueOf(name)));
		}
		Outcome outcome = outcome(Map.of(), Limit.USERS, new Check(kind, null, value, "", false));
		assertThat(ClaimKind.ALL).filteredOn(outcome::allows).containsExactlyInAnyOrderElementsOf(expected);
		assertThat(outcome.valid()).isEqualTo(!left.isEmpty());
	}

	/** Its users never waited for JMeter, which 'law' tells. */
	@Test
	void allowsWhenTheLoadFillsTheProcessorsShouldWithholdLatencyAlone() {
		Outcome full = outcome(Map.of(), Limit.CPU, failed(CheckKind.MACHINE_IDLE).blaming(CheckKind.Blame.LOAD));
		assertThat(ClaimKind.ALL).filteredOn((kind) -> !full.allows(kind)).containsExactly(ClaimKind.LATENCY);
	}

	@ParameterizedTest
	@EnumSource(CheckKind.class)
	void allowsWhenEveryCheckPassedShouldWithholdNothing(CheckKind kind) {
		Outcome outcome = outcome(Map.of(), Limit.USERS, new Check(kind, null, 1.0, "", true));
		assertThat(ClaimKind.ALL).allMatch(outcome::allows);
	}

	/** A promise that is not kept is seen in the exit code, and withholds no figure. */
	@Test
	void isAsExpectedShouldBeFalseOnlyForWhatTheExperimentPromises() {
		assertThat(outcome(Map.of(), Limit.USERS, failed(CheckKind.AT_CEILING)).isAsExpected()).isFalse();
		assertThat(outcome(Map.of(), Limit.USERS, failed(CheckKind.MACHINE_IDLE)).isAsExpected()).isTrue();
		assertThat(outcome(Map.of(), Limit.USERS, failed(CheckKind.WARM)).isAsExpected()).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "CPU, 0.99, false", "USERS, 0.99, true", "USERS, 0.97, false", "USERS, , false", "ARRIVALS, , true" })
	void allowsWhenColdShouldWithholdAThroughputThatNoLawDecides(Limit limit, @Nullable Double ofCeiling,
			boolean allowed) {
		Map<Metric, Double> figures = (ofCeiling == null) ? Map.of() : Map.of(Metric.OF_CEILING, ofCeiling);
		assertThat(outcome(figures, limit, failed(CheckKind.WARM)).allows(Metric.THROUGHPUT)).isEqualTo(allowed);
	}

	@Test
	void mainClaimShouldBeTheLawWhereThereIsACeiling() {
		assertThat(outcome(Map.of(Metric.CEILING, 400.0), Limit.USERS).mainClaim(Metric.THROUGHPUT))
			.isEqualTo(ClaimKind.LAW);
		assertThat(outcome(Map.of(), Limit.USERS).mainClaim(Metric.THROUGHPUT)).isEqualTo(ClaimKind.DIFFERENCE);
		assertThat(outcome(Map.of(Metric.CEILING, 400.0), Limit.USERS).mainClaim(Metric.LATENCY_P99))
			.isEqualTo(ClaimKind.LATENCY);
	}

	private static Check failed(CheckKind kind) {
		return new Check(kind, null, 0.5, "", false);
	}

	private static Outcome outcome(Map<Metric, Double> figures, Limit limit, Check... checks) {
		Service service = new Service(App.WEBFLUX, Map.of(), Service.Backend.USUAL, Load.PUBLISHED, List.of(), false,
				List.of(), null);
		return new Outcome(new Run(new Variant("webflux", service, Axis.NONE, null), Point.NONE, 1, 42), figures,
				List.of(checks), Map.of(), Counts.NONE, new Behaviour(limit, List.of(), null, Map.of()), Series.NONE,
				null);
	}

}
