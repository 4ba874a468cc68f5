package lab.backend;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import lab.wire.BackendCounters;
import org.HdrHistogram.Histogram;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.stereotype.Component;

/**
 * Counts the requests since the start, by their outcome. The counters are never reset:
 * readers take the difference between the edges of a window. At any moment received =
 * completed + failed + abandoned + in flight.
 * <p>
 * One lock around a few additions makes each reading consistent, and the integral of the
 * requests in flight exact: it grows by (in flight x time since the last change) before
 * every change. In nanoseconds it overflows after 21 days with 5,000 in flight.
 */
@Component
@WebEndpoint(id = "counters")
class RequestCounter {

	private final LongSupplier nanoTime;

	private final long startedNanos;

	private final Histogram timerErrorNanos = new Histogram(3);

	private long received;

	private long completed;

	private long failed;

	private long abandoned;

	private long inFlight;

	private long mostInFlight;

	private long inFlightNanos;

	private long changedNanos;

	private long drawnNanos;

	private long givenNanos;

	/** By the ordinal of the fault. */
	private final long[] hitBy = new long[FaultKind.values().length];

	private final long[] failedBy = new long[FaultKind.values().length];

	/**
	 * Creates a counter.
	 * @param nanoTime a clock as {@link System#nanoTime()}
	 */
	RequestCounter(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.startedNanos = nanoTime.getAsLong();
		this.changedNanos = this.startedNanos;
	}

	/**
	 * Counts the arrival of a request.
	 * @param drawnNanos its drawn delay
	 * @param hit the fault that hits it, or NONE
	 * @return the open request; the first call of completed, failed or abandoned closes
	 * it
	 */
	synchronized OpenRequest arrived(long drawnNanos, FaultKind hit) {
		long now = change(+1);
		this.received++;
		this.hitBy[hit.ordinal()]++;
		this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
		return new OpenRequest(now, drawnNanos, hit);
	}

	/** Returns one consistent reading, {@code /actuator/counters}. */
	@ReadOperation
	synchronized BackendCounters read() {
		long now = change(0);
		BackendCounters.Requests requests = new BackendCounters.Requests(this.received, this.completed, this.failed,
				this.abandoned, this.inFlight, this.mostInFlight, this.inFlightNanos / 1e9,
				ratio(this.inFlightNanos, now - this.startedNanos));
		BackendCounters.Delays delays = new BackendCounters.Delays(millis(this.drawnNanos), millis(this.givenNanos),
				new BackendCounters.TimerError(millis(this.timerErrorNanos.getValueAtPercentile(50)),
						millis(this.timerErrorNanos.getValueAtPercentile(99))),
				ratio(millis(this.drawnNanos), this.completed), ratio(millis(this.givenNanos), this.completed));
		return new BackendCounters(requests, delays, byKind(this.hitBy), byKind(this.failedBy));
	}

	private static Map<String, Long> byKind(long[] counts) {
		Map<String, Long> byKind = new LinkedHashMap<>();
		EnumSet.complementOf(EnumSet.of(FaultKind.NONE))
			.forEach((kind) -> byKind.put(kind.toString(), counts[kind.ordinal()]));
		return byKind;
	}

	private long change(int by) {
		long now = this.nanoTime.getAsLong();
		this.inFlightNanos += this.inFlight * (now - this.changedNanos);
		this.changedNanos = now;
		this.inFlight += by;
		return now;
	}

	private static double millis(long nanos) {
		return nanos / 1e6;
	}

	private static double ratio(double sum, long of) {
		return (of == 0) ? 0 : sum / of;
	}

	/** One request in flight. */
	final class OpenRequest {

		private final long arrivedNanos;

		private final long drawn;

		private final FaultKind hit;

		private boolean closed;

		private OpenRequest(long arrivedNanos, long drawn, FaultKind hit) {
			this.arrivedNanos = arrivedNanos;
			this.drawn = drawn;
			this.hit = hit;
		}

		/** The answer was produced. */
		void completed() {
			synchronized (RequestCounter.this) {
				if (close()) {
					long given = RequestCounter.this.changedNanos - this.arrivedNanos;
					RequestCounter.this.completed++;
					RequestCounter.this.drawnNanos += this.drawn;
					RequestCounter.this.givenNanos += given;
					// A timer may fire early by its rounding; that counts as exact.
					RequestCounter.this.timerErrorNanos.recordValue(Math.max(0, given - this.drawn));
				}
			}
		}

		/**
		 * A fault broke the answer.
		 * @param by the fault, which may have begun after the request arrived; NONE if
		 * the backend itself failed
		 */
		void failed(FaultKind by) {
			synchronized (RequestCounter.this) {
				if (close()) {
					RequestCounter.this.failed++;
					RequestCounter.this.failedBy[by.ordinal()]++;
					RequestCounter.this.hitBy[by.ordinal()] += (by != this.hit) ? 1 : 0;
				}
			}
		}

		/** The client left before the answer. */
		void abandoned() {
			synchronized (RequestCounter.this) {
				if (close()) {
					RequestCounter.this.abandoned++;
				}
			}
		}

		private boolean close() {
			if (this.closed) {
				return false;
			}
			this.closed = true;
			change(-1);
			return true;
		}

	}

}
