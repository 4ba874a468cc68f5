package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.Claim;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Result.Interval;

/** By how much two variants differ, or that they do not. */
record PairText(VerdictText verdict) {

	/** If there are more pairs, only those with the best variant are told. */
	private static final int MOST_PAIRS = 3;

	/** A ratio of which more than this is in doubt tells nothing. */
	private static final double WIDE = 0.5;

	private static final String BY_LESS_THAN = " by less than ";

	/**
	 * The pairs of one metric, such as
	 * {@code a and b differ by less than 0.4 %; c by less than 0.9 %}. Those of a cost
	 * are told only where they differ; the table has all.
	 */
	String sentence(List<Claim.Pair> pairs) {
		Claim.Pair first = pairs.getFirst();
		boolean cost = !this.verdict.isCompared(first);
		List<String> parts = pairs.stream()
			.filter((pair) -> pairs.size() <= MOST_PAIRS || pair.pair().getLast().equals(first.pair().getLast()))
			.map((pair) -> switch (pair.status()) {
				case SEEN -> different(pair);
				case NOT_SEEN -> cost ? "" : alike(pair);
				case UNDECIDED -> "";
				case WITHHELD -> cost ? "" : this.verdict.names(pair.pair()) + " are not compared, because "
						+ Text.list(pair.because().stream().map((check) -> "'" + check + "'").toList()) + " failed";
			})
			.filter((part) -> !part.isEmpty())
			.toList();
		return parts.isEmpty() ? "" : this.verdict.sentence(first.point(), withoutRepeats(parts));
	}

	/** Parts that end alike share their verb and their object. */
	private static List<String> withoutRepeats(List<String> parts) {
		List<String> shorter = new ArrayList<>();
		for (String part : parts) {
			boolean alike = !shorter.isEmpty() && shorter.getLast().contains(BY_LESS_THAN)
					&& part.contains(BY_LESS_THAN);
			shorter
				.add(alike ? part.replace(" differ" + BY_LESS_THAN, BY_LESS_THAN).replaceFirst("( %).*$", "$1") : part);
		}
		return shorter;
	}

	private String alike(Claim.Pair pair) {
		Metric metric = pair.metric();
		String names = this.verdict.names(pair.pair());
		String margin = Text.upTo(100 * pair.margin()) + " %" + ((metric == Metric.LOSS) ? " of the ceiling" : "");
		return (pair.margin() > WIDE) ? names + " cannot be told apart by these rounds (up to " + margin + ")"
				: names + " differ" + BY_LESS_THAN + margin
						+ ((metric == Metric.LOSS || VerdictText.what(metric).isEmpty()) ? ""
								: " in" + VerdictText.what(metric));
	}

	private String different(Claim.Pair pair) {
		Metric metric = pair.metric();
		String one = this.verdict.names(pair.pair().subList(0, 1));
		String other = this.verdict.names(pair.pair().subList(1, 2));
		return (metric == Metric.LOSS)
				? one + " lost " + VerdictText.interval(pair.difference(), 100) + " percentage points more than "
						+ other
				: one + " " + VerdictText.verb(metric) + " " + VerdictText.interval(pair.difference(), 1)
						+ (VerdictText.verb(metric).equals("took") ? " times as long as "
								: " times as much" + VerdictText.what(metric) + " as ")
						+ other + rate(pair);
	}

	/** CPU a request depends on the rate, so it is quoted with it. */
	private String rate(Claim.Pair pair) {
		return (ClaimKind.of(pair.metric()) != ClaimKind.COST) ? ""
				: this.verdict.runs()
					.findings()
					.summary()
					.stream()
					.filter((row) -> row.point().equals(pair.point()) && pair.pair().contains(row.variant()))
					.flatMap((row) -> Stream.ofNullable(row.figures().get(Metric.THROUGHPUT)))
					.mapToDouble(Interval::mean)
					.average()
					.stream()
					.mapToObj((mean) -> " at " + Text.three(mean) + " req/s")
					.findFirst()
					.orElse("");
	}

}
