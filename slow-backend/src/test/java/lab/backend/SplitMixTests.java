package lab.backend;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SplitMixTests {

	/**
	 * The first numbers of seed 1234567 are widely published for SplitMix64, unsigned.
	 */
	@Test
	void bitsWhenSeedIsPublishedShouldBeThePublishedOnes() {
		assertThat(new long[] { SplitMix.bits(1234567, 1), SplitMix.bits(1234567, 2), SplitMix.bits(1234567, 3) })
			.containsExactly(6457827717110365317L, 3203168211198807973L, Long.parseUnsignedLong("9817491932198370423"));
	}

	@Test
	void bitsWhenDrawnInOrderShouldBeThoseOfTheJdk() {
		SplittableRandom random = new SplittableRandom(-42);
		for (int k = 1; k <= 1000; k++) {
			assertThat(SplitMix.bits(-42, k)).isEqualTo(random.nextLong());
		}
	}

	@Test
	void probabilityWhenBitsAreExtremeShouldStayInside() {
		assertThat(SplitMix.probability(0L)).isEqualTo(0x1p-53).isPositive();
		assertThat(SplitMix.probability(-1L)).isEqualTo(1 - 0x1p-53).isLessThan(1);
	}

	/**
	 * 100,000 uniform draws fall 10,000 to each tenth, with a standard deviation of
	 * sqrt(100,000 x 0.1 x 0.9) = 94.9; five of them are 474.
	 */
	@Test
	void probabilityWhenDrawnOftenShouldFillEachTenthAlike() {
		int[] tenths = new int[10];
		for (int k = 1; k <= 100_000; k++) {
			tenths[(int) (SplitMix.probability(42, k) * 10)]++;
		}
		for (int count : tenths) {
			assertThat(count).isBetween(9526, 10_474);
		}
	}

}
