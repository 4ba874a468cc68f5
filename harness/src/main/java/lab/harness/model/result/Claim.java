package lab.harness.model.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A part of the answer, as data; {@code report} puts it into words. Runs and effects are
 * those of the same result.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", include = JsonTypeInfo.As.EXISTING_PROPERTY,
		visible = true)
@JsonSubTypes({ @JsonSubTypes.Type(Claim.Answer.class), @JsonSubTypes.Type(Claim.NothingFinished.class),
		@JsonSubTypes.Type(Claim.Incomplete.class), @JsonSubTypes.Type(Claim.Invalid.class),
		@JsonSubTypes.Type(Claim.Withheld.class), @JsonSubTypes.Type(Claim.Knee.class),
		@JsonSubTypes.Type(Claim.AsPredicted.class),
		@JsonSubTypes.Type(value = Claim.Reached.class, names = { "law", "figure" }),
		@JsonSubTypes.Type(Claim.Processors.class), @JsonSubTypes.Type(Claim.NotTheLimit.class),
		@JsonSubTypes.Type(Claim.UnderStress.class), @JsonSubTypes.Type(Claim.Expected.class),
		@JsonSubTypes.Type(Claim.Method.class), @JsonSubTypes.Type(Claim.ForeignSamples.class),
		@JsonSubTypes.Type(Claim.TooBrief.class), @JsonSubTypes.Type(Claim.Prediction.class),
		@JsonSubTypes.Type(value = Claim.Pair.class, names = { "difference", "loss", "cpu", "memory", "latency" }) })
@JsonIgnoreProperties(value = "kind", allowGetters = true)
@JsonPropertyOrder("kind")
public sealed interface Claim {

	/** The point that an answer may take the claim from, or null. */
	default @Nullable Point where() {
		return switch (this) {
			case Reached reached -> reached.point();
			case Pair pair -> pair.point();
			case Processors full -> full.point();
			case NotTheLimit free -> free.point();
			default -> null;
		};
	}

	@JsonProperty
	default String kind() {
		return getClass().getAnnotation(JsonTypeName.class).value();
	}

	/**
	 * The answer to the question whether to change a service of the reader's own: whether
	 * another variant than the first gains.
	 *
	 * @param reason null if nothing decides it
	 * @param first the first variant of the file
	 * @param other the best of the others
	 * @param served their mean throughput in requests a second, in this order
	 */
	@JsonTypeName("answer")
	record Answer(Decision decision, @Nullable Reason reason, Point point, String first, String other,
			List<Double> served) implements Claim {

		private static final double NOTABLE = 1.1;

		/** Whether a throughput is so much more that the reader must be told of it. */
		public static boolean isNotablyMore(double other, double first) {
			return other >= NOTABLE * first;
		}

	}

	enum Decision {

		YES, NO, NO_DIFFERENCE, NOT_DECIDED;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/** The reason for a decision. */
	enum Reason {

		/** The first variant reached a limit that the other does not have. */
		LIMIT,

		/** Both reached the same limit. */
		SAME_LIMIT, PROCESSORS,

		/** The first variant uses too few of its threads to need others. */
		FREE_THREADS, THROUGHPUT, MARGIN;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/** No run was finished. */
	@JsonTypeName("nothing-finished")
	record NothingFinished() implements Claim {
	}

	/** Not every planned run was made; the other claims are about those that were. */
	@JsonTypeName("incomplete")
	record Incomplete() implements Claim {
	}

	/**
	 * Runs that failed or whose evidence is wrong; the other claims are about the others.
	 *
	 * @param runs their ids
	 * @param of number of runs
	 */
	@JsonTypeName("invalid")
	record Invalid(List<String> runs, int of) implements Claim {
	}

	/**
	 * Claims that are not made of some runs, because these failed a check that the claims
	 * need.
	 *
	 * @param because name of the check
	 * @param claims the kinds of claims
	 * @param runs ids of the runs
	 * @param of number of runs
	 */
	@JsonTypeName("withheld")
	record Withheld(String because, Set<ClaimKind> claims, List<String> runs, int of) implements Claim {
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
	 * The figures that variants with the same prediction reached at one point: of kind
	 * {@code law}, or {@code figure} where no law says what they should be.
	 *
	 * @param least the lowest mean of the metric
	 * @param most the highest
	 * @param ceiling mean of their ceilings, or null if none applies
	 * @param of the lowest throughput / ceiling, or null
	 * @param limit what limits their throughput, or null
	 * @param slots how many requests can wait at once, or null
	 */
	@JsonTypeName("law")
	@JsonIgnoreProperties(value = { "kind", "status" }, allowGetters = true)
	record Reached(Metric metric, Point point, List<String> variants, double least, double most,
			@Nullable Double ceiling, @Nullable Double of, @Nullable Limit limit,
			@Nullable Double slots) implements Claim {

		@Override
		public String kind() {
			return (this.of == null && this.limit == null) ? "figure" : "law";
		}

		/** Whether the limit was reached. */
		@JsonProperty
		public Status status() {
			return (this.of == null || this.of >= Outcome.AT_CEILING) ? Status.SEEN : Status.NOT_SEEN;
		}

	}

	/**
	 * The processors are the limit.
	 *
	 * @param cores processors that the processes of the run shared
	 * @param cpuMillis CPU time of a request in the service, the backend and JMeter, in
	 * milliseconds, by metric
	 * @param capacity cores / CPU time of a request, in requests a second
	 * @param pauses share of the window in which the collector paused
	 * @param gentleMillis CPU time of a request in the service with few users, in
	 * milliseconds, or null if unknown
	 */
	@JsonTypeName("processors")
	record Processors(Point point, List<String> variants, double cores, Map<Metric, Double> cpuMillis, double capacity,
			double pauses, @Nullable Double gentleMillis) implements Claim {

		/** The share of the processors that the processes of the run use at least. */
		public static final double LEAST_USED = 0.9;

		/** The share that other programs, and other guests of the host, use at most. */
		public static final double MOST_OTHERS = 0.05;

	}

	/**
	 * A limit that no sample shows more than 90 % full, so that more of it cannot raise
	 * the throughput.
	 *
	 * @param most the most in use in any run
	 * @param of how many there are
	 */
	@JsonTypeName("not-the-limit")
	record NotTheLimit(Point point, List<String> variants, Limit limit, double most, int of) implements Claim {
	}

	/**
	 * Two variants of one ceiling, over three rounds or more.
	 *
	 * @param pair the first, and the better one of its ceiling with which it is compared
	 * @param difference the ratio of the first to the second; of the loss the difference
	 * @param because names of the checks that withhold the claim
	 */
	@JsonTypeName("difference")
	record Pair(Metric metric, Point point, List<String> pair, @JsonUnwrapped Difference difference, Status status,
			List<String> because) implements Claim {

		@Override
		public String kind() {
			return switch (ClaimKind.of(this.metric)) {
				case COST -> (this.metric.section() == Metric.Section.CPU) ? "cpu" : "memory";
				case LOSS, LATENCY -> ClaimKind.of(this.metric).toString();
				default -> "difference";
			};
		}

		@JsonIgnore
		public double margin() {
			return margin(this.metric, Objects.requireNonNull(this.difference.low),
					Objects.requireNonNull(this.difference.high));
		}

		/**
		 * The greatest difference that an interval allows, whichever variant is the
		 * greater: of ratios as a share of the lesser one.
		 */
		public static double margin(Metric metric, double low, double high) {
			return (metric == Metric.LOSS) ? Math.max(high, -low) : Math.max(high, 1 / low) - 1;
		}

	}

	/**
	 * The mean over the rounds with its interval.
	 *
	 * @param ratio null if there is no round
	 * @param low null without an interval
	 * @param high null without an interval
	 */
	record Difference(@Nullable Double ratio, @Nullable Double low, @Nullable Double high, int rounds) {
	}

	enum Status {

		/** A limit that was reached, variants that differ. */
		SEEN,

		/** A limit that was not reached, variants that differ by less than a margin. */
		NOT_SEEN,

		/** The rounds are too few. */
		UNDECIDED,

		WITHHELD;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/**
	 * How far along the axis the prediction of the file holds for a variant, whose runs
	 * all were warm.
	 *
	 * @param upTo the last point up to which every run is within a tenth of it, or null
	 * if the first is not
	 * @param last the last point of the axis
	 * @param ofLast the mean of measured / predicted there
	 */
	@JsonTypeName("prediction")
	record Prediction(String variant, Metric metric, @Nullable Point upTo, Point last, double ofLast) implements Claim {

		/** The greatest relative error of a prediction that holds. */
		public static final double MOST_ERROR = 0.1;

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
	 * @param withheld labels that have no throughput, such as for a gap in the file, each
	 * with the reason in words
	 * @param waited the share of their time for which users waited for answers, or null
	 * if it is unknown
	 * @param usersUnknown whether the file does not have the number of users, so that the
	 * law was not checked
	 * @param cutOff whether its last row is cut off
	 * @param parts labels of parts of requests, such as redirects; left out if the file
	 * has too many
	 * @param silentWorkers workers that stopped early, in words
	 */
	@JsonTypeName("samples")
	record ForeignSamples(Map<String, List<String>> invalid, Map<String, String> withheld, @Nullable Double waited,
			boolean usersUnknown, boolean cutOff, List<String> parts, List<String> silentWorkers) implements Claim {
	}

	/**
	 * Labels of a JTL that are left out, since no window is left of them after ramp and
	 * drain.
	 */
	@JsonTypeName("too-brief")
	record TooBrief(List<String> labels) implements Claim {
	}

}
