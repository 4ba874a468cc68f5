package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;

import lab.harness.probe.ProcessSample;
import lab.harness.probe.Sample;
import org.jspecify.annotations.Nullable;

/**
 * What the processes used at one moment of a run.
 *
 * @param second seconds since the start of the load, below 0 before it
 * @param threads platform threads of the app
 * @param rssMiB resident memory of the app
 * @param heapMiB heap in use in the app
 * @param appCores processor time of the app since the point before, in cores
 * @param backendCores the same of the slow backend
 * @param generatorCores the same of JMeter, or null while it did not run
 */
public record UsagePoint(double second, int threads, double rssMiB, double heapMiB, double appCores,
		double backendCores, @Nullable Double generatorCores) {

	/**
	 * The system counts processor time in steps of 10 ms, so that a shorter time shows
	 * noise.
	 */
	private static final long LEAST_MILLIS = 500;

	private static final double MIB = 1024 * 1024;

	/** The first sample is only what the second is set against. */
	static List<UsagePoint> of(List<Sample> samples, long start) {
		List<UsagePoint> points = new ArrayList<>();
		int every = Math.ceilDiv(samples.size(), SecondCounts.MOST);
		Sample before = samples.getFirst();
		for (int i = every; i < samples.size(); i += every) {
			Sample sample = samples.get(i);
			if (sample.at() - before.at() >= LEAST_MILLIS) {
				points.add(between(before, sample, start));
				before = sample;
			}
		}
		return points;
	}

	private static UsagePoint between(Sample before, Sample sample, long start) {
		long millis = sample.at() - before.at();
		return new UsagePoint((sample.at() - start) / 1000.0, sample.app().threads(), sample.app().rssBytes() / MIB,
				sample.ledger().heapUsedBytes() / MIB, cores(before.app(), sample.app(), millis),
				cores(before.backend(), sample.backend(), millis),
				(before.generator() != null && sample.generator() != null)
						? cores(before.generator(), sample.generator(), millis) : null);
	}

	private static double cores(ProcessSample before, ProcessSample sample, long millis) {
		return (double) (sample.cpuMillis() - before.cpuMillis()) / millis;
	}

}
