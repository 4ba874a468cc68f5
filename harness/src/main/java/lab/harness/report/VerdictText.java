package lab.harness.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour;
import lab.harness.model.Check;
import lab.harness.model.Cores;
import lab.harness.model.Experiment;
import lab.harness.model.Failure;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result;

/**
 * The verdict in English.
 */
final class VerdictText {

	/** More invalid runs are counted, not listed. */
	private static final int MOST_INVALID = 6;

	private final Findings findings;

	private final ReportedRuns runs;

	private VerdictText(Findings findings) {
		this.findings = findings;
		this.runs = ReportedRuns.of(findings);
	}

	/** A text for each clause, as {@code result.json} has them. */
	static List<String> of(Findings findings) {
		return of(findings, (clause) -> true);
	}

	/** The answer: every clause but those that a report shows as a table or a note. */
	static List<String> answer(Findings findings) {
		return of(findings, (clause) -> !(clause instanceof Clause.Difference || clause instanceof Clause.Method));
	}

	/** How variants were compared, or nothing if they were not. */
	static List<String> method(Findings findings) {
		return of(findings, Clause.Method.class::isInstance);
	}

	private static List<String> of(Findings findings, Predicate<Clause> selected) {
		VerdictText text = new VerdictText(findings);
		return findings.verdict().stream().filter(selected).map(text::of).map(Text::clean).toList();
	}

	private String of(Clause clause) {
		return switch (clause) {
			case Clause.NothingFinished nothing -> "No answer: no run was finished.";
			case Clause.Incomplete incomplete ->
				"Incomplete: not every planned run was finished. The answer is about the finished ones.";
			case Clause.Invalid invalid -> invalid(invalid);
			case Clause.AsPredicted predicted ->
				"As predicted: all " + predicted.counts() + " counts match the theory.";
			case Clause.Knee knee -> knee(knee);
			case Clause.Comparison comparison -> comparison(comparison);
			case Clause.CeilingReached reached -> (reached.ofOthers() ? "Where the CPU is not the limit, each" : "Each")
					+ " variant reached at least " + Text.number(Math.floor(1000 * reached.least()) / 10, 1)
					+ " % of the ceiling that Little's law sets.";
			case Clause.Gain gain -> gain(gain);
			case Clause.UnderStress stress -> StressText.of(stress.outcome(), this.runs.label(stress.outcome().run()));
			case Clause.Difference difference -> difference(difference);
			case Clause.Claim claim -> claim(claim);
			case Clause.Method method -> method(method);
			case Clause.ForeignSamples samples -> foreign(samples);
			case Clause.TooBrief brief ->
				"Left out, because no window is left after ramp and drain: " + Text.list(brief.labels()) + ".";
		};
	}

	private String invalid(Clause.Invalid invalid) {
		List<Outcome> outcomes = invalid.outcomes();
		int left = Math.max(0, outcomes.size() - MOST_INVALID);
		String runs = outcomes.size() + " of " + invalid.of() + ((invalid.of() == 1) ? " run" : " runs");
		return "No answer: " + runs + ((outcomes.size() == 1) ? " is invalid. " : " are invalid. ")
				+ outcomes.stream().limit(MOST_INVALID).map(VerdictText::whyInvalid).collect(Collectors.joining(" "))
				+ ((left > 0) ? " So are " + left + " more." : "") + (outcomes.stream().anyMatch(Outcome::overloaded)
						? " The load saturates the CPU: " + lessLoad() + "." : "")
				+ disturbed(outcomes);
	}

	private String lessLoad() {
		Experiment experiment = this.findings.experiment();
		return (experiment != null) ? experiment.cores().lessLoad() : Cores.APART.lessLoad();
	}

	private static String disturbed(List<Outcome> outcomes) {
		long disturbed = outcomes.stream().filter(Outcome::disturbed).count();
		String which = (disturbed < outcomes.size()) ? disturbed + " of them" : (disturbed == 1) ? "it" : "them";
		return (disturbed == 0) ? "" : " Other programs disturbed " + which + ": stop these programs and run it again.";
	}

	private static String whyInvalid(Outcome outcome) {
		Failure failure = outcome.failure();
		return (failure != null) ? outcome.run().words() + ", failed: " + ended(failure.reason())
				: outcome.run().words() + ", " + failed(outcome.failedChecks().stream().map(Check::name).toList())
						+ ".";
	}

	private static String failed(List<String> checks) {
		return "failed the " + ((checks.size() == 1) ? "check " : "checks ") + Text.list(checks);
	}

	private static String ended(String sentence) {
		return sentence.strip().endsWith(".") ? sentence.strip() : sentence.strip() + ".";
	}

	private String knee(Clause.Knee knee) {
		String names = Text.list(knee.variants());
		if (knee.cause() == null) {
			return "No knee up to " + axis(knee.above()) + ": " + names + ".";
		}
		String where = (knee.cause() == Behaviour.Limit.CPU)
				? "between " + Text.number(knee.below()) + " and " + axis(knee.above()) : "at " + axis(knee.at());
		return "The knee of " + names + " is " + where + ": from there on " + knee.cause() + " "
				+ ((knee.cause() == Behaviour.Limit.CPU || knee.cause() == Behaviour.Limit.BULKHEAD) ? "limits"
						: "limit")
				+ " the throughput.";
	}

	/** A value on the axis, such as {@code 500 users}. */
	private String axis(double value) {
		Experiment experiment = this.findings.experiment();
		String axis = (experiment != null) ? experiment.variants().getFirst().axis().name() : Axis.USERS;
		return new Point(axis, Math.rint(value)).words();
	}

	/** The beginning of a sentence about a point, if there are several points. */
	private String at(Point point) {
		return (this.runs.onePoint() || point.axis().isEmpty()) ? "" : "At " + point.words() + " ";
	}

	private String comparison(Clause.Comparison comparison) {
		Metric metric = comparison.metric();
		List<Clause.Group> groups = comparison.groups();
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
				Text.list(group.variants()) + " " + range(metric, group.least(), group.most()));
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
				: ", limited by " + Text.list(group.limits().stream().map(VerdictText::limited).toList());
	}

	private static String limited(Clause.Limited limited) {
		Double slots = limited.slots();
		return (slots == null) ? limited.limit().toString() : switch (limited.limit()) {
			case BULKHEAD -> "a bulkhead of " + Text.number(slots);
			default -> Text.number(slots) + " "
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
		String words = better.isEmpty() ? "nothing is gained by " + Text.list(gain.others()) : Text.list(better)
				+ (gain.others().isEmpty() ? "" : ", nothing is gained by " + Text.list(gain.others()));
		return Text.capital(where + reason + ": " + words + ".");
	}

	private String difference(Clause.Difference difference) {
		Set<String> values = new LinkedHashSet<>();
		difference.values().forEach((variant, value) -> values.add(variant + " " + difference.metric().format(value)));
		return Text.capital(at(difference.point()) + RunTables.withUnit(difference.metric()) + " differs: "
				+ String.join(", ", values) + ".");
	}

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
				: (range(Text.significant(measured.getMin()), Text.significant(measured.getMax())) + " " + first.unit())
					.strip() + ", ";
		return Text.capital(first.outcome()) + where + why + ": " + first.claim() + " (" + figures + "expected "
				+ first.limit().replace(">=", "at least").replace("<=", "at most") + ").";
	}

	private String method(Clause.Method method) {
		String corrected = (method.comparisons() > 1)
				? " They are corrected for " + method.comparisons() + " comparisons (Holm)." : "";
		if (method.rounds() > 1) {
			return "The intervals are 95 % intervals over the " + method.rounds()
					+ " rounds that every variant finished (Student's t)." + corrected;
		}
		String chance = this.runs.ofServices() ? "the effect of random delays on one run"
				: "the variation within one run";
		return "One round was finished, so the 95 % intervals cover " + chance
				+ ". They do not cover the differences between JVMs: a small difference needs --rounds 3 or more."
				+ corrected;
	}

	private String foreign(Clause.ForeignSamples samples) {
		List<String> sentences = new ArrayList<>();
		if (samples.cutOff()) {
			sentences.add("The file is cut off.");
		}
		if (!samples.invalid().isEmpty()) {
			List<String> failed = new ArrayList<>();
			samples.invalid().forEach((label, checks) -> failed.add(label + " " + failed(checks)));
			sentences.add("These samples are invalid: " + String.join("; ", failed) + ".");
		}
		else if (!samples.usersUnknown()) {
			sentences.add("The samples obey Little's law.");
		}
		if (samples.usersUnknown()) {
			sentences
				.add("The file does not state the number of users, so the law was not checked; state it with --users.");
		}
		if (!samples.silentWorkers().isEmpty()) {
			sentences.add("Workers: " + String.join("; ", samples.silentWorkers()) + ".");
		}
		if (!this.runs.has(Metric.CEILING)) {
			sentences.add("The ceiling is unknown without the probe's files; state it with --ceiling.");
		}
		return String.join(" ", sentences);
	}

	private static String range(Metric metric, double least, double most) {
		int digits = Math.min(metric.digits(), (Math.abs(most) >= 100) ? 0 : metric.digits());
		double factor = metric.share() ? 100 : 1;
		return range(Text.number(factor * least, digits), Text.number(factor * most, digits)) + " " + metric.unit();
	}

	private static String range(String least, String most) {
		return least.equals(most) ? most : least + " to " + most;
	}

	private static String interval(Result.Interval interval) {
		Double low = interval.low();
		Double high = interval.high();
		return Text.significant(interval.mean()) + ((low != null && high != null)
				? " (" + Text.significant(low) + ".." + Text.significant(high) + ")" : "");
	}

}
