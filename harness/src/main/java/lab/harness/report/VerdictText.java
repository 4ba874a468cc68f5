package lab.harness.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Cores;
import lab.harness.model.Experiment;
import lab.harness.model.Failure;
import lab.harness.model.FaultSpan;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result;

/**
 * The verdict in English: from each clause to sentences, and nowhere else.
 */
final class VerdictText {

	/** A path that is asked beside the load suffers when it keeps less of its rate. */
	private static final double KEPT = 0.95;

	/** More invalid runs than these are counted, not listed. */
	private static final int MOST_INVALID = 6;

	private final Findings findings;

	private VerdictText(Findings findings) {
		this.findings = findings;
	}

	/** Every clause, a text each; {@code result.json} has them all. */
	static List<String> of(Findings findings) {
		VerdictText words = new VerdictText(findings);
		return findings.verdict().stream().map(words::of).map(Block::clean).toList();
	}

	/** The answer without what stands elsewhere in a report: a table, and a note. */
	static List<String> answer(Findings findings) {
		VerdictText words = new VerdictText(findings);
		return findings.verdict()
			.stream()
			.filter((clause) -> !(clause instanceof Clause.Difference || clause instanceof Clause.Method))
			.map(words::of)
			.map(Block::clean)
			.toList();
	}

	/** How variants were compared; empty where nothing was. */
	static List<String> method(Findings findings) {
		VerdictText words = new VerdictText(findings);
		return findings.verdict().stream().filter(Clause.Method.class::isInstance).map(words::of).toList();
	}

	private String of(Clause clause) {
		return switch (clause) {
			case Clause.NothingFinished nothing -> "No answer: no run was finished.";
			case Clause.Incomplete incomplete ->
				"Incomplete: not every planned run was finished. What follows is about those that were.";
			case Clause.Invalid invalid -> invalid(invalid);
			case Clause.AsPredicted predicted ->
				"As predicted: all " + predicted.counts() + " counts are those of the theory.";
			case Clause.Knee knee -> knee(knee);
			case Clause.Comparison comparison -> comparison(comparison);
			case Clause.CeilingReached reached -> (reached.ofOthers() ? "Where the CPU is not the limit, each" : "Each")
					+ " variant reached at least " + number(Math.floor(1000 * reached.least()) / 10, 1)
					+ " % of the ceiling that Little's law sets.";
			case Clause.Gain gain -> gain(gain);
			case Clause.UnderStress stress -> stress(stress.outcome());
			case Clause.Difference difference -> difference(difference);
			case Clause.Claim claim -> claim(claim);
			case Clause.Method method -> method(method);
			case Clause.ForeignSamples samples -> foreign(samples);
			case Clause.TooBrief brief ->
				"Left out, since after ramp and drain no window is left: " + join(brief.labels()) + ".";
		};
	}

	private String invalid(Clause.Invalid invalid) {
		List<Outcome> outcomes = invalid.outcomes();
		int left = Math.max(0, outcomes.size() - MOST_INVALID);
		String runs = outcomes.size() + " of " + invalid.of() + ((invalid.of() == 1) ? " run" : " runs");
		return "No answer: " + runs + ((outcomes.size() == 1) ? " is invalid. " : " are invalid. ")
				+ outcomes.stream().limit(MOST_INVALID).map(VerdictText::whyInvalid).collect(Collectors.joining(" "))
				+ ((left > 0) ? " So are " + left + " more." : "")
				+ (outcomes.stream().anyMatch(Outcome::overloaded)
						? " Its own load fills the processors: " + lessLoad() + "." : "")
				+ (outcomes.stream().anyMatch(VerdictText::disturbed)
						? " Other programs disturbed it: stop them, and repeat." : "");
	}

	/** What to do on a machine that is too small for the load. */
	private String lessLoad() {
		Experiment experiment = this.findings.experiment();
		return (experiment != null) ? experiment.cores().lessLoad() : Cores.APART.lessLoad();
	}

	private static boolean disturbed(Outcome outcome) {
		return outcome.failedChecks().stream().anyMatch((check) -> check.blame() == CheckKind.Blame.MACHINE);
	}

	private static String whyInvalid(Outcome outcome) {
		Failure failure = outcome.failure();
		return (failure != null) ? outcome.run().words() + ", failed: " + ended(failure.reason())
				: outcome.run().words() + ", did not pass "
						+ join(outcome.failedChecks().stream().map(Check::name).toList()) + ".";
	}

	private static String ended(String sentence) {
		return sentence.strip().endsWith(".") ? sentence.strip() : sentence.strip() + ".";
	}

	private String knee(Clause.Knee knee) {
		String names = join(knee.variants());
		if (knee.cause() == null) {
			return "No knee up to " + axis(knee.above()) + ": " + names + ".";
		}
		String where = (knee.cause() == Behaviour.Limit.CPU)
				? "between " + number(knee.below()) + " and " + axis(knee.above()) : "at " + axis(knee.at());
		return "The knee of " + names + " is " + where + ": from there on " + knee.cause() + " "
				+ ((knee.cause() == Behaviour.Limit.CPU || knee.cause() == Behaviour.Limit.BULKHEAD) ? "limits"
						: "limit")
				+ " the throughput.";
	}

	/** A place on the axis, in words, such as {@code 500 users}. */
	private String axis(double value) {
		Experiment experiment = this.findings.experiment();
		String axis = (experiment != null) ? experiment.variants().getFirst().axis().name() : Axis.USERS;
		return new Point(axis, Math.rint(value)).words();
	}

	/** The beginning of a sentence about a point, where there are several. */
	private String at(Point point) {
		boolean several = this.findings.outcomes()
			.stream()
			.map((outcome) -> outcome.run().point())
			.distinct()
			.count() > 1;
		return (several && !point.axis().isEmpty()) ? "At " + point.words() + " " : "";
	}

	private String comparison(Clause.Comparison comparison) {
		Metric metric = comparison.metric();
		List<Clause.Group> groups = comparison.groups();
		// What limits all of several groups is said once.
		boolean alike = groups.size() > 1 && groups.stream().map(Clause.Group::limits).distinct().count() == 1;
		String point = comparison.point().words();
		return (point.isEmpty() ? "" : point + ": ")
				+ groups.stream()
					.map((group) -> group(metric, group) + (alike ? "" : limits(group)))
					.collect(Collectors.joining("; "))
				+ (alike ? limits(groups.getFirst()).replaceFirst("^, ", "; all ") : "") + ".";
	}

	private static String group(Metric metric, Clause.Group group) {
		StringBuilder words = new StringBuilder(
				join(group.variants()) + " " + range(metric, group.least(), group.most()));
		if (group.variants().size() > 1) {
			words.append(group.sure() ? ", no difference seen" : ", within 1 %");
		}
		Result.Interval ratio = group.ofBest();
		if (ratio != null) {
			words.append(", ")
				.append(interval(ratio))
				.append((metric.better() == Metric.Better.LESS) ? " times the lowest" : " times the best");
		}
		return words.toString();
	}

	private static String limits(Clause.Group group) {
		return group.limits().isEmpty() ? ""
				: ", limited by " + join(group.limits().stream().map(VerdictText::limited).toList());
	}

	private static String limited(Clause.Limited limited) {
		Double slots = limited.slots();
		return (slots == null) ? limited.limit().toString() : switch (limited.limit()) {
			case BULKHEAD -> "a bulkhead of " + number(slots);
			default -> number(slots) + " "
					+ ((slots == 1) ? limited.limit().toString().replaceFirst("s$", "") : limited.limit());
		};
	}

	private String gain(Clause.Gain gain) {
		String where = gain.point().axis().isEmpty() ? "" : at(gain.point());
		String reason = gain.cpu() ? "the CPU limits every variant"
				: gain.threads() + " request threads are no limit" + (where.isEmpty() ? " here" : "");
		List<String> better = new ArrayList<>();
		gain.better()
			.forEach((variant, ratio) -> better
				.add(variant + " is " + interval(ratio) + " times as fast as " + gain.base()));
		String words = better.isEmpty() ? "nothing is gained by " + join(gain.others())
				: join(better) + (gain.others().isEmpty() ? "" : ", nothing is gained by " + join(gain.others()));
		return capital(where + reason + ": " + words + ".");
	}

	/** What became of one run. */
	private String stress(Outcome outcome) {
		List<String> words = new ArrayList<>();
		Double before = outcome.value(Metric.BEFORE);
		Double throughput = outcome.value(Metric.THROUGHPUT);
		if (before != null) {
			words.add(brief(before) + " req/s before");
		}
		else if (throughput != null) {
			words.add((throughput > 0) ? brief(throughput) + " req/s answered well" : "no request answered well");
		}
		List<FaultSpan> faults = outcome.behaviour().faults();
		for (FaultSpan fault : faults) {
			Double lowest = fault.lowest();
			Double seconds = fault.recoveredAfter();
			if (lowest != null) {
				String name = (faults.size() > 1) ? fault.words().replaceFirst(", (.*)", " ($1)") : fault.kind();
				words.add(brief(lowest) + " at the lowest under " + name + ", "
						+ ((fault.end() == null) ? "which nothing lifts" : (seconds != null)
								? "recovered " + brief(seconds) + " s after it" : "not recovered before the end"));
			}
		}
		Double inFlight = outcome.value(Metric.IN_FLIGHT_PEAK);
		if (inFlight != null) {
			words.add("at most " + brief(inFlight) + " in flight");
		}
		Double lost = outcome.value(Metric.LOST);
		if (lost != null) {
			words.add(((lost > 0) ? brief(lost) : "none") + " lost without an answer");
		}
		Double dropped = outcome.value(Metric.DROPPED_AT_END);
		if (dropped != null && dropped > 0) {
			words.add(brief(dropped) + " sent after SIGTERM were dropped");
		}
		Double sleep = outcome.value(Metric.SLEEP_KEPT);
		if (sleep != null && sleep < KEPT) {
			words.add("/sleep/1 kept " + brief(100 * sleep) + " % of its rate" + whyNotKept(outcome));
		}
		Double health = outcome.value(Metric.HEALTH_KEPT);
		if (health != null && health < KEPT) {
			words.add("health kept " + brief(100 * health) + " % of its rate");
		}
		String ending = RunTables.ending(outcome);
		if (!ending.equals("lives")) {
			words.add("the app " + ending);
		}
		return name(outcome) + ": " + String.join("; ", words) + ".";
	}

	private String name(Outcome outcome) {
		return new RunTables(this.findings).label(outcome.run());
	}

	/** Why even a request that does not call the backend was not answered. */
	private static String whyNotKept(Outcome outcome) {
		Double threads = outcome.value(Metric.REQUEST_THREADS);
		Double most = outcome.value(Metric.IN_FLIGHT_PEAK);
		return (threads != null && most != null && most >= threads)
				? ", since all " + number(threads) + " request threads were taken" : "";
	}

	private String difference(Clause.Difference difference) {
		Set<String> values = new LinkedHashSet<>();
		difference.values().forEach((variant, value) -> values.add(variant + " " + difference.metric().format(value)));
		return capital(at(difference.point()) + RunTables.withUnit(difference.metric()) + " differs: "
				+ String.join(", ", values) + ".");
	}

	/** A claim; its outcome is one of three words. */
	private static String claim(Clause.Claim claim) {
		List<Result.EffectResult> results = claim.results();
		Result.EffectResult first = results.getFirst();
		String where = (claim.of() == results.size()) ? "" : " in " + results.size() + " of " + claim.of();
		String why = (first.why() != null) ? ", because " + first.why().strip() : "";
		DoubleSummaryStatistics measured = results.stream()
			.flatMap((result) -> Stream.ofNullable(result.ratio()))
			.mapToDouble(Result.Interval::mean)
			.summaryStatistics();
		String figures = (measured.getCount() == 0) ? ""
				: (range(significant(measured.getMin()), significant(measured.getMax())) + " " + first.unit()).strip()
						+ ", ";
		return capital(first.outcome()) + where + why + ": " + first.claim() + " (" + figures + "expected "
				+ first.limit().replace(">=", "at least").replace("<=", "at most") + ").";
	}

	private String method(Clause.Method method) {
		String corrected = (method.comparisons() > 1)
				? " They are corrected for " + method.comparisons() + " comparisons (Holm)." : "";
		if (method.rounds() > 1) {
			return "Intervals are 95 %, over the " + method.rounds()
					+ " rounds that every variant finished (Student's t)." + corrected;
		}
		Experiment experiment = this.findings.experiment();
		String chance = (experiment == null || experiment.ofServices())
				? "the 95 % intervals hold what chance in the delays does to one run"
				: "the 95 % intervals hold what varies within one run";
		return "One round was finished, so " + chance + ". They leave out the difference between JVMs: "
				+ "a small difference needs --rounds 3 or more." + corrected;
	}

	private String foreign(Clause.ForeignSamples samples) {
		List<String> sentences = new ArrayList<>();
		if (samples.cutOff()) {
			sentences.add("The file is cut off.");
		}
		if (!samples.invalid().isEmpty()) {
			List<String> failed = new ArrayList<>();
			samples.invalid().forEach((label, checks) -> failed.add(label + " did not pass " + join(checks)));
			sentences.add("These samples are invalid: " + String.join("; ", failed) + ".");
		}
		else if (!samples.usersUnknown()) {
			sentences.add("The samples obey Little's law.");
		}
		if (samples.usersUnknown()) {
			sentences
				.add("The file does not have the number of users, so the law was not checked; give it with --users.");
		}
		if (!samples.silentWorkers().isEmpty()) {
			sentences.add("Workers: " + String.join("; ", samples.silentWorkers()) + ".");
		}
		if (this.findings.outcomes().stream().noneMatch((outcome) -> outcome.figures().containsKey(Metric.CEILING))) {
			sentences.add("Without the probe's files there is no ceiling to compare with; give it with --ceiling.");
		}
		return String.join(" ", sentences);
	}

	private static String range(Metric metric, double least, double most) {
		int digits = Math.min(metric.digits(), (Math.abs(most) >= 100) ? 0 : metric.digits());
		double factor = metric.share() ? 100 : 1;
		return range(number(factor * least, digits), number(factor * most, digits)) + " " + metric.unit();
	}

	private static String range(String least, String most) {
		return least.equals(most) ? most : least + " to " + most;
	}

	private static String interval(Result.Interval interval) {
		Double low = interval.low();
		Double high = interval.high();
		return significant(interval.mean())
				+ ((low != null && high != null) ? " (" + significant(low) + ".." + significant(high) + ")" : "");
	}

	/** No more digits than a reader takes in. */
	private static String significant(double value) {
		double size = Math.abs(value);
		return number(value, (size >= 100) ? 0 : (size >= 10) ? 1 : (value == Math.rint(value)) ? 0 : 3);
	}

	/** Whole from ten on. */
	private static String brief(double value) {
		return number(value, (value < 10 && value != Math.rint(value)) ? 1 : 0);
	}

	private static String number(double value) {
		return number(value, (value == Math.rint(value)) ? 0 : 1);
	}

	private static String number(double value, int digits) {
		return String.format(Locale.ROOT, "%." + digits + "f", value);
	}

	private static String capital(String sentence) {
		return sentence.isEmpty() ? sentence : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
	}

	/** One, one and two, or one, two and three. */
	static String join(Collection<String> words) {
		List<String> all = List.copyOf(words);
		return (all.size() < 2) ? String.join("", all)
				: String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
	}

}
