package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.Summary;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of users from which on a variant gains no more throughput, and the reason.
 * A variant that users limit at every point has no knee; if something else limits it at
 * the first point, the knee is unknown. Only the axis users has knees.
 */
final class Knees {

	private Knees() {
	}

	/**
	 * A claim for the variants with the same knee, then those without.
	 * @param summaries in the order of the experiment
	 */
	static List<Claim> of(List<Summary> summaries, List<Outcome> outcomes) {
		Map<String, Double> last = new LinkedHashMap<>();
		summaries.stream()
			.filter((one) -> summaries.stream().filter((other) -> other.variant().equals(one.variant())).count() > 1)
			.filter((one) -> one.point().axis().equals(Axis.USERS))
			.filter((one) -> outcomes.stream().anyMatch((run) -> isOf(run, one.variant())))
			.forEach((one) -> last.merge(one.variant(), one.point().value(), Math::max));
		Map<Claim.Knee, List<String>> same = new LinkedHashMap<>();
		last.forEach((variant, most) -> {
			Claim.Knee knee = knee(outcomes.stream().filter((run) -> isOf(run, variant)).toList(), most);
			if (knee != null) {
				same.computeIfAbsent(alike(knee, same), (any) -> new ArrayList<>()).add(variant);
			}
		});
		List<Claim.Knee> knees = new ArrayList<>();
		same.forEach((knee, variants) -> knees
			.add(new Claim.Knee(variants, knee.cause(), knee.below(), knee.above(), knee.at())));
		knees.sort(Comparator.comparing((knee) -> knee.cause() == null));
		return List.copyOf(knees);
	}

	/** The CPU knee is an estimate, so knees between the same points are alike. */
	private static Claim.Knee alike(Claim.Knee knee, Map<Claim.Knee, List<String>> same) {
		return same.keySet()
			.stream()
			.filter((other) -> other.cause() == knee.cause()
					&& ((knee.cause() == Limit.CPU) ? other.below() == knee.below() && other.above() == knee.above()
							: Math.round(other.at()) == Math.round(knee.at())))
			.findFirst()
			.orElse(knee);
	}

	private static boolean isOf(Outcome run, String variant) {
		return run.run().variant().name().equals(variant) && run.behaviour().limitedBy() != null;
	}

	private static Claim.@Nullable Knee knee(List<Outcome> runs, double most) {
		SortedMap<Double, List<Outcome>> points = runs.stream()
			.collect(Collectors.groupingBy((run) -> run.run().point().value(), TreeMap::new, Collectors.toList()));
		Outcome before = null;
		for (List<Outcome> point : points.values()) {
			List<Outcome> warm = Summaries.warm(point);
			// A round with a limit represents its point.
			Outcome limited = warm.stream().filter((run) -> !isFree(run)).findFirst().orElse(null);
			if (limited != null) {
				return (before != null) ? between(before, limited) : null;
			}
			before = warm.getFirst();
		}
		return new Claim.Knee(List.of(), null, most, most, most);
	}

	private static boolean isFree(Outcome run) {
		return run.behaviour().limitedBy() == Limit.USERS;
	}

	/**
	 * A knee by slots is exact. A knee by the CPU is the point at which users / latency
	 * meets the ceiling of the CPU, or the throughput if that is higher; the latency is
	 * slots / ceiling of the law.
	 */
	private static Claim.Knee between(Outcome before, Outcome run) {
		double below = before.run().point().value();
		double above = run.run().point().value();
		Double slots = run.value(Metric.SLOTS);
		double at = (slots != null) ? slots : above;
		Double cpu = run.value(Metric.CPU_CEILING);
		Double law = run.value(Metric.NOMINAL_CEILING);
		Double throughput = run.value(Metric.THROUGHPUT);
		Limit cause = run.behaviour().limitedBy();
		if (cause == Limit.CPU && cpu != null && law != null && throughput != null) {
			at = Math.max(cpu, throughput) * at / law;
		}
		return new Claim.Knee(List.of(), cause, below, above, Math.clamp(at, below, above));
	}

}
