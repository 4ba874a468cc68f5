package lab.harness.model.result;

import org.jspecify.annotations.Nullable;

/**
 * A fault of a run, and the throughput during and after it.
 *
 * @param kind the kind, such as {@code error}
 * @param words the kind with its settings, such as {@code error, share 0.3, 20s}
 * @param begin its beginning, in seconds since the first request was sent
 * @param end its end, in seconds since the first request was sent; null if it does not
 * end
 * @param lowest lowest throughput until it recovered, in requests a second, mean of 3 s;
 * null if there is no throughput to compare with
 * @param recoveredAfter seconds from its end until the throughput was back to 95 % of
 * that before, or with open arrivals until 95 % of the share answered before; null if the
 * load ended or the next fault began first, or if the fault does not end
 */
public record FaultSpan(String kind, String words, double begin, @Nullable Double end, @Nullable Double lowest,
		@Nullable Double recoveredAfter) {
}
