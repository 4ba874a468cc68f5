package lab.harness.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.ClaimKind;
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

	/**
	 * A point in the words of an effect, such as {@code 5 users} or {@code heap 32} in
	 * {@code tasks of a at 5 users / of b at 5 users}. Its number tells it from the
	 * labels of metrics, such as {@code compilers at work}.
	 */
	private static final Pattern POINT = Pattern.compile(" at ((?:[a-zA-Z-]+ )?\\d.*?)(?= / |$)");

	private static final Pattern FIRST_OF_TWO = Pattern.compile(" of (\\S+)(?: at [^/]+)? / of ");

	/** More invalid runs are counted, not listed. */
	private static final int MOST_INVALID = 6;

	/** A collector that pauses for longer takes the processors from the requests. */
	private static final double MOST_PAUSES = 0.1;

	/** How much more CPU a request may take with many users than with few. */
	private static final double MOST_CROWD = 1.5;

	/** The edges of a short window let a run exceed its ceiling by less than this. */
	private static final double BEYOND = 1.05;

	/** A sentence for the claims that share one. */
	static List<String> of(Findings findings) {
		ReportedRuns runs = ReportedRuns.of(findings);
		VerdictText text = new VerdictText(runs, runs.names());
		return sentences(findings.claims()).stream()
			.map(text::of)
			.filter((sentence) -> !sentence.isEmpty())
			.map(Text::clean)
			.toList();
	}

	/**
	 * The claims about the predictions at one point share a sentence, as do those about
	 * one ceiling.
	 */
	static List<List<Claim>> sentences(List<Claim> claims) {
		List<List<Claim>> sentences = new ArrayList<>();
		for (Claim claim : claims) {
			if (sentences.isEmpty() || !isAboutTheSame(sentences.getLast().getFirst(), claim)) {
				sentences.add(new ArrayList<>());
			}
			sentences.getLast().add(claim);
		}
		return sentences;
	}

	private static boolean isAboutTheSame(Claim one, Claim other) {
		return switch (other) {
			case Claim.Reached reached -> one instanceof Claim.Reached first && first.metric() == reached.metric()
					&& first.point().equals(reached.point());
			case Claim.Pair pair -> one instanceof Claim.Pair first && first.metric() == pair.metric()
					&& first.point().equals(pair.point());
			case Claim.Prediction prediction -> one instanceof Claim.Prediction;
			default -> false;
		};
	}

	/** The sentence of claims that share one; empty if another sentence says it. */
	String of(List<Claim> claims) {
		return switch (claims.getFirst()) {
			case Claim.Answer answer -> new AnswerText(this, answer).sentence();
			case Claim.NothingFinished nothing -> "No answer: no run was finished.";
			case Claim.Incomplete incomplete ->
				"Incomplete: not every planned run was finished. The answer is about the finished ones.";
			case Claim.Invalid invalid -> invalid(invalid);
			case Claim.AsPredicted predicted -> "As predicted: all " + predicted.counts() + " counts match the theory.";
			case Claim.Knee knee -> knee(knee);
			case Claim.Reached first -> answer(claims.stream().map(Claim.Reached.class::cast).toList());
			case Claim.Pair first -> new PairText(this).sentence(claims.stream().map(Claim.Pair.class::cast).toList());
			case Claim.Processors full -> isSaid(Claim.Reason.PROCESSORS) ? "" : processors(full);
			case Claim.NotTheLimit free -> isSaid(Claim.Reason.FREE_THREADS) ? "" : free(free);
			case Claim.Withheld withheld -> withheld(withheld);
			case Claim.Prediction first -> predictions(claims.stream().map(Claim.Prediction.class::cast).toList());
			case Claim.UnderStress stress -> isForetold(stress) ? "" : StressText.of(this.runs.at(stress),
					this.runs.compared(), this.runs.where(this.runs.at(stress).getFirst().run()));
			case Claim.Expected expected -> expected(expected);
			case Claim.Method method -> method(method);
			case Claim.ForeignSamples samples -> new ForeignText(this.runs, samples).sentence();
			case Claim.TooBrief brief ->
				"Left out, because no window is left after ramp and drain: " + Text.list(brief.labels()) + ".";
		};
	}

	private String invalid(Claim.Invalid invalid) {
		List<Outcome> outcomes = this.runs.findings()
			.outcomes()
			.stream()
			.filter((outcome) -> invalid.runs().contains(outcome.run().id()))
			.toList();
		int left = Math.max(0, outcomes.size() - MOST_INVALID);
		String runs = outcomes.size() + " of " + invalid.of() + ((invalid.of() == 1) ? " run" : " runs")
				+ ((outcomes.size() == 1) ? " is invalid" : " are invalid");
		return ((outcomes.size() == invalid.of()) ? "No answer: " + runs
				: "The answer leaves out what is wrong: " + runs) + ". "
				+ outcomes.stream().limit(MOST_INVALID).map(VerdictText::whyInvalid).collect(Collectors.joining(" "))
				+ ((left > 0) ? " So are " + left + " more." : "");
	}

	private boolean isSaid(Claim.Reason reason) {
		return this.runs.findings().claims(Claim.Answer.class).anyMatch((answer) -> answer.reason() == reason);
	}

	/**
	 * Such as {@code the processors limit a: 2 cores / 8.2 ms = 244 requests a second}.
	 */
	private String processors(Claim.Processors claim) {
		return sentence(claim.point(),
				List.of("the processors limit " + names(claim.variants()) + ": " + capacity(claim)));
	}

	/**
	 * Such as {@code 2 cores / 8.2 ms = 244 requests a second, of which the service takes
	 * 6.1 ms, the backend 0.2 ms and JMeter 1.9 ms}.
	 */
	static String capacity(Claim.Processors claim) {
		double millis = claim.cpuMillis().values().stream().mapToDouble(Double::doubleValue).sum();
		List<String> shares = new ArrayList<>();
		claim.cpuMillis().forEach((metric, cpu) -> shares.add((shares.isEmpty() ? "of which " : "") + switch (metric) {
			case APP_CPU -> "the service takes ";
			case BACKEND_CPU -> "the backend ";
			default -> "JMeter ";
		} + Text.significant(cpu) + " ms"));
		return Text.number(claim.cores()) + ((claim.cores() == 1) ? " core" : " cores") + " / "
				+ Text.significant(millis) + " ms of CPU = " + Text.three(claim.capacity()) + " requests a second, "
				+ Text.list(shares)
				+ ((claim.pauses() > MOST_PAUSES) ? "; the CPU is full of the collector, which paused for "
						+ Text.number(100 * claim.pauses(), 0) + " % of the time, so heap comes before cores"
						: crowd(claim));
	}

	/** The price of many users at once, if they cost more than few. */
	private static String crowd(Claim.Processors claim) {
		Double gentle = claim.gentleMillis();
		Double millis = claim.cpuMillis().get(Metric.APP_CPU);
		return (gentle == null || millis == null || millis <= MOST_CROWD * gentle) ? ""
				: "; with few users the service takes " + Text.significant(gentle)
						+ " ms, and the rest is the price of many threads at once, so look for a lock or a small pool before "
						+ "you add cores";
	}

	/** Empty if the law names what the limit is. */
	private String free(Claim.NotTheLimit claim) {
		boolean named = this.runs.findings()
			.claims(Claim.Reached.class)
			.anyMatch((reached) -> reached.of() != null && reached.status() == Claim.Status.SEEN
					&& reached.variants().containsAll(claim.variants()));
		return named ? ""
				: sentence(claim.point(), List.of(names(claim.variants()) + " used at most " + Text.number(claim.most())
						+ " of " + claim.of() + " " + claim.limit() + ", so these are not the limit"));
	}

	private String withheld(Claim.Withheld claim) {
		String runs = claim.runs().size() + " of " + claim.of() + ((claim.of() == 1) ? " run" : " runs");
		String which = (claim.runs().size() < claim.of() && claim.runs().size() <= MOST_INVALID)
				? " (" + Text.list(claim.runs()) + ")" : "";
		return "'" + claim.because() + "' failed in " + runs + which + errors(claim)
				+ (claim.claims().isEmpty() ? "."
						: ", which " + ((claim.runs().size() == 1) ? "is" : "are") + " left out of what is said of "
								+ Text.list(claim.claims().stream().map(ClaimKind::words).toList()) + ".");
	}

	private static String whyInvalid(Outcome outcome) {
		Failure failure = outcome.failure();
		return outcome.run().words() + ", "
				+ ((failure != null) ? "failed: " + failure.reason().strip().replaceFirst("\\.?$", ".")
						: failed(outcome.failedChecks().stream().map(Check::name).toList()) + ".");
	}

	/**
	 * The causes of unexpected errors of the first run, such as
	 * {@code : 97 requests with status 500}.
	 */
	private String errors(Claim.Withheld claim) {
		return !claim.because().equals(CheckKind.NO_ERRORS.toString()) ? ""
				: this.runs.findings()
					.outcomes()
					.stream()
					.filter((outcome) -> claim.runs().contains(outcome.run().id()))
					.map((outcome) -> outcome.counts()
						.errorKinds()
						.entrySet()
						.stream()
						.map((kind) -> kind.getValue() + ((kind.getValue() == 1) ? " request" : " requests") + " with "
								+ kind.getKey())
						.toList())
					.findFirst()
					.filter((kinds) -> !kinds.isEmpty())
					.map((kinds) -> ": " + Text.list(kinds))
					.orElse("");
	}

	static String failed(List<String> checks) {
		return "failed the " + ((checks.size() == 1) ? "check " : "checks ") + Text.list(checks);
	}

	private String knee(Claim.Knee knee) {
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

	/** How far the prediction holds, and what became of it at the end of the axis. */
	private String predictions(List<Claim.Prediction> claims) {
		Map<String, List<String>> holds = new LinkedHashMap<>();
		claims
			.forEach((claim) -> holds
				.computeIfAbsent((claim.upTo() != null) ? "up to " + claim.upTo().words() + " on " : "at no point on ",
						(any) -> new ArrayList<>())
				.add(claim.variant()));
		String label = claims.getFirst().metric().label();
		List<String> missed = claims.stream()
			.filter((claim) -> !claim.last().equals(claim.upTo()))
			.map((claim) -> String.format(Locale.ROOT, "%.1f on %s", claim.ofLast(), names(List.of(claim.variant()))))
			.toList();
		return "The " + label + " is as predicted, to a tenth, "
				+ Text.list(holds.entrySet().stream().map((one) -> one.getKey() + names(one.getValue())).toList())
				+ (missed.isEmpty() ? "." : "; at " + claims.getFirst().last().words() + " measured / predicted is "
						+ Text.list(missed) + ".");
	}

	/** A prediction that is told along the axis leaves only its last point to be told. */
	private boolean isForetold(Claim.UnderStress stress) {
		return this.runs.findings()
			.claims(Claim.Prediction.class)
			.anyMatch((prediction) -> prediction.variant().equals(stress.variant())
					&& !prediction.last().equals(stress.point()));
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
	String sentence(Point point, List<String> parts) {
		String sentence = at(point) + String.join("; ", parts) + ".";
		return this.names.values().stream().anyMatch(sentence::startsWith) ? Text.capital(sentence) : sentence;
	}

	String names(List<String> variants) {
		return Text.list(variants.stream().map((variant) -> this.names.getOrDefault(variant, variant)).toList());
	}

	private String answer(List<Claim.Reached> groups) {
		Claim.Reached first = groups.getFirst();
		if (groups.stream().anyMatch((group) -> group.limit() != null)) {
			return sentence(first.point(), groups.stream().map(this::reached).toList());
		}
		// Figures without a limit share their verb and their object.
		String figures = Text.list(groups.stream()
			.map((group) -> subject(group) + ((group == first) ? verb(group.metric()) + " " : "")
					+ range(group.metric(), group.least(), group.most())
					+ ((group == first) ? what(group.metric()) : ""))
			.toList());
		return sentence(first.point(), List.of(figures));
	}

	/** Such as {@code webflux and virtual each }. */
	private String subject(Claim.Reached group) {
		boolean each = group.variants().size() > 1 && (group.limit() == Limit.USERS
				|| !range(group.metric(), group.least(), group.most()).contains(" to "));
		return names(group.variants()) + (each ? " each " : " ");
	}

	/** Tells how much of their prediction variants reached. */
	private String reached(Claim.Reached group) {
		Metric metric = group.metric();
		Double ceiling = group.ceiling();
		Double share = group.of();
		Limit limit = group.limit();
		String figures = range(metric, group.least(), group.most());
		String subject = subject(group) + verb(metric) + " ";
		if (ceiling == null || share == null || limit == null) {
			return subject + figures + what(metric) + ((limit == Limit.CPU) ? ", limited by the CPU"
					: (limit != null && this.runs.isWithoutLedger()) ? ", limited by its " + limit : "");
		}
		String percent = Text.number(Math.floor(1000 * share) / 10, 1) + " % of ";
		if (share > BEYOND) {
			return subject + figures + ", " + percent
					+ "what its slots and its mean wait allow, so one of these is not as the file says";
		}
		String atLeast = ((group.variants().size() > 1) ? "at least " : "") + percent;
		if (limit == Limit.USERS || limit == Limit.ARRIVALS) {
			// The edges of a short window let a run exceed the ceiling a little; no run
			// does more than all.
			return subject + ((share >= 1) ? "all of " : atLeast) + "the " + Text.three(ceiling) + " " + metric.unit()
					+ " that the law allows";
		}
		return subject + figures + ", " + ((share >= Outcome.AT_CEILING) ? "which is all that " : atLeast + "what ")
				+ allows(limit, group.slots()) + ifItWaits(group.variants().getFirst());
	}

	/** The condition of a ceiling whose wait the file states and nothing counts. */
	String ifItWaits(String variant) {
		Experiment experiment = this.runs.experiment();
		return (experiment == null) ? ""
				: experiment.variants()
					.stream()
					.filter((one) -> one.name().equals(variant))
					.flatMap((one) -> (one.subject() instanceof Service service)
							? Stream.ofNullable(service.app().meanWait()) : Stream.empty())
					.findFirst()
					.map((wait) -> ", if a request waits " + wait.toMillis() + " ms")
					.orElse("");
	}

	/** A limit as the end of a sentence, such as {@code 200 threads can}. */
	static String allows(Limit limit, @Nullable Double slots) {
		String number = (slots != null) ? Text.number(slots) + " " : "";
		String ending = (slots != null && slots == 1) ? "" : "s";
		return switch (limit) {
			case REQUEST_THREADS -> number + "thread" + ending + " can";
			case CONNECTIONS, SERVER_CONNECTIONS -> number + ((limit == Limit.CONNECTIONS) ? "" : "server ")
					+ "connection" + ending + (ending.isEmpty() ? " allows" : " allow");
			default -> "a " + limit + " of " + number + "allows";
		};
	}

	/** Whether a pair is about the compared metric, and not about a cost beside it. */
	boolean isCompared(Claim.Pair pair) {
		return pair.metric() == this.runs.compared() || pair.metric() == Metric.LOSS;
	}

	static String verb(Metric metric) {
		return switch (metric) {
			case THROUGHPUT -> "served";
			case TASKS_PER_SECOND -> "did";
			case SECONDS, ANSWER_MILLIS -> "took";
			case FULL_SPEED -> "reached full speed after";
			default -> "had";
		};
	}

	/** The metric as the object of its verb, if the unit does not say it. */
	static String what(Metric metric) {
		return verb(metric).equals("had") ? " " + metric.label() : "";
	}

	private String expected(Claim.Expected claim) {
		List<EffectResult> results = effects(claim);
		EffectResult first = results.getFirst();
		String doubt = first.ok() ? "" : " It must be seen ('must'), so the result is invalid.";
		List<String> claims = results.stream().map(EffectResult::claim).distinct().toList();
		if (claims.size() > 1) {
			return outcome(claim) + ": " + claims.stream().map((words) -> {
				String measured = measured(results.stream().filter((result) -> result.claim().equals(words)).toList());
				return words + (measured.isEmpty() ? "" : " (" + measured + ")");
			}).collect(Collectors.joining("; ")) + "." + doubt;
		}
		String measured = measured(results);
		return outcome(claim) + ": " + first.claim() + " (" + (measured.isEmpty() ? "" : measured + ", ") + "expected "
				+ first.limit().replace(">=", "at least").replace("<=", "at most").replace("..", " to ") + ")." + doubt;
	}

	List<EffectResult> effects(Claim.Expected claim) {
		return claim.effects().stream().map(this.runs.findings().effects()::get).toList();
	}

	/**
	 * Such as {@code Seen in 2 of 3} or {@code Not so in one round}: a finding is what
	 * was seen, whatever it does not prove.
	 */
	String outcome(Claim.Expected claim) {
		List<EffectResult> results = effects(claim);
		EffectResult first = results.getFirst();
		boolean several = results.stream().map(EffectResult::claim).distinct().count() > 1;
		Interval figure = first.ratio();
		boolean all = claim.of() == results.size();
		if (first.outcome() == EffectOutcome.UNDECIDED && figure != null) {
			boolean few = first.why() != null;
			return ((few && !first.meets()) ? "Not so in " : "Measured in ")
					+ ((figure.runs() == 1) ? "one round" : figure.runs() + " rounds")
					+ (few ? "" : ", which leave it open") + ((several || all) ? "" : places(results));
		}
		return Text.capital(first.outcome().toString())
				+ ((several || all) ? "" : " in " + results.size() + " of " + claim.of() + places(results))
				+ ((first.why() != null) ? ", because " + first.why().strip() : "");
	}

	/**
	 * The variants or the points in which an effect was looked for, in parentheses.
	 */
	private static String places(List<EffectResult> results) {
		List<String> places = results.stream()
			.map((result) -> place(result.words()))
			.filter((place) -> !place.isEmpty())
			.distinct()
			.toList();
		return places.isEmpty() ? "" : " (" + String.join(", ", places) + ")";
	}

	/**
	 * The variant before a colon or of the first figure, and the point if there is one.
	 */
	private static String place(String words) {
		int colon = words.indexOf(": ");
		Matcher first = FIRST_OF_TWO.matcher(words);
		String variant = (colon >= 0) ? words.substring(0, colon) : first.find() ? first.group(1) : "";
		List<String> points = POINT.matcher(words).results().map((match) -> match.group(1)).distinct().toList();
		return (points.size() != 1) ? variant
				: variant.isEmpty() ? points.getFirst() : variant + " at " + points.getFirst();
	}

	/**
	 * The figure of a claim with its interval, or the range of several; empty without
	 * one.
	 */
	static String measured(List<EffectResult> results) {
		List<Interval> figures = results.stream().flatMap((result) -> Stream.ofNullable(result.ratio())).toList();
		if (figures.isEmpty()) {
			return "";
		}
		DoubleSummaryStatistics means = figures.stream().mapToDouble(Interval::mean).summaryStatistics();
		Interval first = figures.getFirst();
		return ((results.size() == 1) ? interval(first.mean(), first.low(), first.high(), 1)
				: range(Text.significant(means.getMin()), Text.significant(means.getMax())))
				+ (" " + results.getFirst().unit()).stripTrailing();
	}

	private static String method(Claim.Method method) {
		if (method.rounds() <= 2) {
			return ((method.rounds() == 1) ? "One round was finished" : "Two rounds were finished")
					+ ", so no variant is compared with another: that needs --rounds 3 or more.";
		}
		return "Compared round by round with Student's t over " + method.rounds() + " rounds"
				+ ((method.comparable() < method.rounds())
						? " (comparable in each pair: at least " + method.comparable() + ")" : "")
				+ ((method.size() > 1) ? ": each of the " + method.size() + " intervals has the level "
						+ Text.number(100 - 5.0 / method.size(), 2)
						+ " %, so that all of them hold at once with 95 %; Holm's method decides what differs. CPU and memory are families of "
						+ "their own." : ".");
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

	static String interval(Claim.Difference difference, int factor) {
		return interval(Objects.requireNonNull(difference.ratio()), difference.low(), difference.high(), factor);
	}

	private static String interval(double mean, @Nullable Double low, @Nullable Double high, int factor) {
		return Text.significant(factor * mean) + ((low == null || high == null) ? ""
				: " (" + Text.significant(factor * low) + ".." + Text.significant(factor * high) + ")");
	}

}
