package lab.harness.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.FaultSpan;
import lab.harness.model.result.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a variant at a point with faults, open arrivals or an app that may exit, in
 * a sentence. Several rounds are told as a range.
 */
record StressText(List<Outcome> outcomes, List<String> parts) {

	/** Below this share of their rate, requests beside the load are mentioned. */
	private static final double KEPT = 0.95;

	static String of(List<Outcome> outcomes, Metric compared, String label) {
		StressText text = new StressText(outcomes, new ArrayList<>());
		text.addLatency(compared);
		text.addLoad();
		text.addFailed();
		text.add(Metric.LOST, (values) -> ((values.getMax() > 0) ? range(values) : "none") + " lost without an answer");
		text.addEnding();
		return label + ": " + String.join("; ", text.parts) + ".";
	}

	/**
	 * The compared percentile or the throughput, what was lost and how the app ended.
	 */
	static String brief(List<Outcome> outcomes, Metric compared) {
		StressText text = new StressText(outcomes, new ArrayList<>());
		text.addLatency(compared);
		if (text.parts.isEmpty() && text.most(Metric.BEFORE) == null) {
			text.addThroughput();
		}
		int before = text.parts.size();
		text.addFailed();
		if (text.parts.size() == before && text.most(Metric.BEFORE) != null) {
			// None failed, so the throughput tells what the fault did.
			DoubleSummaryStatistics lowest = values(
					outcomes.stream().flatMap((run) -> run.behaviour().faults().stream()).toList(), FaultSpan::lowest);
			text.add(Metric.BEFORE,
					(values) -> range(values) + " req/s before and " + range(lowest) + " at the lowest");
		}
		text.add(Metric.LOST, (values) -> ((values.getMax() > 0) ? range(values) : "none") + " lost");
		text.addEnding();
		return String.join("; ", text.parts);
	}

	/**
	 * The compared percentile of each path, or of all requests with what was predicted.
	 */
	private void addLatency(Metric compared) {
		List<Outcome> told = this.outcomes.stream()
			.filter((run) -> RunTables.TIMES.contains(compared) && run.value(compared) != null && run.allows(compared))
			.toList();
		// A percentile needs many requests, which not every path has.
		List<String> paths = told.stream()
			.flatMap((run) -> run.behaviour().paths().entrySet().stream())
			.filter((path) -> path.getValue().containsKey(compared))
			.map(Map.Entry::getKey)
			.distinct()
			.sorted()
			.map((path) -> millis(told, (run) -> run.behaviour().paths().getOrDefault(path, Map.of()).get(compared))
					+ " on " + path)
			.toList();
		if (!paths.isEmpty()) {
			this.parts.add(compared.label() + " " + Text.list(paths));
		}
		else if (!told.isEmpty()) {
			boolean predicted = told.stream()
				.allMatch((run) -> run.value(Metric.PREDICTED) != null
						&& Objects.equals(run.value(Metric.MEASURED), run.value(compared)));
			this.parts.add(compared.label() + " " + millis(told, (run) -> run.value(compared))
					+ (predicted ? ", predicted " + millis(told, (run) -> run.value(Metric.PREDICTED)) : ""));
		}
	}

	private static String millis(List<Outcome> told, Function<Outcome, @Nullable Double> value) {
		return range(values(told, value)) + " ms";
	}

	private void addLoad() {
		addThroughput();
		addFaults();
		add(Metric.IN_FLIGHT_PEAK, (values) -> "at most " + Text.rounded(values.getMax()) + " in flight");
	}

	private void addThroughput() {
		boolean before = most(Metric.BEFORE) != null;
		List<Outcome> collapsed = this.outcomes.stream().filter(Outcome::hasCollapsed).toList();
		if (!collapsed.isEmpty()) {
			StressText text = new StressText(collapsed, this.parts);
			String in = (collapsed.size() == this.outcomes.size()) ? ""
					: " in " + collapsed.size() + " of " + this.outcomes.size() + " runs";
			text.add(Metric.LAST_THROUGHPUT, (values) -> "collapsed" + in + ": the last 10 s gave "
					+ ((values.getMax() > 0) ? range(values) + " successful req/s" : "no successful answer"));
			text.add(Metric.LAST_IN_TIME, (values) -> "the last answer in time came after " + range(values) + " s");
		}
		add(before ? Metric.BEFORE : Metric.THROUGHPUT, (values) -> before ? range(values) + " req/s before"
				: (values.getMax() > 0) ? range(values) + " successful req/s" : "no successful request");
	}

	/**
	 * The requests that failed, unless they are those that were lost, or most came after
	 * the end of the app.
	 */
	private void addFailed() {
		if (most(Metric.DROPPED_AT_END) == null && !Objects.equals(most(Metric.ERRORS), most(Metric.LOST))) {
			add(Metric.ERRORS, (values) -> (values.getMax() > 0) ? range(values) + " failed" : "");
		}
	}

	private void addEnding() {
		add(Metric.DROPPED_AT_END,
				(values) -> (values.getMax() > 0) ? range(values) + " sent after SIGTERM were dropped" : "");
		add(Metric.SLEEP_KEPT, (values) -> kept("/sleep/1", values, whySleepIsLate()));
		add(Metric.HEALTH_KEPT, (values) -> kept("health", values, ""));
		String endings = this.outcomes.stream()
			.map(RunTables::ending)
			.map((ending) -> ending.startsWith("alive") ? "is " + ending : ending)
			.distinct()
			.collect(Collectors.joining(" or "));
		if (!endings.equals("is alive")) {
			this.parts.add("the app " + endings);
		}
	}

	/** Adds the words about a figure, if the runs have it and there are any. */
	private void add(Metric metric, Function<DoubleSummaryStatistics, String> words) {
		DoubleSummaryStatistics values = values(this.outcomes, (outcome) -> outcome.value(metric));
		String part = (values.getCount() > 0) ? words.apply(values) : "";
		if (!part.isEmpty()) {
			this.parts.add(part);
		}
	}

	private @Nullable Double most(Metric metric) {
		DoubleSummaryStatistics values = values(this.outcomes, (outcome) -> outcome.value(metric));
		return (values.getCount() > 0) ? (Double) values.getMax() : null;
	}

	private static <T> DoubleSummaryStatistics values(List<T> all, Function<T, @Nullable Double> value) {
		return all.stream().map(value).filter(Objects::nonNull).mapToDouble(Double::doubleValue).summaryStatistics();
	}

	private static String range(DoubleSummaryStatistics values) {
		return VerdictText.range(Text.rounded(values.getMin()), Text.rounded(values.getMax()));
	}

	/** Each round has the same faults. */
	private void addFaults() {
		int faults = this.outcomes.stream().mapToInt((outcome) -> outcome.behaviour().faults().size()).max().orElse(0);
		for (int i = 0; i < faults; i++) {
			int index = i;
			addFault(this.outcomes.stream()
				.map((outcome) -> outcome.behaviour().faults())
				.flatMap((spans) -> (spans.size() > index) ? Stream.of(spans.get(index)) : Stream.empty())
				.filter((span) -> span.lowest() != null)
				.toList(), faults > 1, i == faults - 1);
		}
	}

	private void addFault(List<FaultSpan> spans, boolean several, boolean last) {
		if (spans.isEmpty()) {
			return;
		}
		FaultSpan first = spans.getFirst();
		String name = several ? first.words().replaceFirst(", (.*)", " ($1)") : first.kind();
		DoubleSummaryStatistics recovered = values(spans, FaultSpan::recoveredAfter);
		String in = (recovered.getCount() == spans.size()) ? ""
				: " in " + recovered.getCount() + " of " + spans.size() + " runs";
		String end = (first.end() == null) ? "which does not end"
				: (recovered.getCount() == 0) ? "not recovered by the " + (last ? "end of the run" : "next fault")
						: "recovered " + seconds(recovered) + " s after it" + in;
		this.parts.add(range(values(spans, FaultSpan::lowest)) + " at the lowest under " + name + ", " + end);
	}

	/** The throughput is counted by the second, so that less than one is not resolved. */
	private static String seconds(DoubleSummaryStatistics recovered) {
		return (recovered.getMin() >= 1) ? range(recovered)
				: (recovered.getMax() < 1) ? "less than 1" : "at most " + Text.rounded(recovered.getMax());
	}

	private static String kept(String what, DoubleSummaryStatistics kept, String why) {
		return (kept.getMin() < KEPT) ? what + " kept "
				+ VerdictText.range(Text.rounded(100 * kept.getMin()), Text.rounded(100 * kept.getMax()))
				+ " % of its rate" + why : "";
	}

	private String whySleepIsLate() {
		Double threads = most(Metric.REQUEST_THREADS);
		Double most = most(Metric.IN_FLIGHT_PEAK);
		return (threads != null && most != null && most >= threads)
				? ", because all " + Text.number(threads) + " request threads were busy" : "";
	}

}
