package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The answer in words: which arms differ, by how much, and what limits each.
 */
final class Verdict {

	private final Summaries summaries;

	private final List<RunResult> runs;

	Verdict(Summaries summaries, List<RunResult> runs) {
		this.summaries = summaries;
		this.runs = runs;
	}

	String words(boolean complete) {
		if (this.runs.isEmpty()) {
			return "No answer: no run was finished.";
		}
		List<RunResult> invalid = this.runs.stream().filter((run) -> !run.valid()).toList();
		if (!invalid.isEmpty()) {
			return "No answer: " + invalid.size() + " of " + this.runs.size() + " runs cannot be trusted. "
					+ invalid.stream().map(Verdict::whyInvalid).collect(Collectors.joining(" "));
		}
		List<Summary> all = this.summaries.of(this.runs);
		String words = all.stream()
			.map(Summary::users)
			.distinct()
			.sorted()
			.map((users) -> at(users, all))
			.collect(Collectors.joining(" "));
		return complete ? words : "Incomplete, of the runs that were finished: " + words;
	}

	private static String whyInvalid(RunResult run) {
		return run.variant() + " at " + run.users() + " users, round " + run.round() + ", failed "
				+ run.failedChecks().stream().map(Check::name).collect(Collectors.joining(", ")) + ".";
	}

	private String at(int users, List<Summary> all) {
		List<Summary> fastestFirst = all.stream()
			.filter((summary) -> summary.users() == users)
			.sorted(Comparator.comparingDouble((Summary summary) -> summary.throughput().mean()).reversed())
			.toList();
		List<List<Summary>> groups = groups(fastestFirst);
		List<String> clauses = new ArrayList<>();
		Summary best = fastestFirst.getFirst();
		for (List<Summary> group : groups) {
			clauses.add(clause(group, best));
		}
		return users + " users: " + String.join("; ", clauses) + "." + ceilings(fastestFirst);
	}

	/** Arms among which no difference is seen stand together. */
	private List<List<Summary>> groups(List<Summary> fastestFirst) {
		List<List<Summary>> groups = new ArrayList<>();
		for (Summary summary : fastestFirst) {
			if (groups.isEmpty() || !this.summaries.ratio(this.runs, summary, groups.getLast().getFirst()).spans(1)) {
				groups.add(new ArrayList<>());
			}
			groups.getLast().add(summary);
		}
		return groups;
	}

	private String clause(List<Summary> group, Summary best) {
		String names = group.stream().map(Summary::variant).collect(Collectors.joining(", "));
		double low = group.getLast().throughput().mean();
		double high = group.getFirst().throughput().mean();
		String figure = round(low, 0).equals(round(high, 0)) ? round(high, 0) : round(low, 0) + " to " + round(high, 0);
		StringBuilder words = new StringBuilder(names + " " + figure + " req/s");
		if (group.size() > 1) {
			words.append(", no difference seen");
		}
		if (!group.contains(best)) {
			Interval ratio = this.summaries.ratio(this.runs, group.getFirst(), best);
			words.append(", " + round(ratio.mean(), 3) + " times the fastest (" + round(ratio.low(), 3) + ".."
					+ round(ratio.high(), 3) + ")");
		}
		return words + ", limited by " + limits(group);
	}

	private String limits(List<Summary> group) {
		return this.runs.stream()
			.filter((run) -> group.stream()
				.anyMatch((summary) -> summary.variant().equals(run.variant()) && summary.users() == run.users()))
			.filter((run) -> run.slots() != null)
			.map((run) -> run.slots() + " " + run.limitedBy())
			.distinct()
			.collect(Collectors.joining(" and "));
	}

	private static String ceilings(List<Summary> group) {
		return group.stream()
			.filter((summary) -> summary.ofCeiling() != null)
			.mapToDouble((summary) -> (summary.ofCeiling() != null) ? summary.ofCeiling() : 0)
			.min()
			.stream()
			.mapToObj((least) -> " Each reached at least " + round(Math.floor(least * 1000) / 10, 1)
					+ " % of the ceiling that Little's law sets.")
			.collect(Collectors.joining());
	}

	private static String round(double value, int digits) {
		return String.format(Locale.ROOT, "%." + digits + "f", value);
	}

}
