package lab.harness.analysis;

import java.util.List;
import java.util.function.ToDoubleFunction;

import lab.harness.probe.Sample;

/**
 * Mean and peak of something that the probe sampled in the window.
 */
public record Usage(double mean, double peak) {

	static Usage of(List<Sample> samples, ToDoubleFunction<Sample> what) {
		return new Usage(samples.stream().mapToDouble(what).average().orElse(0),
				samples.stream().mapToDouble(what).max().orElse(0));
	}

}
