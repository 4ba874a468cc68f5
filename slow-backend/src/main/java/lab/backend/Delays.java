package lab.backend;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Draws the delay of each request. The delay of the k-th request depends only on the seed
 * and k, so the first k requests always draw the same set of delays, in whatever order
 * they arrive.
 */
@Component
class Delays {

	private volatile Sequence sequence;

	Delays(BackendProperties properties) {
		this.sequence = new Sequence(properties.latency(), properties.seed());
	}

	Draw next() {
		return this.sequence.next();
	}

	/**
	 * Changes the given settings, keeps the others, and restarts the sequence in any
	 * case.
	 * @param latency the new distribution, or null to keep it
	 * @param seed the new seed, or null to keep it
	 * @return the new settings
	 */
	synchronized Settings restart(@Nullable DelaySampler latency, @Nullable Long seed) {
		Sequence old = this.sequence;
		this.sequence = new Sequence((latency != null) ? latency : old.latency, (seed != null) ? seed : old.seed);
		return settings();
	}

	Settings settings() {
		Sequence now = this.sequence;
		return new Settings(now.latency.text(), now.seed);
	}

	/**
	 * The settings of the delays.
	 *
	 * @param latency the text of the distribution
	 * @param seed the seed
	 */
	record Settings(String latency, long seed) {
	}

	/** A distribution, a seed, and the number of requests since they were set. */
	private record Sequence(DelaySampler latency, long seed, AtomicLong arrivals) {

		Sequence(DelaySampler latency, long seed) {
			this(latency, seed, new AtomicLong());
		}

		Draw next() {
			return Draw.of(this.latency, this.seed, this.arrivals.incrementAndGet());
		}

	}

}
