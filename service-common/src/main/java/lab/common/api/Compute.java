package lab.common.api;

/**
 * Computes for a time that no compiler can optimise away.
 */
public final class Compute {

	private Compute() {
	}

	/**
	 * The sum of the whole numbers below {@code n}, added one by one. Each number goes to
	 * one of two partial sums by a bit of its hash, so that there is no formula for
	 * either; together they are checked against n(n-1)/2.
	 * @param n how many, 0 to 100 million, which keeps the sum within a long
	 * @return 0 + 1 + ... + (n - 1)
	 * @throws IllegalStateException if the sum is not n(n-1)/2
	 */
	public static long sumBelow(int n) {
		long even = 0;
		long odd = 0;
		for (int i = 0; i < n; i++) {
			// Fibonacci hashing, Knuth, TAOCP vol. 3, 6.4: the multiplier is 2^32 / phi
			if (i * 0x9E3779B9 < 0) {
				odd += i;
			}
			else {
				even += i;
			}
		}
		long sum = even + odd;
		if (sum != (long) n * (n - 1) / 2) {
			throw new IllegalStateException("the sum below " + n + " came out as " + sum);
		}
		return sum;
	}

}
