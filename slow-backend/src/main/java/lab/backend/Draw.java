package lab.backend;

/**
 * The two random numbers of a request. They depend only on the seed and on the number of
 * the request.
 *
 * @param nanos the delay in nanoseconds, 0 or more
 * @param fault a fault hits the request if its share is above this number, above 0 and
 * below 1
 */
record Draw(long nanos, double fault) {

	/**
	 * Returns the k-th draw of a seed. The two numbers come from different sequences:
	 * otherwise a fault with a share of 30 % would hit the 30 % with the shortest delays.
	 */
	static Draw of(DelaySampler latency, long seed, long k) {
		return new Draw(latency.nanosAt(SplitMix.probability(seed, k)),
				SplitMix.probability(SplitMix.bits(seed, 0), k));
	}

}
