package lab.harness.analysis;

import java.util.List;

import lab.harness.model.result.FaultSpan;
import lab.harness.model.result.RunRecord.AppliedFault;
import org.jspecify.annotations.Nullable;

/**
 * The fall of the throughput under a fault, and its recovery. Noise moves a single second
 * by more than the 5 % in question, so means over {@value #SMOOTH_SECONDS} s are
 * compared.
 * <p>
 * A closed workload is compared with its throughput before the fault. Open arrivals come
 * at random: at 200 a second, a mean over 3 s has a standard deviation of 4 %, whatever
 * the app does. So their throughput is compared with what arrived in the same seconds,
 * times the share that was answered before the fault.
 *
 * @param before throughput in the window before the first fault, or null without a fault
 * @param faults the faults, each with the throughput under it
 */
record Recovery(@Nullable Double before, List<FaultSpan> faults) {

	static final int SMOOTH_SECONDS = 3;

	/** Share of the throughput before the fault that counts as recovered. */
	static final double RECOVERED = 0.95;

	/**
	 * Finds the recovery from each fault.
	 * @param open whether requests arrived whether or not earlier ones had been answered
	 */
	static Recovery of(LoadTotals load, boolean open, List<AppliedFault> faults) {
		if (faults.isEmpty()) {
			return new Recovery(null, List.of());
		}
		CountsOverTime successes = load.successes();
		double from = successes.secondsAt(load.window().begin());
		double to = successes.secondsAt(faults.getFirst().beganAt());
		double before = mean(load.wholeRates(), successes.stepSeconds(), from, to);
		double arrived = mean(load.sentRates(), successes.stepSeconds(), from, to);
		List<Double> expected = load.sentRates()
			.stream()
			.map((rate) -> (open && arrived > 0) ? before * rate / arrived : before)
			.toList();
		return new Recovery(before,
				faults.stream().map((fault) -> span(fault, faults, load, before, expected)).toList());
	}

	/**
	 * The longest recovery in seconds, at least until the next fault if that came first.
	 * NaN if the run did not recover from a fault, 0 without a fault.
	 */
	double slowestSeconds() {
		return this.faults.stream()
			.mapToDouble((fault) -> (fault.recoveredAfter() != null) ? fault.recoveredAfter()
					: (fault.end() != null) ? untilNext(fault.end()) : Double.NaN)
			.max()
			.orElse(0);
	}

	private double untilNext(double end) {
		return this.faults.stream()
			.mapToDouble(FaultSpan::begin)
			.filter((begin) -> begin >= end)
			.min()
			.orElse(Double.NaN) - end;
	}

	/** Finds the recovery before the next fault, which has an effect of its own. */
	private static FaultSpan span(AppliedFault applied, List<AppliedFault> all, LoadTotals load, double before,
			List<Double> expected) {
		CountsOverTime successes = load.successes();
		double begin = successes.secondsAt(applied.beganAt());
		Long endedAt = applied.endedAt();
		Double end = (endedAt != null) ? (Double) successes.secondsAt(endedAt) : null;
		int until = (int) all.stream()
			.mapToLong(AppliedFault::beganAt)
			.filter((next) -> endedAt != null && next >= endedAt)
			.mapToDouble((next) -> successes.secondsAt(next) / successes.stepSeconds())
			.min()
			.orElse(Integer.MAX_VALUE);
		List<Double> rates = load.wholeRates();
		Back back = (end == null || before <= 0) ? null
				: back(rates.subList(0, Math.min(until, rates.size())), successes.stepSeconds(), begin, end, expected);
		return new FaultSpan(applied.fault().kind().toString(), applied.fault().words(), begin, end,
				(back != null) ? (Double) Math.min(before, back.lowest()) : null,
				(back != null) ? back.seconds() : null);
	}

	/** Mean of the whole steps between two moments, 0 without one. */
	static double mean(List<Double> rates, int stepSeconds, double from, double to) {
		int first = (int) Math.ceil(from / stepSeconds);
		int last = Math.min((int) Math.floor(to / stepSeconds), rates.size());
		return (last <= first) ? 0 : Statistics.mean(rates.subList(first, last));
	}

	/**
	 * Finds the lowest throughput under a fault, and the recovery from it.
	 * @param rates successful requests a second in each step, without a partial last step
	 * @param expected requests a second in each step that the app would serve without a
	 * fault, at least as many as rates
	 */
	static Back back(List<Double> rates, int stepSeconds, double begin, double end, List<Double> expected) {
		int width = Math.ceilDiv(SMOOTH_SECONDS, stepSeconds);
		double lowest = Double.MAX_VALUE;
		for (int step = (int) Math.floor(begin / stepSeconds); step + width <= rates.size(); step++) {
			double mean = Statistics.mean(rates.subList(step, step + width));
			double at = (double) step * stepSeconds;
			if (at >= end && mean >= RECOVERED * Statistics.mean(expected.subList(step, step + width))) {
				return new Back(lowest, at - end);
			}
			lowest = Math.min(lowest, mean);
		}
		return new Back(lowest, null);
	}

	/**
	 * A recovery from a fault.
	 *
	 * @param lowest the lowest throughput in requests a second, or the greatest number if
	 * it recovered at once
	 * @param seconds seconds from the end of the fault, to within a step; null if the
	 * throughput did not recover
	 */
	record Back(double lowest, @Nullable Double seconds) {
	}

}
