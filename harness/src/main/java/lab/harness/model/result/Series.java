package lab.harness.model.result;

import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The data of the charts of a run. All times are seconds since the first request was
 * sent, or since the program began.
 *
 * @param tracks values over time
 * @param errors failed requests a second by cause
 * @param latencies the latencies of the window, or null without a success
 * @param events the events of a program, in order
 */
public record Series(double windowBegin, double windowEnd, Map<Quantity, Track> tracks, Map<ErrorKind, Track> errors,
		@Nullable Latencies latencies, List<Event> events) {

	public static final Series NONE = new Series(0, 0, Map.of(), Map.of(), null, List.of());

	/** A quantity over time; its text is its name in the scripts of the page. */
	public enum Quantity {

		/** Successful requests that ended, a second. */
		THROUGHPUT,

		/** Mean time of the requests that ended, failed or not, in milliseconds. */
		LATENCY,

		IN_FLIGHT,

		SERVING,

		/** The circuit breaker: 0 closed, 1 half-open, 2 open. */
		BREAKER,

		/** Platform threads of the app or the program. */
		THREADS,

		/** Resident memory of the app or the program, in MiB. */
		RSS,

		/** Heap in use in the app, in MiB. */
		HEAP,

		/** Pauses of the app's collector, in milliseconds a second. */
		PAUSES,

		/** CPU time of the app or the program, in cores. */
		APP_CPU,

		/** CPU time of the backend, in cores. */
		BACKEND_CPU,

		/** CPU time of JMeter, in cores. */
		GENERATOR_CPU;

		@Override
		public String toString() {
			return Metric.camelCase(this);
		}

	}

	/**
	 * Values over time. A track of rates has a value for each step that begins at its
	 * time.
	 *
	 * @param at times in seconds
	 * @param values a value for each time, or null if there is none
	 */
	public record Track(List<Double> at, List<@Nullable Double> values) {
	}

	/**
	 * The latencies of a window, in milliseconds.
	 *
	 * @param shares shares of the requests on the percentile curve
	 * @param millis the latency that each share did not exceed
	 * @param knownMillis the delay of the backend that each share did not exceed; empty
	 * if a request is not one call to the backend
	 */
	public record Latencies(List<Double> shares, List<Long> millis, List<Double> knownMillis, Bins bins) {
	}

	/**
	 * A distribution: bin k counts from k times the width to below k + 1 times it.
	 *
	 * @param shares share of the requests in each bin
	 * @param knownShares share of the backend's delays in each bin; empty if a request is
	 * not one call to the backend
	 * @param beyond requests slower than the last bin
	 */
	public record Bins(long widthMillis, List<Double> shares, List<Double> knownShares, long beyond) {
	}

	/**
	 * An event of a program.
	 *
	 * @param at milliseconds since the program began, or the number of the step
	 */
	public record Event(double at, String event, Map<String, Object> attributes) {
	}

}
