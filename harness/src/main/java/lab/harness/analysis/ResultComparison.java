package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.Metric.Better;
import lab.harness.model.experiment.Compare;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim.Status;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;

/**
 * Two results of one experiment, such as of two JDKs. The speed of the machine is common
 * to the runs of a round and another one in the other result, so only the ratio of two
 * variants within a round is compared: the mean of its logarithms in one result with that
 * in the other, by the interval of Welch, who takes their variances for different (B. L.
 * Welch, "The Generalization of 'Student's' Problem when Several Different Population
 * Variances are Involved", Biometrika 34, 1947). The pairs of one metric are a family of
 * m, with those of all results of a history, whose intervals have the level 1 - 0.05 / m
 * each.
 *
 * @param before the first result
 * @param after the second one
 * @param changes each pair of each metric that both have
 */
public record ResultComparison(Findings before, Findings after, List<Change> changes) {

	private static final List<Metric> COST = Comparisons.COST;

	/**
	 * A pair of variants in both results.
	 *
	 * @param pair its variants; a ratio is that of the first to the second, of the loss
	 * it is the difference
	 * @param change the ratio after over that before; of the loss their difference
	 * @param because names of the checks that withhold it
	 */
	public record Change(Metric metric, Point point, List<String> pair, Interval before, Interval after,
			Interval change, Status status, List<String> because) {
	}

	/**
	 * Compares two results.
	 * @throws InvalidInputException if they are of different experiments or forms, their
	 * arrivals or faults are given, or they have no two variants in common
	 */
	public static ResultComparison of(Findings before, Findings after) {
		InvalidInputException.require(before.name().equals(after.name()), "", "one result is of '" + before.name()
				+ "', the other of '" + after.name() + "'; name two of one experiment");
		InvalidInputException.require(form(before).equals(form(after)), "", "one result is of the form " + form(before)
				+ ", the other " + form(after) + ", so their loads differ; name two of one form");
		ResultComparison comparison = of(before, after, 1);
		InvalidInputException.require(!comparison.changes.isEmpty(), "",
				"the results have no two variants with figures at the same point in common");
		return comparison;
	}

	/**
	 * Compares each earlier result with that of today, as far as they have variants in
	 * common. All pairs of a metric are one family.
	 */
	public static List<ResultComparison> history(List<Findings> earlier, Findings today) {
		return earlier.stream()
			.filter((findings) -> form(findings).equals(form(today)))
			.map((findings) -> of(findings, today, earlier.size()))
			.filter((comparison) -> !comparison.changes.isEmpty())
			.toList();
	}

	private static ResultComparison of(Findings before, Findings after, int comparisons) {
		Experiment experiment = Objects.requireNonNull(after.experiment());
		Sides sides = new Sides(summaries(before), summaries(after), experiment, comparisons);
		InvalidInputException.require(
				experiment.compare().metric().better() != Better.NEITHER && !sides.before.hasOpenLoadOrFaults()
						&& !sides.after.hasOpenLoadOrFaults(),
				"", "'" + after.name()
						+ "' has open arrivals or faults; only variants with users and no faults are compared");
		List<Change> changes = new ArrayList<>(sides.changes(experiment.compare().metric()));
		if (experiment.ofServices()) {
			COST.stream()
				.filter((metric) -> metric != experiment.compare().metric())
				.forEach((metric) -> changes.addAll(sides.changes(metric)));
		}
		return new ResultComparison(before, after, changes);
	}

	private static String form(Findings findings) {
		return Objects.requireNonNull(findings.manifest()).form().toString();
	}

	private static Summaries summaries(Findings findings) {
		return new Summaries(Objects.requireNonNull(findings.experiment()), findings.outcomes(),
				findings.earlier().isEmpty());
	}

	/** Whether any pair was decided. */
	public boolean decided() {
		return this.changes.stream().anyMatch((change) -> change.change.low() != null);
	}

	private record Sides(Summaries before, Summaries after, Experiment experiment, int comparisons) {

		/** At a ceiling of slots the loss is compared, as within a result. */
		private Metric compared(Metric metric, List<Summary> rows) {
			return (metric == Metric.THROUGHPUT
					&& rows.stream().allMatch((row) -> row.figures().containsKey(Metric.LOSS)) && ofCpu(rows) == 0)
							? Metric.LOSS : metric;
		}

		/**
		 * Variants at different ceilings are not compared, unless all are limited by the
		 * CPU.
		 */
		private static boolean haveOneCeiling(List<Summary> rows) {
			return rows.stream().map((row) -> Summaries.mean(Metric.NOMINAL_CEILING, row)).distinct().count() == 1;
		}

		/**
		 * The number of rows that the CPU limits; the last two are of the second result.
		 */
		private long ofCpu(List<Summary> rows) {
			return rows.stream().limit(2).filter((row) -> this.before.limit(row) == Limit.CPU).count()
					+ rows.stream().skip(2).filter((row) -> this.after.limit(row) == Limit.CPU).count();
		}

		private List<Change> changes(Metric compared) {
			List<Both> pairs = new ArrayList<>();
			for (List<String> pair : pairs()) {
				for (Summary one : this.before.all()) {
					List<Summary> rows = one.variant().equals(pair.getFirst()) ? rows(pair, one.point()) : List.of();
					if (rows.size() == 4 && (COST.contains(compared) || haveOneCeiling(rows) || ofCpu(rows) == 4)) {
						Metric metric = compared(compared, rows);
						Both both = new Both(metric, pair, one.point(),
								ratio(this.before, metric, rows.get(0), rows.get(1)),
								ratio(this.after, metric, rows.get(2), rows.get(3)),
								Stream
									.of(this.before.withholding(ClaimKind.of(metric), rows.get(0), rows.get(1)),
											this.after.withholding(ClaimKind.of(metric), rows.get(2), rows.get(3)))
									.flatMap(List::stream)
									.distinct()
									.toList());
						if (rows.stream().allMatch((row) -> row.figures().containsKey(metric))) {
							pairs.add(both);
						}
					}
				}
			}
			double alpha = Statistics.ALPHA / Math.max(1, pairs.size() * this.comparisons);
			return pairs.stream().map((pair) -> pair.change(alpha, leastRounds(pair.metric))).toList();
		}

		/** The rows of a pair in both results, if all are there. */
		private List<Summary> rows(List<String> pair, Point point) {
			return Stream.of(this.before, this.after)
				.flatMap((side) -> pair.stream()
					.flatMap((variant) -> side.all()
						.stream()
						.filter((row) -> row.variant().equals(variant) && row.point().equals(point))))
				.toList();
		}

		/** The named pairs, or each variant with each that the file has before it. */
		private List<List<String>> pairs() {
			Compare compare = this.experiment.compare();
			List<String> variants = this.experiment.variants().stream().map(Variant::name).toList();
			return !compare.pairs().isEmpty() ? compare.pairs()
					: variants.stream()
						.flatMap((other) -> variants.stream()
							.skip(variants.indexOf(other) + 1L)
							.map((one) -> List.of(one, other)))
						.toList();
		}

		private int leastRounds(Metric metric) {
			boolean together = this.before.ranTogether() && this.after.ranTogether();
			return (COST.contains(metric) && !together) ? Comparisons.ROUNDS_OF_COST : Statistics.LEAST_RUNS;
		}

		private static Estimate ratio(Summaries side, Metric metric, Summary one, Summary other) {
			return side.pairs(metric, (run) -> run.allows(ClaimKind.of(metric)), one, other);
		}

	}

	private record Both(Metric metric, List<String> pair, Point point, Estimate before, Estimate after,
			List<String> because) {

		private Change change(double alpha, int leastRounds) {
			boolean enough = Math.min(this.before.values().size(), this.after.values().size()) >= leastRounds;
			Interval change = this.before.to(this.after).interval(alpha);
			Interval decided = enough ? change : new Interval(change.mean(), null, null, change.runs());
			Double low = decided.low();
			Double high = decided.high();
			int none = (this.metric == Metric.LOSS) ? 0 : 1;
			Status status = (low == null || high == null)
					? (this.because.isEmpty() ? Status.UNDECIDED : Status.WITHHELD)
					: (low > none || high < none) ? Status.SEEN : Status.NOT_SEEN;
			return new Change(this.metric, this.point, this.pair, this.before.interval(alpha),
					this.after.interval(alpha), decided, status,
					(status == Status.WITHHELD) ? this.because : List.of());
		}

	}

}
