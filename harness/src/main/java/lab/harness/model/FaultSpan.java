package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * A fault of a run, and what became of the throughput.
 *
 * @param kind what went wrong, such as {@code error}
 * @param words the same with its settings, such as {@code error, share 0.3, 20s}
 * @param begin seconds since the first request was sent
 * @param end the same; null where nothing lifts it
 * @param lowest lowest throughput from its beginning until it was back, in requests a
 * second, mean of 3 s; null where there is nothing to compare with
 * @param recoveredAfter seconds from its end until the throughput was back to 95 % of
 * before; null where it was not before the load ended, or where nothing ended
 */
public record FaultSpan(String kind, String words, double begin, @Nullable Double end, @Nullable Double lowest,
		@Nullable Double recoveredAfter) {
}
