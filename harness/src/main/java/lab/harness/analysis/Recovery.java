package lab.harness.analysis;

import java.util.List;

import lab.harness.model.FaultSpan;
import lab.harness.model.RunRecord.AppliedFault;
import org.jspecify.annotations.Nullable;

/**
 * The fall of the throughput under a fault, and its recovery. Noise moves a single second
 * by more than the 5 % in question, so means over {@value #SMOOTH} s are compared; at 200
 * arrivals a second such a mean has a standard deviation of 4 %.
 */
final class Recovery {

	static final int SMOOTH = 3;

	/** Share of the throughput before the fault that counts as recovered. */
	static final double RECOVERED = 0.95;

	private Recovery() {
	}

	/** Throughput in the window before the first fault, or null without a fault. */
	static @Nullable Double before(ServiceRun run) {
		CountsOverTime successes = run.load().successes();
		return run.faults().isEmpty() ? null : (Double) mean(run.load().wholeRates(), successes.stepSeconds(),
				successes.secondsAt(run.window().begin().at()), successes.secondsAt(run.faults().getFirst().beganAt()));
	}

	/** The faults of a run, each with the throughput under it. */
	static List<FaultSpan> faults(ServiceRun run) {
		Double before = before(run);
		return run.faults().stream().map((fault) -> span(fault, run.load(), (before != null) ? before : 0)).toList();
	}

	private static FaultSpan span(AppliedFault applied, LoadTotals load, double before) {
		CountsOverTime successes = load.successes();
		double begin = successes.secondsAt(applied.beganAt());
		Long endedAt = applied.endedAt();
		Double end = (endedAt != null) ? (Double) successes.secondsAt(endedAt) : null;
		Back back = (end == null || before <= 0) ? null
				: back(load.wholeRates(), successes.stepSeconds(), begin, end, before);
		return new FaultSpan(applied.fault().kind().toString(), applied.fault().words(), begin, end,
				(back != null) ? (Double) back.lowest() : null, (back != null) ? back.seconds() : null);
	}

	/**
	 * Mean of the whole steps between two moments, in requests a second.
	 * @return the mean, 0 without a whole step
	 */
	static double mean(List<Double> rates, int stepSeconds, double from, double to) {
		int first = (int) Math.ceil(from / stepSeconds);
		int last = Math.min((int) Math.floor(to / stepSeconds), rates.size());
		return (last <= first) ? 0 : mean(rates.subList(first, last));
	}

	private static double mean(List<Double> rates) {
		return rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
	}

	/**
	 * Finds the lowest throughput under a fault, and the recovery from it.
	 * @param rates successful requests a second in each step, without a partial last step
	 * @param before requests a second before the fault, above 0
	 */
	static Back back(List<Double> rates, int stepSeconds, double begin, double end, double before) {
		int width = Math.ceilDiv(SMOOTH, stepSeconds);
		double lowest = before;
		for (int step = (int) Math.floor(begin / stepSeconds); step + width <= rates.size(); step++) {
			double mean = mean(rates.subList(step, step + width));
			double at = (double) step * stepSeconds;
			if (at >= end && mean >= RECOVERED * before) {
				return new Back(lowest, at - end);
			}
			lowest = Math.min(lowest, mean);
		}
		return new Back(lowest, null);
	}

	/**
	 * A recovery from a fault.
	 *
	 * @param lowest the lowest throughput in requests a second
	 * @param seconds seconds from the end of the fault, to within a step; null if the
	 * throughput did not recover
	 */
	record Back(double lowest, @Nullable Double seconds) {
	}

}
