package lab.harness.analysis;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The second ceiling: processors do so much work a second, so throughput &lt;= cores /
 * CPU time a request (utilisation law, U = X S: P. J. Denning and J. P. Buzen, "The
 * Operational Analysis of Queueing Network Models", ACM Computing Surveys 10(3), 1978).
 * <p>
 * Where app, backend and generator share the processors, the time of all three counts. It
 * is measured where the machine is far from full: over the runs of the variant that left
 * 40 % of it idle or more, processor time grows with throughput along a straight line.
 * Its slope is the CPU time of one more request; its start is what is spent whether there
 * are requests or not, such as compiling code that is still warming up. It is a forecast
 * and no bound: a busy server takes several requests at each wake-up, so one of them may
 * cost half as much as at low load.
 * <p>
 * Where the app has processors of its own, its time alone counts, over those processors,
 * and the run itself tells it; throughput / ceiling is then how busy they were.
 *
 * @param cores processors that the ceiling is made of
 * @param baseCores what is used of them without a request
 * @param cpuMillis CPU time of a request in milliseconds, above 0
 */
record CpuLaw(double cores, double baseCores, double cpuMillis) {

	/** The share of its processors' time that an instrument must be left with. */
	static final double LEAST_IDLE = 0.15;

	/** From here on a run has reached its ceiling, as for the promise at-ceiling. */
	private static final double REACHED = 0.98;

	private static final double FAR_FROM_FULL = 0.4;

	/** A line through points that are nearer to each other than this has no slope. */
	private static final double LEAST_SPREAD = 2;

	/**
	 * The law for a run.
	 * @return the law, or null where no run left the machine idle enough to tell, and
	 * under faults and open arrivals: what a request costs while things go wrong is
	 * nothing to make a ceiling of
	 */
	static @Nullable CpuLaw of(Measured run, List<Measured> all) {
		if (run.hasOpenLoadOrFaults()) {
			return null;
		}
		Stretch window = run.window();
		if (run.dedicatedCores()) {
			double cost = window.growth((sample) -> sample.app().cpuMillis()) / run.load().ended();
			return (run.load().ended() > 0 && cost > 0) ? new CpuLaw(run.record().placement().app().size(), 0, cost)
					: null;
		}
		return fit(window.cores(),
				all.stream()
					.filter((other) -> other.variant().equals(run.variant()))
					.filter((other) -> other.window().idle() >= FAR_FROM_FULL && other.load().ended() > 0)
					.map((other) -> new double[] { other.load().endedPerSecond(), other.window().busyCores() })
					.toList());
	}

	/**
	 * Least squares through points of throughput and cores in use. Points that lie too
	 * close for a slope, or show a false one, give the mean CPU time a request.
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

	/** The most requests a second that the processors can do. */
	double ceiling() {
		return this.cores * 1000 / this.cpuMillis;
	}

	/**
	 * Whether the processors are what limits a run: theirs is the lower ceiling, or it
	 * fills them, and the other ceiling is not reached.
	 */
	boolean limits(Measured run) {
		if (!waits(run)) {
			return fillsThem(run);
		}
		boolean lower = ceiling() < run.nominalCeiling();
		boolean missed = run.load().throughput() < REACHED * run.ceiling();
		return fillsThem(run) ? lower || missed : lower && missed;
	}

	/**
	 * Whether a run fills the processors as it must: by this law what its users and slots
	 * ask for leaves less than 15 % of them idle, and less was left. A machine that is
	 * full though the law leaves it idle has another reason, and none that excuses it.
	 */
	boolean fillsThem(Measured run) {
		double asked = waits(run) ? run.nominalCeiling() : Double.POSITIVE_INFINITY;
		double busy = run.dedicatedCores() ? run.window().appCores() / this.cores : 1 - run.window().idle();
		return this.baseCores + asked * this.cpuMillis / 1000 > (1 - LEAST_IDLE) * this.cores && busy > 1 - LEAST_IDLE;
	}

	/** Whether requests wait for something that is not the CPU. */
	private static boolean waits(Measured run) {
		return run.workload().callsBackend() || run.workload().ownWait() != null;
	}

}
