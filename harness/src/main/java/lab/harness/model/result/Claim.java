package lab.harness.model.result;

import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A part of the answer, as data; {@code report} puts it into words. Runs and effects are
 * those of the same result.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
public sealed interface Claim {

	/** No run was finished. */
	@JsonTypeName("nothing-finished")
	record NothingFinished() implements Claim {
	}

	/** Not every planned run was made; the other claims are about those that were. */
	@JsonTypeName("incomplete")
	record Incomplete() implements Claim {
	}

	/**
	 * Runs that failed or cannot be trusted, so that there is no answer.
	 *
	 * @param runs their ids
	 * @param of number of runs
	 */
	@JsonTypeName("invalid")
	record Invalid(List<String> runs, int of) implements Claim {
	}

	/**
	 * The point from which on more of the axis brings no more throughput.
	 *
	 * @param cause the limit from there on, or null if there is no knee
	 * @param below the last point that the axis itself limits
	 * @param above the first that something else limits; without a knee the last point
	 * @param at where the two lines of the law cross
	 */
	@JsonTypeName("knee")
	record Knee(List<String> variants, @Nullable Limit cause, double below, double above, double at) implements Claim {
	}

	/** Every count of valid programs agrees with theory. */
	@JsonTypeName("as-predicted")
	record AsPredicted(long counts) implements Claim {
	}

	/**
	 * The figures that variants with the same prediction reached at one point.
	 *
	 * @param least the lowest mean of the metric
	 * @param most the highest
	 * @param ceiling mean of their ceilings, or null if none applies
	 * @param of the lowest throughput / ceiling, or null
	 * @param limit what limits their throughput, or null
	 * @param slots how many requests can wait at once, or null
	 */
	@JsonTypeName("law")
	record Reached(Metric metric, Point point, List<String> variants, double least, double most,
			@Nullable Double ceiling, @Nullable Double of, @Nullable Limit limit,
			@Nullable Double slots) implements Claim {
	}

	/** Variants of one ceiling that were compared, over three rounds or more. */
	sealed interface Compared extends Claim {

		Metric metric();

		Point point();

		List<String> variants();

		/** The best variant of this ceiling. */
		String best();

	}

	/**
	 * Variants of which no two are called different.
	 *
	 * @param margin the greatest difference that the intervals of two of them allow
	 */
	@JsonTypeName("no-difference")
	record Alike(Metric metric, Point point, List<String> variants, String best, double margin) implements Compared {
	}

	/**
	 * Variants that differ from the best one.
	 *
	 * @param interval of the loss the difference, of any other metric the ratio
	 */
	@JsonTypeName("difference")
	record Different(Metric metric, Point point, List<String> variants, String best,
			@JsonUnwrapped Result.Interval interval) implements Compared {
	}

	/**
	 * The rounds of a variant at a point with faults, open arrivals or an app that may
	 * exit. The words are made from figures and behaviour of the runs.
	 */
	@JsonTypeName("under-stress")
	record UnderStress(String variant, Point point) implements Claim {
	}

	/**
	 * A claim of the source, and whether it is seen.
	 *
	 * @param effects the places in which the claim had the same outcome, one or more; or
	 * several claims that are undecided for the same reason: indices of {@code effects}
	 * @param of number of places in which it was looked for
	 */
	@JsonTypeName("effect")
	record Expected(List<Integer> effects, long of) implements Claim {
	}

	/**
	 * The method of the comparison.
	 *
	 * @param rounds rounds that every variant finished
	 * @param comparable rounds that every pair of variants has comparable runs of
	 * @param size number of comparisons and effects that have an interval
	 */
	@JsonTypeName("method")
	record Method(int rounds, int comparable, int size) implements Claim {
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
	@JsonTypeName("samples")
	record ForeignSamples(Map<String, List<String>> invalid, boolean usersUnknown, boolean cutOff,
			List<String> silentWorkers) implements Claim {
	}

	/**
	 * Labels of a JTL that are left out, since no window is left of them after ramp and
	 * drain.
	 */
	@JsonTypeName("too-brief")
	record TooBrief(List<String> labels) implements Claim {
	}

}
