package lab.harness.analysis;

import java.util.List;

import lab.harness.model.FaultSpan;
import lab.harness.model.RunRecord.AppliedFault;
import org.jspecify.annotations.Nullable;

/**
 * How far the throughput fell under a fault, and when it was back. Chance alone moves a
 * single second by more than the 5 % in question, so means over {@value #SMOOTH} s are
 * compared: of 200 arrivals a second such a mean has a standard deviation of 4 %.
 */
final class Recovery {

	/** Seconds of which means are taken. */
	static final int SMOOTH = 3;

	/** Back is what reaches this share of before. */
	static final double BACK = 0.95;

	private Recovery() {
	}

	/**
	 * Throughput before the first fault; null where nothing goes wrong, so that there is
	 * no before.
	 */
	static @Nullable Double before(Measured run) {
		SecondCounts successes = run.load().successes();
		return run.faults().isEmpty() ? null : (Double) mean(run.load().wholeRates(), successes.stepSeconds(),
				successes.secondsAt(run.window().begin().at()), successes.secondsAt(run.faults().getFirst().beganAt()));
	}

	/** The faults of a run, and what became of its throughput. */
	static List<FaultSpan> faults(Measured run) {
		Double before = before(run);
		return run.faults().stream().map((fault) -> span(fault, run.load(), (before != null) ? before : 0)).toList();
	}

	private static FaultSpan span(AppliedFault applied, LoadTotals load, double before) {
		SecondCounts successes = load.successes();
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
	 * @return the mean, 0 where there is no whole step
	 */
	static double mean(List<Double> rates, int stepSeconds, double from, double to) {
		int first = (int) Math.ceil(from / stepSeconds);
		int last = Math.min((int) Math.floor(to / stepSeconds), rates.size());
		return (last <= first) ? 0
				: rates.subList(first, last).stream().mapToDouble(Double::doubleValue).average().orElse(0);
	}

	/**
	 * The lowest throughput from the beginning of a fault until it is back, and how long
	 * that takes.
	 * @param rates successful requests a second in each step; a last step that is not
	 * whole must be left out
	 * @param before requests a second before it, above 0
	 */
	static Back back(List<Double> rates, int stepSeconds, double begin, double end, double before) {
		int width = Math.ceilDiv(SMOOTH, stepSeconds);
		double lowest = before;
		for (int step = (int) Math.floor(begin / stepSeconds); step + width <= rates.size(); step++) {
			double mean = rates.subList(step, step + width)
				.stream()
				.mapToDouble(Double::doubleValue)
				.average()
				.orElse(0);
			double at = (double) step * stepSeconds;
			if (at >= end && mean >= BACK * before) {
				return new Back(lowest, at - end);
			}
			lowest = Math.min(lowest, mean);
		}
		return new Back(lowest, null);
	}

	/**
	 * How it came back.
	 *
	 * @param lowest the lowest throughput in requests a second
	 * @param seconds seconds from the end of the fault, to within a step; null if it did
	 * not come back
	 */
	record Back(double lowest, @Nullable Double seconds) {
	}

}
