package lab.harness.run;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LiveRateTests {

	private final List<Double> rates = new ArrayList<>();

	private final LiveRate live = new LiveRate(new Progress() {

		@Override
		public void rate(double requestsPerSecond) {
			LiveRateTests.this.rates.add(requestsPerSecond);
		}

	});

	@Test
	void readShouldDivideByTheTimeThatReallyPassed() {
		this.live.read(10_000, 500);
		this.live.read(11_000, 900);
		// 600 more in 1.5 s are 400 a second.
		this.live.read(12_500, 1500);
		assertThat(this.rates).containsExactly(400.0, 400.0);
	}

	@Test
	void readWhenNoTimePassedShouldTellNothing() {
		this.live.read(10_000, 500);
		this.live.read(10_000, 501);
		assertThat(this.rates).isEmpty();
	}

}
