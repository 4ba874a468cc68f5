package lab.harness.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import org.jspecify.annotations.Nullable;

/**
 * The verdict in English.
 *
 * @param names the names that people say, by the names of the variants
 */
record VerdictText(ReportedRuns runs, Map<String, String> names) {

	/** More invalid runs are counted, not listed. */
	private static final int MOST_INVALID = 6;

	/** A ratio of which more than this is in doubt tells nothing. */
	private static final double WIDE = 0.5;

	/** The edges of a short window let a run exceed its ceiling by less than this. */
	private static final double BEYOND = 1.05;

	/** A text for each clause, as {@code result.json} has them. */
	static List<String> of(Findings findings) {
		ReportedRuns runs = ReportedRuns.of(findings);
		VerdictText text = new VerdictText(runs, runs.names());
		return findings.verdict().stream().map(text::of).map(Text::clean).toList();
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
			case Clause.Answer answer -> answer(answer);
			case Clause.Comparison comparison -> sentence(comparison.point(),
					comparison.groups()
						.stream()
						.flatMap((group) -> compared(comparison.metric(), group).stream())
						.toList());
			case Clause.UnderStress stress ->
				StressText.of(stress.outcomes(), this.runs.where(stress.outcomes().getFirst().run()));
			case Clause.Claim claim -> claim(claim);
			case Clause.Method method -> method(method);
			case Clause.ForeignSamples samples -> foreign(samples);
			case Clause.TooBrief brief ->
				"Left out, because no window is left after ramp and drain: " + Text.list(brief.labels()) + ".";
		};
	}

	private String invalid(Clause.Invalid invalid) {
		List<Outcome> outcomes = invalid.outcomes();
		Experiment experiment = this.runs.experiment();
		int left = Math.max(0, outcomes.size() - MOST_INVALID);
		String runs = outcomes.size() + " of " + invalid.of() + ((invalid.of() == 1) ? " run" : " runs");
		return "No answer: " + runs + ((outcomes.size() == 1) ? " is invalid. " : " are invalid. ")
				+ outcomes.stream().limit(MOST_INVALID).map(VerdictText::whyInvalid).collect(Collectors.joining(" "))
				+ ((left > 0) ? " So are " + left + " more." : "")
				+ (outcomes.stream().anyMatch(Outcome::overloaded) ? " The load saturates the CPU: "
						+ ((experiment != null) ? experiment.cores() : Cores.APART).lessLoad() + "." : "")
				+ disturbed(outcomes);
	}

	private static String disturbed(List<Outcome> outcomes) {
		long disturbed = outcomes.stream().filter(Outcome::disturbed).count();
		String which = (disturbed < outcomes.size()) ? disturbed + " of them" : (disturbed == 1) ? "it" : "them";
		return (disturbed == 0) ? "" : " Other programs disturbed " + which + ": stop these programs and run it again.";
	}

	private static String whyInvalid(Outcome outcome) {
		Failure failure = outcome.failure();
		return outcome.run().words() + ", "
				+ ((failure != null) ? "failed: " + failure.reason().strip().replaceFirst("\\.?$", ".")
						: failed(outcome.failedChecks().stream().map(Check::name).toList()) + errors(outcome) + ".");
	}

	/**
	 * The causes of unexpected errors, such as
	 * {@code : requests failed, 97 with status 500}.
	 */
	private static String errors(Outcome outcome) {
		boolean unexpected = outcome.failedChecks().stream().anyMatch((check) -> check.kind() == CheckKind.NO_ERRORS);
		return !unexpected ? ""
				: ": requests failed, " + Text.list(outcome.counts()
					.errorKinds()
					.entrySet()
					.stream()
					.map((kind) -> kind.getValue() + " with " + kind.getKey())
					.toList());
	}

	private static String failed(List<String> checks) {
		return "failed the " + ((checks.size() == 1) ? "check " : "checks ") + Text.list(checks);
	}

	private String knee(Clause.Knee knee) {
		String names = names(knee.variants());
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
		Experiment experiment = this.runs.experiment();
		String axis = (experiment != null) ? experiment.variants().getFirst().axis().name() : Axis.USERS;
		return new Point(axis, Math.rint(value)).words();
	}

	/** The beginning of a sentence about a point, if there are several points. */
	private String at(Point point) {
		return (this.runs.onePoint() || point.axis().isEmpty()) ? "" : "At " + point.words() + ", ";
	}

	/** Parts about a point as a sentence; a name of the file keeps its small letters. */
	private String sentence(Point point, List<String> parts) {
		String sentence = at(point) + String.join("; ", parts) + ".";
		return this.names.values().stream().anyMatch(sentence::startsWith) ? Text.capital(sentence) : sentence;
	}

	private String names(List<String> variants) {
		return Text.list(variants.stream().map((variant) -> this.names.getOrDefault(variant, variant)).toList());
	}

	private String answer(Clause.Answer answer) {
		Metric metric = answer.metric();
		List<String> parts = new ArrayList<>(answer.groups().stream().map((group) -> reached(metric, group)).toList());
		if (parts.size() > 1 && answer.groups().stream().allMatch((group) -> group.limit() == null)) {
			String first = parts.removeFirst();
			parts.replaceAll((part) -> part.replaceFirst(verb(metric) + " ", "").replaceFirst(what(metric) + "$", ""));
			parts.addFirst(first);
			return sentence(answer.point(), List.of(Text.list(parts)));
		}
		return sentence(answer.point(), parts);
	}

	/** Tells how much of their prediction variants reached. */
	private String reached(Metric metric, Clause.Reached group) {
		Double ceiling = group.ceiling();
		Double share = group.share();
		Limit limit = group.limit();
		boolean several = group.variants().size() > 1;
		String figures = range(metric, group.least(), group.most());
		boolean each = several && (limit == Limit.USERS || !figures.contains(" to "));
		String subject = names(group.variants()) + (each ? " each " : " ") + verb(metric) + " ";
		if (ceiling == null || share == null || limit == null) {
			return subject + figures + what(metric) + ((limit == Limit.CPU) ? ", limited by the CPU"
					: (limit != null && this.runs.ofOwnService()) ? ", limited by its " + limit : "");
		}
		String percent = Text.number(Math.floor(1000 * share) / 10, 1) + " % of ";
		if (this.runs.ofOwnService() && share > BEYOND) {
			return subject + figures + ", " + percent
					+ "what its slots and its mean wait allow, so one of these is not as the file says";
		}
		if (limit == Limit.USERS || limit == Limit.ARRIVALS) {
			// The edges of a short window let a run exceed the ceiling a little; no run
			// does more than all.
			return subject + ((share >= 1) ? "all of " : (several ? "at least " : "") + percent) + "the "
					+ Text.three(ceiling) + " " + metric.unit() + " that the law allows";
		}
		return subject + figures + ", " + ((share >= Outcome.AT_CEILING) ? "which is all that " : percent + "what ")
				+ allows(limit, group.slots());
	}

	/** A limit as the end of a sentence, such as {@code 200 threads can}. */
	private static String allows(Limit limit, @Nullable Double slots) {
		String number = (slots != null) ? Text.number(slots) + " " : "";
		String ending = (slots != null && slots == 1) ? "" : "s";
		return switch (limit) {
			case REQUEST_THREADS -> number + "thread" + ending + " can";
			case CONNECTIONS -> number + "connection" + ending + (ending.isEmpty() ? " allows" : " allow");
			default -> "a " + limit + " of " + number + "allows";
		};
	}

	/** Such as {@code a and b differ by less than 0.4 %}. */
	private List<String> compared(Metric metric, Clause.Group group) {
		List<String> parts = new ArrayList<>();
		if (group.variants().size() > 1) {
			parts.add(names(group.variants())
					+ ((group.margin() > WIDE) ? " cannot be told apart by these rounds: they may differ by up to "
							: " differ by less than ")
					+ Text.upTo(100 * group.margin()) + " %" + ((metric == Metric.LOSS) ? " of the ceiling"
							: what(metric).isEmpty() ? "" : " in" + what(metric)));
		}
		Interval toBest = group.toBest();
		if (toBest != null && metric == Metric.LOSS) {
			parts.add(names(group.variants()) + " lost " + interval(toBest, 100) + " percentage points more than "
					+ names(List.of(group.best())));
		}
		else if (toBest != null) {
			parts.add(names(group.variants()) + " " + verb(metric) + " " + interval(toBest, 1)
					+ (verb(metric).equals("took") ? " times as long as " : " times as much" + what(metric) + " as ")
					+ names(List.of(group.best())));
		}
		return parts;
	}

	private static String verb(Metric metric) {
		return switch (metric) {
			case THROUGHPUT -> "served";
			case TASKS_PER_SECOND -> "did";
			case SECONDS, ANSWER_MILLIS -> "took";
			default -> "had";
		};
	}

	/** The metric as the object of its verb, if the unit does not say it. */
	private static String what(Metric metric) {
		return verb(metric).equals("had") ? " " + metric.label() : "";
	}

	private static String claim(Clause.Claim claim) {
		List<EffectResult> results = claim.results();
		EffectResult first = results.getFirst();
		Interval only = first.ratio();
		String outcome = Text.capital(first.outcome().toString());
		String doubt = first.ok() ? "" : " Theory leaves no doubt, so the result is invalid.";
		List<String> claims = results.stream().map(EffectResult::claim).distinct().toList();
		if (claims.size() > 1) {
			return outcome + ", because " + first.why() + ": " + String.join("; ", claims) + "." + doubt;
		}
		String where = (claim.of() == results.size()) ? "" : " in " + results.size() + " of " + claim.of();
		String why = (first.why() != null) ? ", because " + first.why().strip() : "";
		DoubleSummaryStatistics measured = results.stream()
			.flatMap((result) -> Stream.ofNullable(result.ratio()))
			.mapToDouble(Interval::mean)
			.summaryStatistics();
		String figures = (measured.getCount() == 0) ? ""
				: (((only != null && results.size() == 1) ? interval(only, 1)
						: range(Text.significant(measured.getMin()), Text.significant(measured.getMax()))) + " "
						+ first.unit())
					.strip() + ", ";
		return outcome + where + why + ": " + first.claim() + " (" + figures + "expected "
				+ first.limit().replace(">=", "at least").replace("<=", "at most").replace("..", " to ") + ")." + doubt;
	}

	private static String method(Clause.Method method) {
		if (method.rounds() <= 2) {
			return ((method.rounds() == 1) ? "One round was finished" : "Two rounds were finished")
					+ ", so no variant is compared with another: that needs --rounds 3 or more.";
		}
		return "Compared round by round with Student's t over " + method.rounds() + " rounds"
				+ ((method.comparable() < method.rounds())
						? " (comparable in each pair: at least " + method.comparable() + ")" : "")
				+ ((method.size() > 1)
						? ": each of the " + method.size() + " intervals has the level "
								+ Text.number(100 - 5.0 / method.size(), 2)
								+ " %, so that all of them hold at once with 95 %; Holm's method decides what differs."
						: ".");
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

	static String range(Metric metric, double least, double most) {
		int digits = Math.min(metric.digits(), (Math.abs(most) >= 100) ? 0 : metric.digits());
		double factor = metric.share() ? 100 : 1;
		return (range(Text.number(factor * least, digits), Text.number(factor * most, digits)) + " " + metric.unit())
			.strip();
	}

	static String range(String least, String most) {
		return least.equals(most) ? most : least + " to " + most;
	}

	private static String interval(Interval interval, int factor) {
		Double low = interval.low();
		Double high = interval.high();
		return Text.significant(factor * interval.mean()) + ((low == null || high == null) ? ""
				: " (" + Text.significant(factor * low) + ".." + Text.significant(factor * high) + ")");
	}

}
