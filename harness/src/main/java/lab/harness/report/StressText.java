package lab.harness.report;

import java.util.ArrayList;
import java.util.List;

import lab.harness.model.FaultSpan;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;

/**
 * One run with faults, open arrivals or an app that may exit, in a sentence.
 */
final class StressText {

	/** Below this share of their rate, requests beside the load are mentioned. */
	private static final double KEPT = 0.95;

	private StressText() {
	}

	static String of(Outcome outcome, String label) {
		List<String> parts = new ArrayList<>();
		addThroughput(outcome, parts);
		outcome.behaviour().faults().forEach((fault) -> addFault(outcome, fault, parts));
		addCounts(outcome, parts);
		addRequestsBesideTheLoad(outcome, parts);
		String ending = RunTables.ending(outcome);
		if (!ending.equals("alive")) {
			parts.add("the app " + (ending.startsWith("alive") ? "is " : "") + ending);
		}
		return label + ": " + String.join("; ", parts) + ".";
	}

	private static void addThroughput(Outcome outcome, List<String> parts) {
		Double before = outcome.value(Metric.BEFORE);
		Double throughput = outcome.value(Metric.THROUGHPUT);
		if (before != null) {
			parts.add(Text.rounded(before) + " req/s before");
		}
		else if (throughput != null) {
			parts.add((throughput > 0) ? Text.rounded(throughput) + " successful req/s" : "no successful request");
		}
	}

	private static void addFault(Outcome outcome, FaultSpan fault, List<String> parts) {
		Double lowest = fault.lowest();
		Double seconds = fault.recoveredAfter();
		if (lowest == null) {
			return;
		}
		boolean several = outcome.behaviour().faults().size() > 1;
		String name = several ? fault.words().replaceFirst(", (.*)", " ($1)") : fault.kind();
		String end = (fault.end() == null) ? "which does not end" : (seconds == null)
				? "not recovered by the end of the run" : "recovered " + Text.rounded(seconds) + " s after it";
		parts.add(Text.rounded(lowest) + " at the lowest under " + name + ", " + end);
	}

	private static void addCounts(Outcome outcome, List<String> parts) {
		Double inFlight = outcome.value(Metric.IN_FLIGHT_PEAK);
		if (inFlight != null) {
			parts.add("at most " + Text.rounded(inFlight) + " in flight");
		}
		Double lost = outcome.value(Metric.LOST);
		if (lost != null) {
			parts.add(((lost > 0) ? Text.rounded(lost) : "none") + " lost without an answer");
		}
		Double dropped = outcome.value(Metric.DROPPED_AT_END);
		if (dropped != null && dropped > 0) {
			parts.add(Text.rounded(dropped) + " sent after SIGTERM were dropped");
		}
	}

	private static void addRequestsBesideTheLoad(Outcome outcome, List<String> parts) {
		Double sleep = outcome.value(Metric.SLEEP_KEPT);
		if (sleep != null && sleep < KEPT) {
			Double threads = outcome.value(Metric.REQUEST_THREADS);
			Double most = outcome.value(Metric.IN_FLIGHT_PEAK);
			parts.add("/sleep/1 kept " + Text.rounded(100 * sleep) + " % of its rate"
					+ ((threads != null && most != null && most >= threads)
							? ", because all " + Text.number(threads) + " request threads were busy" : ""));
		}
		Double health = outcome.value(Metric.HEALTH_KEPT);
		if (health != null && health < KEPT) {
			parts.add("health kept " + Text.rounded(100 * health) + " % of its rate");
		}
	}

}
