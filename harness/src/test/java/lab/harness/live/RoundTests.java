package lab.harness.live;

import java.util.LinkedHashMap;
import java.util.Map;

import lab.harness.live.ModelSecond.Cost;
import lab.harness.live.ModelSecond.Places;
import lab.harness.live.ModelSecond.Times;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundTests {

	private static final String MODEL = "tomcat-virtual";

	private final Round round = new Round(1, new LoadOrder(200, false, predicting(100.0)), Map.of(MODEL, 400.0));

	@Test
	void viewWhenAllSecondsAreThereShouldHoldTheMeanOfThoseThatCount() {
		add(0, 5);
		add(1000, Round.SETTLE);
		// Five times 388 and five times 392 make 390.
		add(388, Round.COUNTED / 2);
		assertThat(this.round.view().measured()).isEmpty();
		add(392, Round.COUNTED / 2);
		assertThat(this.round.view().progress()).isEqualTo("done");
		assertThat(this.round.view().measured()).containsOnly(Map.entry(MODEL, 390.0));
		add(9999, 1);
		assertThat(this.round.view().measured()).containsOnly(Map.entry(MODEL, 390.0));
	}

	@Test
	void viewWhenThroughputStillGrowsShouldWaitUntilItDoesNotOrForAMinute() {
		// Each half of ten seconds is at least a tenth more than the one before.
		for (int second = 0; second < Round.LATEST - 1; second++) {
			add(100 * Math.pow(1.05, second), 1);
		}
		assertThat(this.round.view().progress()).isEqualTo("running");
		add(2000, 1);
		assertThat(this.round.view().progress()).isEqualTo("done");
	}

	@Test
	void viewWhenThroughputNoLongerGrowsShouldCountItsLastSeconds() {
		add(100, Round.SETTLE);
		add(200, Round.COUNTED / 2);
		add(400, Round.COUNTED / 2);
		assertThat(this.round.view().progress()).isEqualTo("running");
		// Half of the last ten seconds have 200 until five more of 400 have come.
		add(400, Round.COUNTED / 2);
		assertThat(this.round.view().measured()).containsOnly(Map.entry(MODEL, 400.0));
	}

	@Test
	void viewWhenTheBackendChangedShouldHaveNoResult() {
		add(400, Round.SETTLE);
		this.round.backendChanged();
		add(400, 2 * Round.COUNTED);
		assertThat(this.round.view().progress()).isEqualTo("changed");
		assertThat(this.round.view().measured()).isEmpty();
	}

	@Test
	void viewWhenTheLoadEndedShouldHaveNoResult() {
		add(400, Round.SETTLE);
		this.round.loadEnded();
		assertThat(this.round.view().progress()).isEqualTo("stopped");
		assertThat(this.round.view().measured()).isEmpty();
	}

	@Test
	void viewWhenTheLoadEndedAfterwardsShouldKeepItsResult() {
		add(400, Round.SETTLE + Round.COUNTED);
		this.round.loadEnded();
		assertThat(this.round.view().progress()).isEqualTo("done");
		assertThat(this.round.view().measured()).containsOnly(Map.entry(MODEL, 400.0));
	}

	@Test
	void viewWhenEveryAnswerIsAnErrorShouldHaveTheResultZero() {
		add(0, 5);
		add(0, Map.of("504 read-timeout", 25.0), Round.SETTLE + Round.COUNTED - 1);
		assertThat(this.round.view().progress()).isEqualTo("running");
		add(0, Map.of("504 read-timeout", 25.0), 1);
		assertThat(this.round.view().measured()).containsOnly(Map.entry(MODEL, 0.0));
	}

	private void add(double throughput, int times) {
		add(throughput, Map.of(), times);
	}

	private void add(double throughput, Map<String, Double> errors, int times) {
		for (int i = 0; i < times; i++) {
			this.round.add(Map.of(MODEL, new ModelSecond(throughput, errors, new Places(200, 0L, 0, 200),
					new Times(null, null, null), new Cost(0, 0, 0, null), 400.0)));
		}
	}

	private static Map<String, @Nullable Double> predicting(Double value) {
		Map<String, @Nullable Double> predictions = new LinkedHashMap<>();
		predictions.put(MODEL, value);
		return predictions;
	}

}
