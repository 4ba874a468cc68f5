package lab.harness.model.result;

import org.jspecify.annotations.Nullable;

/**
 * The events that the subscribers of a run read, {@code events.json}.
 *
 * @param expected events that those who live asked for
 * @param received events that they received
 * @param p50Millis median time from the moment at which an event was due until it was
 * read, of those in the window; null if none was
 * @param p99Millis its 99th percentile
 * @param mostMillis the longest
 */
public record EventTotals(long expected, long received, @Nullable Double p50Millis, @Nullable Double p99Millis,
		@Nullable Double mostMillis) {

	public static final String FILE = "events.json";

}
