package lab.harness.analysis;

import java.util.List;
import java.util.Map;

import lab.harness.model.Behaviour.Limit;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result;
import org.jspecify.annotations.Nullable;

/**
 * A part of the verdict, as data.
 */
public sealed interface Clause {

	/** No run was finished. */
	record NothingFinished() implements Clause {
	}

	/** Not every planned run was made; the other clauses are about those that were. */
	record Incomplete() implements Clause {
	}

	/** Runs that failed or cannot be trusted, so that there is no answer. */
	record Invalid(List<Outcome> outcomes, int of) implements Clause {
	}

	/**
	 * The point from which on more of the axis brings no more throughput.
	 *
	 * @param cause the limit from there on, or null if there is no knee
	 * @param below the last point that the axis itself limits
	 * @param above the first that something else limits; without a knee the last point
	 * @param at where the two lines of the law cross
	 */
	record Knee(List<String> variants, @Nullable Limit cause, double below, double above, double at) implements Clause {
	}

	/** Every count of valid programs agrees with theory. */
	record AsPredicted(long counts) implements Clause {
	}

	/** The variants at one point, the best group first. */
	record Comparison(Metric metric, Point point, List<Group> groups) implements Clause {
	}

	/**
	 * Variants among which no difference is seen.
	 *
	 * @param sure whether intervals tell that no difference is seen; otherwise they are
	 * within 1 % of each other
	 * @param ofBest ratio of the group to the best one, or null for the best
	 */
	record Group(List<String> variants, double least, double most, boolean sure, Result.@Nullable Interval ofBest,
			List<Limited> limits) {
	}

	/**
	 * The limit of a group.
	 *
	 * @param slots how many there are, or null for the CPU
	 */
	record Limited(Limit limit, @Nullable Double slots) {
	}

	/**
	 * How much of the ceiling every variant reached at every point.
	 *
	 * @param least the lowest share of the ceiling
	 * @param ofOthers whether runs that the CPU limits are left out
	 */
	record CeilingReached(double least, boolean ofOthers) implements Clause {
	}

	/**
	 * The gain of a model without a thread for each request if threads limit no variant.
	 *
	 * @param point the point, or {@link Point#NONE} for a gain that holds at each
	 * @param base the variant with request threads that others are compared with
	 * @param cpu whether the CPU is the limit of every variant
	 * @param better the variants that are faster, each with its ratio to the base
	 * @param others the models that gain nothing, in words
	 */
	record Gain(Point point, String base, boolean cpu, int threads, Map<String, Result.Interval> better,
			List<String> others) implements Clause {

		/** This gain at another point. */
		Gain at(Point point) {
			return new Gain(point, this.base, this.cpu, this.threads, this.better, this.others);
		}

	}

	/**
	 * The outcome of one run with faults, open arrivals or an app that may exit. Its
	 * words are made from figures and behaviour.
	 */
	record UnderStress(Outcome outcome) implements Clause {
	}

	/**
	 * A metric in which variants under faults differ.
	 *
	 * @param values its value by variant, in the order of the experiment
	 */
	record Difference(Metric metric, Point point, Map<String, Double> values) implements Clause {
	}

	/**
	 * A claim of the source, seen or not.
	 *
	 * @param results the places in which the claim had the same outcome, one or more
	 * @param of number of places in which it was looked for
	 */
	record Claim(List<Result.EffectResult> results, long of) implements Clause {
	}

	/**
	 * The method of the comparison.
	 *
	 * @param comparisons number of comparisons that the intervals are corrected for
	 */
	record Method(int rounds, int comparisons) implements Clause {
	}

	/**
	 * The samples of a JTL that was made elsewhere.
	 *
	 * @param invalid labels and the names of the checks that they failed
	 * @param usersUnknown whether the file does not have the number of users, so that the
	 * law was not checked
	 * @param cutOff whether its last row is cut off
	 * @param silentWorkers workers that stopped early, in words
	 */
	record ForeignSamples(Map<String, List<String>> invalid, boolean usersUnknown, boolean cutOff,
			List<String> silentWorkers) implements Clause {
	}

	/**
	 * Labels of a JTL that are left out, since no window is left of them after ramp and
	 * drain.
	 */
	record TooBrief(List<String> labels) implements Clause {
	}

}
