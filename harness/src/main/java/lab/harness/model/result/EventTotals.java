package lab.harness.model.result;

import org.jspecify.annotations.Nullable;

/**
 * The events that the subscribers of a run read, {@code events.json}.
 *
 * @param expected events that those who live asked for
 * @param received events that they received
 * @param slow events that slow readers received
 * @param counted events in the window, whose delays are those below
 * @param p50Millis median time from the moment at which an event was due until it was
 * read, null if none was
 * @param p99Millis its 99th percentile
 * @param mostMillis the longest
 */
public record EventTotals(long expected, long received, long slow, long counted, @Nullable Double p50Millis,
		@Nullable Double p99Millis, @Nullable Double mostMillis) {

	public static final String FILE = "events.json";

}
