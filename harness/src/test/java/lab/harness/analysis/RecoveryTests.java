package lab.harness.analysis;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * A throughput of 100, a fault from second 5 to 8, followed by hand.
 */
class RecoveryTests {

	private static final List<Double> RATES = List.of(0.0, 100.0, 100.0, 100.0, 100.0, 40.0, 10.0, 10.0, 10.0, 55.0,
			100.0, 94.0, 94.0, 97.0, 100.0);

	@Test
	void meanShouldCountWholeStepsOnly() {
		// Steps 1, 2, 3 and 4 lie whole between 0.5 and 5.2.
		assertThat(Recovery.mean(RATES, 1, 0.5, 5.2)).isEqualTo(100);
		assertThat(Recovery.mean(RATES, 1, 4.0, 6.0)).isEqualTo(70);
		assertThat(Recovery.mean(RATES, 1, 4.5, 4.9)).isZero();
	}

	@Test
	void backShouldTakeTheFirstMeanOfThreeSecondsThatReaches95Percent() {
		Recovery.Back back = Recovery.back(RATES, 1, 5, 8, 100);
		// Seconds 6, 7, 8 are the lowest. From 9 on 83 = (55 + 100 + 94) / 3, from 10 on
		// 96 = (100 + 94 + 94) / 3.
		assertThat(back.lowest()).isEqualTo(10);
		assertThat(back.seconds()).isEqualTo(2);
	}

	@Test
	void backWhenTheFaultEndsWithinASecondShouldCountFromThere() {
		assertThat(Recovery.back(RATES, 1, 5.3, 8.4, 100).seconds()).isCloseTo(1.6, within(1e-9));
	}

	@Test
	void backWhenThroughputNeverRecoversShouldBeNull() {
		Recovery.Back back = Recovery.back(RATES.subList(0, 11), 1, 5, 8, 100);
		assertThat(back.lowest()).isEqualTo(10);
		assertThat(back.seconds()).isNull();
	}

	@Test
	void backWhenNothingFellShouldBeImmediate() {
		Recovery.Back back = Recovery.back(List.of(100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0), 1, 1, 3, 100);
		assertThat(back.lowest()).isEqualTo(100);
		assertThat(back.seconds()).isZero();
	}

}
