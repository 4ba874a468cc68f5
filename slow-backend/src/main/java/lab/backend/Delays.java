package lab.backend;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Draws the delay of each arrival. The k-th arrival's delay depends on the seed and k
 * alone, so the first k arrivals always draw the same set, in whatever order they come.
 */
@Component
class Delays {

	private volatile Sequence sequence;

	Delays(BackendProperties properties) {
		this.sequence = new Sequence(properties.latency(), properties.seed());
	}

	/**
	 * Draws for the next arrival.
	 */
	Draw next() {
		return this.sequence.next();
	}

	/**
	 * Sets what is given, keeps what is not, and starts a new sequence from its first
	 * arrival, even if nothing differs.
	 * @param latency the new latency or null to keep it
	 * @param seed the new seed or null to keep it
	 * @return the settings now in force
	 */
	synchronized Settings restart(@Nullable Latency latency, @Nullable Long seed) {
		Sequence old = this.sequence;
		this.sequence = new Sequence((latency != null) ? latency : old.latency, (seed != null) ? seed : old.seed);
		return settings();
	}

	Settings settings() {
		Sequence now = this.sequence;
		return new Settings(now.latency.text(), now.seed);
	}

	/**
	 * The settings in force.
	 *
	 * @param latency the text of the distribution
	 * @param seed the seed
	 */
	record Settings(String latency, long seed) {
	}

	/** One seed, one latency and the arrivals since they were set. */
	private record Sequence(Latency latency, long seed, AtomicLong arrivals) {

		Sequence(Latency latency, long seed) {
			this(latency, seed, new AtomicLong());
		}

		Draw next() {
			return Draw.of(this.latency, this.seed, this.arrivals.incrementAndGet());
		}

	}

}
