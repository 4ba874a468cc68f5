package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

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
		List<Integer> points = all.stream().map(Summary::users).distinct().sorted().toList();
		List<String> gains = points.stream().map((users) -> gains(users, all)).toList();
		// What holds at every load point is said once.
		boolean same = Set.copyOf(gains).size() == 1;
		String words = points.stream()
			.map((users) -> at(users, all) + (same ? "" : gains(users, all)))
			.collect(Collectors.joining(" ", knees(all), same ? gains.getFirst() : ""));
		return complete ? words : "Incomplete, of the runs that were finished: " + words;
	}

	/** Of arms with several load points; it ends with a space if there is anything. */
	private String knees(List<Summary> all) {
		Map<String, Integer> most = new LinkedHashMap<>();
		all.stream()
			.filter((arm) -> all.stream().filter((other) -> other.variant().equals(arm.variant())).count() > 1)
			.forEach((arm) -> most.merge(arm.variant(), arm.users(), Math::max));
		Map<String, Knee> knees = new LinkedHashMap<>();
		Knee.of(this.runs).forEach((knee) -> knees.put(knee.variant(), knee));
		StringBuilder words = new StringBuilder();
		Map<String, List<String>> with = new LinkedHashMap<>();
		Map<Integer, List<String>> without = new TreeMap<>();
		most.forEach((variant, users) -> {
			Knee knee = knees.get(variant);
			if (knee != null) {
				with.computeIfAbsent(knee.words(), (key) -> new ArrayList<>()).add(variant);
			}
			else {
				without.computeIfAbsent(users, (key) -> new ArrayList<>()).add(variant);
			}
		});
		with.forEach((knee, names) -> words.append("The knee of " + String.join(", ", names) + " is " + knee + ". "));
		without.forEach((users, names) -> words
			.append("No knee up to " + users + " users: " + String.join(", ", names) + ". "));
		return words.toString();
	}

	private static String whyInvalid(RunResult run) {
		return run.variant() + " at " + run.point() + ", round " + run.round() + ", failed "
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

	private String gains(int users, List<Summary> all) {
		return new Gains(this.summaries, this.runs).words(all.stream().filter((arm) -> arm.users() == users).toList());
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
		String figures = range(group.stream().map(Summary::throughput).mapToDouble(Interval::mean), 0);
		StringBuilder words = new StringBuilder(names + " " + figures + " req/s");
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
		List<RunResult> limited = this.runs.stream()
			.filter((run) -> group.stream()
				.anyMatch((summary) -> summary.variant().equals(run.variant()) && summary.users() == run.users()))
			.filter((run) -> run.slots() != null)
			.toList();
		Stream<String> slots = limited.stream()
			.filter((run) -> !hasForecast(run))
			.map((run) -> run.slots() + " " + run.limitedBy())
			.distinct();
		return Stream.concat(slots, cpu(limited.stream().filter(Verdict::hasForecast).toList()))
			.collect(Collectors.joining(" and "));
	}

	private static boolean hasForecast(RunResult run) {
		return "CPU".equals(run.limitedBy()) && run.cpuCeiling() != null;
	}

	private static Stream<String> cpu(List<RunResult> runs) {
		return runs.isEmpty() ? Stream.empty()
				: Stream
					.of("CPU (" + range(runs.stream().mapToDouble((run) -> 100 * run.throughput() / forecast(run)), 1)
							+ " % of the " + range(runs.stream().mapToDouble(Verdict::forecast), 0)
							+ " req/s forecast from the cost of a request)");
	}

	private static double forecast(RunResult run) {
		return Objects.requireNonNull(run.cpuCeiling());
	}

	private boolean isFull(Summary arm) {
		return Summaries.runsOf(this.runs, arm.variant(), arm.users())
			.stream()
			.anyMatch((run) -> "CPU".equals(run.limitedBy()));
	}

	/** Of the arms that the CPU keeps from it nobody expects that they reach it. */
	private String ceilings(List<Summary> group) {
		String each = group.stream().anyMatch(this::isFull) ? " Each of the others" : " Each";
		return group.stream()
			.filter((summary) -> summary.ofCeiling() != null && !isFull(summary))
			.mapToDouble((summary) -> (summary.ofCeiling() != null) ? summary.ofCeiling() : 0)
			.min()
			.stream()
			.mapToObj((least) -> each + " reached at least " + round(Math.floor(least * 1000) / 10, 1)
					+ " % of the ceiling that Little's law sets.")
			.collect(Collectors.joining());
	}

	/** One figure, or the least and the most. */
	private static String range(DoubleStream values, int digits) {
		DoubleSummaryStatistics all = values.summaryStatistics();
		String least = round(all.getMin(), digits);
		String most = round(all.getMax(), digits);
		return least.equals(most) ? most : least + " to " + most;
	}

	private static String round(double value, int digits) {
		return String.format(Locale.ROOT, "%." + digits + "f", value);
	}

}
