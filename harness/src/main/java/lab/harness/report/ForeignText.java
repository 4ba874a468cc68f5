package lab.harness.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.Metric;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Outcome;
import org.jspecify.annotations.Nullable;

/** The words about a file of samples that somebody else's JMeter wrote. */
record ForeignText(ReportedRuns runs, Claim.ForeignSamples samples) {

	/** The throughputs of more labels are a range. */
	private static final int MOST_SERVED = 4;

	/** Users who wait for less of the time pause between two requests. */
	private static final double PAUSED = 0.95;

	/** The throughputs, what is left out, and whether the samples obey the law. */
	String sentence() {
		List<String> sentences = new ArrayList<>(served());
		if (this.samples.cutOff()) {
			sentences.add("The file is cut off.");
		}
		Map<String, List<String>> reasons = new LinkedHashMap<>();
		this.samples.withheld()
			.forEach((label, reason) -> reasons.computeIfAbsent(reason, (key) -> new ArrayList<>()).add(label));
		reasons.forEach((reason, labels) -> sentences.add("There is no throughput of " + few(labels) + ": " + reason));
		if (!this.samples.invalid().isEmpty()) {
			List<String> failed = new ArrayList<>();
			this.samples.invalid().forEach((label, checks) -> failed.add(label + " " + VerdictText.failed(checks)));
			sentences.add("These samples are invalid: " + String.join("; ", failed) + ".");
		}
		else if (!this.samples.usersUnknown() && this.samples.withheld().isEmpty()) {
			sentences.add("The samples obey Little's law" + waited(this.samples.waited()));
		}
		if (this.samples.usersUnknown()) {
			sentences
				.add("The file does not state the number of users, so the law was not checked; state it with --users.");
		}
		if (!this.samples.silentWorkers().isEmpty()) {
			sentences.add("Workers: " + String.join("; ", this.samples.silentWorkers()) + ".");
		}
		if (!this.samples.parts().isEmpty()) {
			boolean shown = this.runs.outcomes()
				.stream()
				.anyMatch((outcome) -> this.samples.parts().contains(outcome.run().variant().name()));
			sentences.add(shown ? "Parts of other requests: " + few(this.samples.parts()) + "."
					: "The labels of redirects and embedded resources are left out, because they are too many.");
		}
		if (!this.runs.has(Metric.CEILING)) {
			sentences.add("The ceiling is unknown without the probe's files; state it with --ceiling.");
		}
		return String.join(" ", sentences);
	}

	/** The throughput of each label that is not a part, or the range of many. */
	private List<String> served() {
		List<Outcome> served = this.runs.outcomes()
			.stream()
			.filter((outcome) -> outcome.value(Metric.THROUGHPUT) != null
					&& !this.samples.parts().contains(outcome.run().variant().name()))
			.toList();
		if (served.size() <= MOST_SERVED) {
			return served.isEmpty() ? List.of()
					: List.of("Served " + Text.list(served.stream()
						.map((outcome) -> throughput(List.of(outcome)) + " of " + outcome.run().variant().name())
						.toList()) + ".");
		}
		return List.of("Served " + served.size() + " labels, each " + throughput(served) + ".");
	}

	private static String throughput(List<Outcome> outcomes) {
		DoubleSummaryStatistics all = outcomes.stream()
			.mapToDouble((outcome) -> Objects.requireNonNull(outcome.value(Metric.THROUGHPUT)))
			.summaryStatistics();
		return VerdictText.range(Text.three(all.getMin()), Text.three(all.getMax())) + " " + Metric.THROUGHPUT.unit();
	}

	private static String few(List<String> labels) {
		return (labels.size() <= MOST_SERVED) ? Text.list(labels) : labels.size() + " labels";
	}

	/** Tells think time from waiting: of users who pause the law is an upper bound. */
	private static String waited(@Nullable Double share) {
		return (share == null) ? "."
				: ": users waited for answers " + Text.number(Math.min(100, Math.round(100 * share))) + " % of the time"
						+ ((share < PAUSED) ? " and paused for the rest, which the law allows." : ".");
	}

}
