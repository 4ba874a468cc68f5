package lab.harness.analysis;

import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
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

	/**
	 * The variants at one point, each against its own prediction.
	 *
	 * @param groups variants with the same prediction stand together
	 */
	record Answer(Metric metric, Point point, List<Reached> groups) implements Clause {
	}

	/**
	 * The figures that variants with the same prediction reached.
	 *
	 * @param least the lowest mean of the metric
	 * @param most the highest
	 * @param ceiling mean of their ceilings, or null if none applies
	 * @param share the lowest throughput / ceiling, or null
	 * @param limit what limits their throughput, or null
	 * @param slots how many requests can wait at once, or null
	 */
	record Reached(List<String> variants, double least, double most, @Nullable Double ceiling, @Nullable Double share,
			@Nullable Limit limit, @Nullable Double slots) {
	}

	/**
	 * The variants of one ceiling against each other, over three rounds or more.
	 *
	 * @param metric what is compared: of the loss the difference, of any other the ratio
	 * @param groups variants that are not called different stand together, the best first
	 */
	record Comparison(Metric metric, Point point, List<Group> groups) implements Clause {
	}

	/**
	 * Variants of which no two are called different.
	 *
	 * @param best the best variant of all
	 * @param margin the greatest difference that the intervals of two of them allow
	 * @param toBest how they differ from the best variant, or null for its own group
	 */
	record Group(List<String> variants, String best, double margin, Result.@Nullable Interval toBest) {
	}

	/**
	 * The outcomes of a variant at a point with faults, open arrivals or an app that may
	 * exit, one for each round. Their words are made from figures and behaviour.
	 */
	record UnderStress(List<Outcome> outcomes) implements Clause {
	}

	/**
	 * A claim of the source, and whether it is seen.
	 *
	 * @param results the places in which the claim had the same outcome, one or more; or
	 * several claims that are undecided for the same reason
	 * @param of number of places in which it was looked for
	 */
	record Claim(List<Result.EffectResult> results, long of) implements Clause {
	}

	/**
	 * The method of the comparison.
	 *
	 * @param rounds rounds that every variant finished
	 * @param comparable rounds that every pair of variants has comparable runs of
	 * @param size number of comparisons and effects that have an interval
	 */
	record Method(int rounds, int comparable, int size) implements Clause {
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
