package lab.backend;

/**
 * Computes the k-th draw of a seed without the draws before it. This is SplitMix64
 * (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014,
 * figure 17 with variant 13 of Stafford's finaliser), whose k-th state is seed + k gamma.
 * The JDK's {@link java.util.SplittableRandom} draws the same numbers in order.
 */
final class SplitMix {

	private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

	private SplitMix() {
	}

	/**
	 * Returns the k-th number of a generator with the given seed.
	 * @param seed any number
	 * @param k 1 for the first number
	 * @return 64 mixed bits
	 */
	static long bits(long seed, long k) {
		long z = seed + k * GOLDEN_GAMMA;
		z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
		z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
		return z ^ (z >>> 31);
	}

	/** Returns the k-th number as a probability, as {@link #probability(long)}. */
	static double probability(long seed, long k) {
		return probability(bits(seed, k));
	}

	/**
	 * Maps bits to an even distribution between 0 and 1.
	 * @param bits the upper 52 bits are used: 53 bits and half a step would round up to 1
	 * @return a number above 0 and below 1, so that every inverse distribution function
	 * is finite
	 */
	static double probability(long bits) {
		return ((bits >>> 12) + 0.5) * 0x1p-52;
	}

}
