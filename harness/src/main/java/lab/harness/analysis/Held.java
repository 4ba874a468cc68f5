package lab.harness.analysis;

import java.util.List;
import java.util.function.ToDoubleFunction;

import lab.harness.probe.Sample;

/**
 * What an app held of something before the first fault, at most from then on, and when
 * all was over.
 *
 * @param before mean of the samples before it
 * @param peak highest sample from its beginning on
 * @param after the last sample, after the drain
 */
public record Held(double before, double peak, double after) {

	static Held of(List<Sample> before, List<Sample> since, ToDoubleFunction<Sample> what) {
		return new Held(before.stream().mapToDouble(what).average().orElse(0),
				since.stream().mapToDouble(what).max().orElse(0), what.applyAsDouble(since.getLast()));
	}

}
