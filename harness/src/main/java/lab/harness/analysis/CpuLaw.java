package lab.harness.analysis;

import java.util.List;

import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The ceiling that the CPU sets: throughput &lt;= cores / CPU time a request (utilisation
 * law, U = X S: P. J. Denning and J. P. Buzen, "The Operational Analysis of Queueing
 * Network Models", ACM Computing Surveys 10(3), 1978).
 * <p>
 * If app, backend and generator share the processors, the CPU time of all three counts.
 * It is measured on a machine that is far from saturated: over the runs of the variant
 * that left 40 % idle or more, CPU time grows with throughput along a straight line. Its
 * slope is the CPU time of one more request; its intercept is spent without requests too,
 * such as for compiling cold code. The ceiling is a forecast and no bound: a busy server
 * takes several requests at each wake-up, so one may cost half as much as at low load.
 * <p>
 * If the app has dedicated cores or a limit of its own, only its own CPU time counts,
 * which the run itself shows; throughput / ceiling is then their utilisation.
 *
 * @param cores processors that the ceiling is made of
 * @param baseCores processors in use without a request
 * @param cpuMillis CPU time of a request in milliseconds, above 0
 */
record CpuLaw(double cores, double baseCores, double cpuMillis) {

	/** Idle share of the processors that the instrument needs. */
	static final double LEAST_IDLE = 0.15;

	private static final double FAR_FROM_FULL = 0.4;

	/** Ratio of the highest to the lowest throughput that a slope needs. */
	private static final double LEAST_SPREAD = 2;

	/**
	 * Fits the law for a run.
	 * @return the law, or null if no run left the machine idle enough, if the CPU of the
	 * app is not known, and under faults and open arrivals, which change the cost of a
	 * request
	 */
	static @Nullable CpuLaw of(ServiceRun run, List<ServiceRun> all) {
		if (run.hasOpenLoadOrFaults() || !run.isVisible()) {
			return null;
		}
		ProbeSpan window = run.window();
		Double own = run.ownCores();
		if (own != null) {
			double cost = window.growth((sample) -> sample.app().cpuMillis()) / run.load().ended();
			return (run.load().ended() > 0 && cost > 0) ? new CpuLaw(own, 0, cost) : null;
		}
		return fit(window.cores(),
				all.stream()
					.filter((other) -> other.sameVariant(run))
					.filter((other) -> other.window().idle() >= FAR_FROM_FULL && other.load().ended() > 0)
					.map((other) -> new double[] { other.load().endedPerSecond(), other.window().busyCores() })
					.toList());
	}

	/**
	 * Fits a line by least squares through points of throughput and cores in use. Points
	 * without a plausible slope give the mean CPU time of a request.
	 */
	static @Nullable CpuLaw fit(double cores, List<double[]> points) {
		double sumX = points.stream().mapToDouble((point) -> point[0]).sum();
		double sumY = points.stream().mapToDouble((point) -> point[1]).sum();
		if (sumX <= 0 || sumY <= 0) {
			return null;
		}
		double meanX = sumX / points.size();
		double meanY = sumY / points.size();
		double squares = points.stream().mapToDouble((point) -> (point[0] - meanX) * (point[0] - meanX)).sum();
		double slope = points.stream().mapToDouble((point) -> (point[0] - meanX) * (point[1] - meanY)).sum() / squares;
		double base = meanY - slope * meanX;
		double least = points.stream().mapToDouble((point) -> point[0]).min().orElse(0);
		double most = points.stream().mapToDouble((point) -> point[0]).max().orElse(0);
		return (most >= LEAST_SPREAD * least && slope > 0 && base >= 0) ? new CpuLaw(cores, base, slope * 1000)
				: new CpuLaw(cores, 0, 1000 * sumY / sumX);
	}

	double ceiling() {
		return LittlesLaw.throughput(this.cores, this.cpuMillis);
	}

	/**
	 * The limit of a run is the CPU if its ceiling is the lower one or the run saturates
	 * the processors, and does not reach the other ceiling; else it is its slots. A run
	 * that is far from full is not limited by the CPU, whatever its requests cost.
	 * @return the limit, or null if it is unknown, as where dedicated cores with the
	 * lower ceiling are not full
	 */
	@Nullable Limit limit(ServiceRun run) {
		boolean saturated = isSaturatedBy(run);
		if (!waits(run)) {
			return saturated ? Limit.CPU : run.limitedBySlots();
		}
		boolean lower = ceiling() < run.nominalCeiling();
		boolean missed = run.load().throughput() < Outcome.AT_CEILING * run.ceiling();
		if (saturated ? lower || missed : lower && missed && busy(run) > 1 - FAR_FROM_FULL) {
			return (saturated || run.ownCores() == null) ? Limit.CPU : null;
		}
		return run.limitedBySlots();
	}

	/**
	 * Whether a run saturates the processors as the law demands: the load of its users
	 * and slots leaves less than 15 % idle, and less was idle. A machine that is
	 * saturated against the law is disturbed.
	 */
	boolean isSaturatedBy(ServiceRun run) {
		// Infinite if nobody waits and nobody thinks.
		double asked = waits(run) ? run.nominalCeiling()
				: LittlesLaw.throughput(run.users(), run.workload().thinkTime().toMillis());
		return this.baseCores + asked * this.cpuMillis / 1000 > (1 - LEAST_IDLE) * this.cores
				&& busy(run) > 1 - LEAST_IDLE;
	}

	private double busy(ServiceRun run) {
		return (run.ownCores() != null) ? run.window().appCores() / this.cores : 1 - run.window().idle();
	}

	private static boolean waits(ServiceRun run) {
		return run.knowledge().meanWaitMillis().orNull() != null
				|| run.target().isUniform() && (run.target().callsBackend() || run.target().ownWait() != null);
	}

}
