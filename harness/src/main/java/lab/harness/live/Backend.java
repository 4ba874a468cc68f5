package lab.harness.live;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.DelayDistribution;
import lab.wire.BackendCounters;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The knobs of the slow backend.
 */
final class Backend {

	/**
	 * The apps wait for 8 s at most, and a delay is up to twice the mean. The first
	 * seconds of a slow start with a mean above 800 ms show their timeouts.
	 */
	static final int MAX_MEAN_MILLIS = 3000;

	/** A slow start begins this many times as slow. */
	static final int SLOW_START_FACTOR = 5;

	/** Seconds after which a slow start is over. */
	static final int SLOW_START_SECONDS = 20;

	private final WatchedService service;

	/** The mean delay at the end of the slow start that is on, or null. */
	private @Nullable Integer slowStartMean;

	private int slowStartSecond;

	Backend(WatchedService service) {
		this.service = service;
	}

	/** Reads it; completes exceptionally if it does not answer. */
	CompletableFuture<State> read() {
		return this.service.read("backend", JsonNode.class)
			.thenCombine(this.service.read("counters", BackendCounters.class), Backend::state);
	}

	/**
	 * Sets the mean delay; delays are uniform between 0 and twice the mean.
	 * @param millis 1 to {@value #MAX_MEAN_MILLIS}
	 */
	synchronized void meanDelay(int millis) {
		this.slowStartMean = null;
		writeMean(millis, 42);
	}

	/** Begins to be slow, and gets faster every second until it has its mean delay. */
	synchronized void slowStart(int meanMillis) {
		this.slowStartSecond = 0;
		writeMean((int) slowMillis(meanMillis, 0), 42);
		this.slowStartMean = meanMillis;
	}

	/**
	 * Goes on with a slow start that is on; called once a second.
	 * @return whether its mean delay was changed
	 * @throws Refusal if the backend does not answer; the next second tries again
	 */
	synchronized boolean tick() {
		Integer mean = this.slowStartMean;
		if (mean == null) {
			return false;
		}
		this.slowStartSecond++;
		// Another seed each second: a new latency would begin with the same delays again.
		writeMean((int) slowMillis(mean, this.slowStartSecond), 42 + this.slowStartSecond);
		if (this.slowStartSecond >= SLOW_START_SECONDS) {
			this.slowStartMean = null;
		}
		return true;
	}

	synchronized boolean isInSlowStart() {
		return this.slowStartMean != null;
	}

	/** The mean delay in a second of a slow start, in milliseconds. */
	static double slowMillis(int meanMillis, int second) {
		double left = Math.max(0, 1 - second / (double) SLOW_START_SECONDS);
		return meanMillis * (1 + (SLOW_START_FACTOR - 1) * left);
	}

	/**
	 * Begins a fault in place of the present one.
	 * @param share the share of the requests that it hits, or null for all
	 */
	void fault(String kind, @Nullable Double share) {
		Map<String, Object> body = new LinkedHashMap<>();
		body.put("fault", kind);
		if (share != null) {
			body.put("share", share);
		}
		this.service.write("backend", body);
	}

	private void writeMean(int millis, long seed) {
		this.service.write("backend", Map.of("latency", "uniform 0ms..%dms".formatted(2 * millis), "seed", seed));
	}

	/** Its settings as it answers them; without a fault there is no share. */
	private static State state(JsonNode settings, BackendCounters counters) {
		JsonNode share = settings.path("share");
		return new State(meanMillis(settings.path("latency").asString("")), settings.path("fault").asString("none"),
				share.isNumber() ? (Double) share.asDouble() : null, counters.requests().inFlight());
	}

	private static @Nullable Double meanMillis(String latency) {
		try {
			return DelayDistribution.parse(latency).meanMillis();
		}
		catch (InvalidInputException ex) {
			return null;
		}
	}

	/**
	 * The settings and the load of the backend.
	 *
	 * @param meanMillis mean of its delays, or null if the page cannot read their
	 * distribution
	 * @param fault the fault that is on, or {@code none}
	 * @param share the share of the requests that it hits, or null without a fault
	 * @param inFlight requests that wait in it
	 */
	record State(@Nullable Double meanMillis, String fault, @Nullable Double share, long inFlight) {
	}

}
