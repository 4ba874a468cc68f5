package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Prediction.Formula;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The backend draws from 0 to 1000 ms, evenly.
 */
class LatencyLawTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	/**
	 * One server that is busy half of the time, each request for 2 ms: by Erlang's
	 * formula for M/D/1 the wait is 0 for half of the requests, at most 2 ms for 0.8244
	 * of them, at most 6 ms for 0.98475, and at most 8 ms for 0.99566.
	 */
	@Test
	void percentileShouldBeThatOfDelayQueueAndService() {
		assertThat(percentile(1, 0.45)).isEqualTo(102);
		assertThat(percentile(1, 0.8244)).isCloseTo(104, within(0.1));
		assertThat(percentile(1, 0.98475)).isCloseTo(108, within(0.2));
		assertThat(percentile(1, 0.99566)).isCloseTo(110, within(0.3));
		// 16 servers that are busy for a sixteenth of the time let hardly anybody wait.
		assertThat(percentile(16, 0.99)).isEqualTo(102);
	}

	private static double percentile(int servers, double share) {
		return LatencyLaw.percentile(DelayDistribution.parse("fixed 100ms"), servers, 2, 0.25, share);
	}

	@Test
	void predictionWhenTheRateIsAShareOfTheCapacityShouldBeThatOfTheQueue() {
		this.fixture.formula = Formula.LATENCY_P99;
		this.fixture.placement = new Placement(List.of(0), List.of(1), List.of(1));
		assertThat(this.fixture.analyse(this.folder).value(Metric.PREDICTED)).isNull();
		this.fixture.rate = 4;
		this.fixture.axis = new Axis(Axis.OF_CAPACITY, List.of(50.0));
		this.fixture.ofCapacity = 50.0;
		// 4 arrivals a second are half of what one processor serves, so it takes 125 ms
		// for
		// each; the delay is at most a second.
		assertThat(this.fixture.analyse(this.folder).value(Metric.PREDICTED)).isBetween(1000.0, 1500.0);
	}

	@Test
	void millisWhenCallsAreMadeOneAfterAnotherShouldBeTheirSum() {
		assertThat(millis("/fan-out")).isEqualTo(1500);
		assertThat(millis("/fan-out?calls=5&style=sequential")).isEqualTo(2500);
	}

	@Test
	void millisWhenCallsAreMadeAtOnceShouldBeTheLongest() {
		assertThat(millis("/fan-out?calls=3&style=futures")).isCloseTo(750, within(0.01));
		assertThat(millis("/fan-out?style=reactive&calls=4")).isCloseTo(800, within(0.01));
	}

	@Test
	void millisWhenUsersWaitForAThreadShouldBeUsersOverTheCeiling() {
		assertThat(millis("/")).isEqualTo(500);
		this.fixture.requestThreads = 1;
		assertThat(millis("/")).isEqualTo(1000);
	}

	@Test
	void millisWhenARequestComputesShouldGrowWithTheUsersAboveTheCores() {
		this.fixture.path = "/compute/1";
		this.fixture.placement = new Placement(List.of(0), List.of(1), List.of(1));
		assertThat(LatencyLaw.millis(this.fixture.measured(this.folder), List.of())).isNull();
		ServiceRun two = this.fixture.measured(this.folder);
		this.fixture.users = 1;
		ServiceRun one = this.fixture.measured(this.folder);
		// 500 ms alone; 2 users on one core
		assertThat(LatencyLaw.millis(one, List.of(two, one))).isEqualTo(500);
		assertThat(LatencyLaw.millis(two, List.of(two, one))).isEqualTo(1000);
	}

	@Test
	void millisWhenRequestSleepsShouldBeNull() {
		assertThat(millis("/sleep/10")).isNull();
	}

	@Test
	void ofWhenLatencyIsPredictedShouldHavePredictionAndMeasurement() {
		this.fixture.path = "/fan-out?style=futures";
		this.fixture.formula = Formula.LATENCY;
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.PREDICTED)).isCloseTo(750, within(0.01));
		assertThat(outcome.value(Metric.MEASURED)).isEqualTo(500);
		assertThat(Objects.requireNonNull(outcome.value(Metric.OF_PREDICTION))).isCloseTo(500 / 750.0, within(1e-4));
	}

	private @Nullable Double millis(String path) {
		this.fixture.path = path;
		return LatencyLaw.millis(this.fixture.measured(this.folder), List.of());
	}

}
