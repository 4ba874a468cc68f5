package lab.common.api;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The times at which the events of a stream are due. A late event does not shift those
 * after it. All times are those of the system's clock, so that a reader on the same
 * machine can compute how late an event is.
 *
 * @param startMicros when event 0 is due, in microseconds since 1970
 * @param everyMillis milliseconds from one event to the next
 */
public record EventSchedule(long startMicros, int everyMillis) {

	/** A schedule whose event 0 is due now. */
	public static EventSchedule startNow(int everyMillis) {
		return new EventSchedule(nowMicros(), everyMillis);
	}

	/** When an event is due, in microseconds since 1970. */
	public long dueMicros(int event) {
		return this.startMicros + 1000L * this.everyMillis * event;
	}

	/** The time from now until an event is due; zero or negative if it is late. */
	public Duration untilDue(int event) {
		return Duration.of(dueMicros(event) - nowMicros(), ChronoUnit.MICROS);
	}

	private static long nowMicros() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

}
