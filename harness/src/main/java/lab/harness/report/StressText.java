package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

import lab.harness.model.FaultSpan;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;

/**
 * One run with faults, open arrivals or an app that may exit, in a sentence.
 */
record StressText(Outcome outcome, List<String> parts) {

	/** Below this share of their rate, requests beside the load are mentioned. */
	private static final double KEPT = 0.95;

	static String of(Outcome outcome, String label) {
		StressText text = new StressText(outcome, new ArrayList<>());
		text.add((outcome.value(Metric.BEFORE) != null) ? Metric.BEFORE : Metric.THROUGHPUT, text::throughput);
		outcome.behaviour().faults().forEach(text::addFault);
		text.add(Metric.IN_FLIGHT_PEAK, (most) -> "at most " + Text.rounded(most) + " in flight");
		text.add(Metric.LOST, (lost) -> ((lost > 0) ? Text.rounded(lost) : "none") + " lost without an answer");
		text.add(Metric.DROPPED_AT_END,
				(dropped) -> (dropped > 0) ? Text.rounded(dropped) + " sent after SIGTERM were dropped" : "");
		text.add(Metric.SLEEP_KEPT, (kept) -> kept("/sleep/1", kept, text.whySleepIsLate()));
		text.add(Metric.HEALTH_KEPT, (kept) -> kept("health", kept, ""));
		String ending = RunTables.ending(outcome);
		if (!ending.equals("alive")) {
			text.parts.add("the app " + (ending.startsWith("alive") ? "is " : "") + ending);
		}
		return label + ": " + String.join("; ", text.parts) + ".";
	}

	/** Adds the words about a figure, if the run has it and there are any. */
	private void add(Metric metric, DoubleFunction<String> words) {
		Double value = this.outcome.value(metric);
		String part = (value != null) ? words.apply(value) : "";
		if (!part.isEmpty()) {
			this.parts.add(part);
		}
	}

	private String throughput(double throughput) {
		if (this.outcome.value(Metric.BEFORE) != null) {
			return Text.rounded(throughput) + " req/s before";
		}
		return (throughput > 0) ? Text.rounded(throughput) + " successful req/s" : "no successful request";
	}

	private void addFault(FaultSpan fault) {
		Double lowest = fault.lowest();
		Double seconds = fault.recoveredAfter();
		if (lowest == null) {
			return;
		}
		boolean several = this.outcome.behaviour().faults().size() > 1;
		String name = several ? fault.words().replaceFirst(", (.*)", " ($1)") : fault.kind();
		String end = (fault.end() == null) ? "which does not end" : (seconds == null)
				? "not recovered by the end of the run" : "recovered " + Text.rounded(seconds) + " s after it";
		this.parts.add(Text.rounded(lowest) + " at the lowest under " + name + ", " + end);
	}

	private static String kept(String what, double kept, String why) {
		return (kept < KEPT) ? what + " kept " + Text.rounded(100 * kept) + " % of its rate" + why : "";
	}

	private String whySleepIsLate() {
		Double threads = this.outcome.value(Metric.REQUEST_THREADS);
		Double most = this.outcome.value(Metric.IN_FLIGHT_PEAK);
		return (threads != null && most != null && most >= threads)
				? ", because all " + Text.number(threads) + " request threads were busy" : "";
	}

}
