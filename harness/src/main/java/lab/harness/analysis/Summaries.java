package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

import lab.harness.experiment.App;
import lab.harness.experiment.Experiment;
import lab.harness.experiment.Variant;

/**
 * Sums up runs by variant and load point, and says how two of them differ.
 */
final class Summaries {

	private final Map<String, Double> variations = new LinkedHashMap<>();

	private final Map<String, App> apps = new LinkedHashMap<>();

	Summaries(Experiment experiment) {
		for (Variant variant : experiment.variants()) {
			this.variations.put(variant.name(), variant.latency().variation());
			this.apps.put(variant.name(), variant.app());
		}
	}

	/** The app of a variant of the experiment. */
	App app(String variant) {
		return Objects.requireNonNull(this.apps.get(variant));
	}

	/** In the order of the experiment, load points rising. */
	List<Summary> of(List<RunResult> runs) {
		List<Summary> summaries = new ArrayList<>();
		for (String variant : this.variations.keySet()) {
			runs.stream()
				.filter((run) -> run.variant().equals(variant))
				.map(RunResult::users)
				.distinct()
				.sorted()
				.forEach((users) -> summaries.add(summary(variant, users, runsOf(runs, variant, users))));
		}
		return summaries;
	}

	/**
	 * Ratio of the throughputs of two arms with its 95 % interval. Rounds are paired,
	 * since the arms of a round draw the same delays; a single round has the noise of
	 * both.
	 */
	Interval ratio(List<RunResult> runs, Summary one, Summary other) {
		List<RunResult> ones = runsOf(runs, one.variant(), one.users());
		List<RunResult> others = runsOf(runs, other.variant(), other.users());
		List<Double> logs = new ArrayList<>();
		for (RunResult run : ones) {
			others.stream()
				.filter((match) -> match.round() == run.round() && match.throughput() > 0 && run.throughput() > 0)
				.findFirst()
				.ifPresent((match) -> logs.add(Math.log(run.throughput() / match.throughput())));
		}
		if (logs.size() < 2) {
			double ratio = one.throughput().mean() / other.throughput().mean();
			return Interval.ofOne(ratio, ratio * Math.hypot(half(one), half(other)));
		}
		Interval log = Interval.ofRuns(logs.stream().mapToDouble(Double::doubleValue).toArray());
		return new Interval(Math.exp(log.mean()), Math.exp(log.low()), Math.exp(log.high()), log.runs());
	}

	private static double half(Summary summary) {
		return (summary.throughput().high() - summary.throughput().mean()) / summary.throughput().mean();
	}

	private Summary summary(String variant, int users, List<RunResult> runs) {
		double[] throughputs = runs.stream().mapToDouble(RunResult::throughput).toArray();
		OptionalDouble ofCeiling = runs.stream()
			.filter((run) -> run.ofCeiling() != null)
			.mapToDouble((run) -> (run.ofCeiling() != null) ? run.ofCeiling() : 0)
			.average();
		Interval throughput = (throughputs.length > 1) ? Interval.ofRuns(throughputs)
				: single(variant, runs.getFirst());
		return new Summary(variant, users, throughput, ofCeiling.isPresent() ? ofCeiling.getAsDouble() : null);
	}

	private Interval single(String variant, RunResult run) {
		double completions = Math.max(1, run.throughput() * run.windowSeconds());
		return Interval.ofOne(run.throughput(),
				run.throughput() * Noise.of(this.variations.getOrDefault(variant, 0.0), completions));
	}

	static List<RunResult> runsOf(List<RunResult> runs, String variant, int users) {
		return runs.stream().filter((run) -> run.variant().equals(variant) && run.users() == users).toList();
	}

}
