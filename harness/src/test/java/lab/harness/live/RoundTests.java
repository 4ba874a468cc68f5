package lab.harness.live;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundTests {

	private final Round round = new Round(1, new LoadOrder(300, false, Map.of("webflux", 500.0)),
			Map.of("webflux", 600.0));

	private void add(double throughput) {
		this.round.add(Map.of("webflux", new ModelSecond(throughput, Map.of(), ModelSecond.Places.of(300, 300, 300),
				new ModelSecond.Times(null, null, null), new ModelSecond.Cost(0, 0, 0, null), null)));
	}

	@Test
	void viewWhenAllSecondsAreCountedShouldHaveTheirMean() {
		add(0);
		for (int i = 0; i < Round.SETTLE; i++) {
			add(9999);
		}
		for (int i = 0; i < Round.COUNTED; i++) {
			// 590, 600, 590, ...
			add(590 + 10 * (i % 2));
			assertThat(this.round.isRunning()).isEqualTo(i < Round.COUNTED - 1);
		}
		assertThat(this.round.view().progress()).isEqualTo("done");
		assertThat(this.round.view().measured()).containsExactly(Map.entry("webflux", 595.0));
	}

	@Test
	void viewWhenBackendWasChangedShouldHaveNoFigure() {
		add(100);
		this.round.backendChanged();
		for (int i = 0; i < 30; i++) {
			add(600);
		}
		assertThat(this.round.view().progress()).isEqualTo("changed");
		assertThat(this.round.view().measured()).isEmpty();
	}

	@Test
	void viewWhenLoadEndedEarlyShouldHaveNoFigure() {
		add(100);
		this.round.loadEnded();
		assertThat(this.round.view().progress()).isEqualTo("stopped");
		assertThat(this.round.view().measured()).isEmpty();
	}

	@Test
	void placesOfShouldDivideTheUsers() {
		// 300 users, 200 in the app, 190 of them at the backend.
		assertThat(ModelSecond.Places.of(300, 200, 190)).isEqualTo(new ModelSecond.Places(300, 100L, 10, 190));
		assertThat(ModelSecond.Places.of(null, 200, 210)).isEqualTo(new ModelSecond.Places(null, null, 0, 200));
	}

	@Test
	void slowMillisShouldFallFromFiveTimesToTheMean() {
		assertThat(Backend.slowMillis(500, 0)).isEqualTo(2500);
		// Half of the way: 1 + 4 x 0.5 = 3
		assertThat(Backend.slowMillis(500, 10)).isEqualTo(1500);
		assertThat(Backend.slowMillis(500, 20)).isEqualTo(500);
	}

}
