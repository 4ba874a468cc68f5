package lab.backend;

/**
 * The k-th draw of a seed without drawing those before it. This is SplitMix64 (Steele,
 * Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, figure 17 with
 * variant 13 of Stafford's finaliser), whose k-th state is seed + k gamma. The JDK's
 * {@link java.util.SplittableRandom} draws the same numbers in order.
 */
final class SplitMix {

	private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

	private SplitMix() {
	}

	/**
	 * The number that a generator with this seed draws as its k-th.
	 * @param seed any number
	 * @param k 1 for the first
	 * @return 64 mixed bits
	 */
	static long bits(long seed, long k) {
		long z = seed + k * GOLDEN_GAMMA;
		z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
		z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
		return z ^ (z >>> 31);
	}

	/**
	 * The same draw as a probability.
	 * @param seed any number
	 * @param k 1 for the first
	 * @return as {@link #probability(long)}
	 */
	static double probability(long seed, long k) {
		return probability(bits(seed, k));
	}

	/**
	 * Spreads bits evenly between 0 and 1.
	 * @param bits of which the upper 52 count: half a step and 53 bits would round up to
	 * 1
	 * @return above 0 and below 1, never either, so that every inverse distribution
	 * function is finite there
	 */
	static double probability(long bits) {
		return ((bits >>> 12) + 0.5) * 0x1p-52;
	}

}
