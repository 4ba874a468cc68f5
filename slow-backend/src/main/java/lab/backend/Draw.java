package lab.backend;

/**
 * What an arrival draws: two numbers that depend on the seed and on which arrival it is,
 * and on nothing else.
 *
 * @param latency the distribution in force
 * @param delay the probability that its delay has, above 0 and below 1
 * @param fault the least share of arrivals at which a fault would hit it, above 0 and
 * below 1
 */
record Draw(Latency latency, double delay, double fault) {

	/**
	 * The k-th draw of a seed. The two numbers come from different sequences: otherwise a
	 * fault of 30 % would hit the 30 % with the shortest delays.
	 */
	static Draw of(Latency latency, long seed, long k) {
		return new Draw(latency, SplitMix.probability(seed, k), SplitMix.probability(SplitMix.bits(seed, 0), k));
	}

	/**
	 * Its delay.
	 * @return nanoseconds, 0 or more
	 */
	long nanos() {
		return this.latency.nanosAt(this.delay);
	}

}
