package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Behaviour.Use;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;

/**
 * The answer as claims: what each variant reached of its own prediction, and how those of
 * one ceiling differ; or the outcome of each under faults.
 */
record Verdict(Experiment experiment, List<Outcome> outcomes, Summaries summaries, Comparisons comparisons,
		List<Claim> claims) {

	/** Metrics that a limit of users, threads or processors explains. */
	private static final Set<Metric> OF_REQUESTS = Set.of(Metric.THROUGHPUT, Metric.LATENCY_MEAN, Metric.LATENCY_P50,
			Metric.LATENCY_P90, Metric.LATENCY_P99);

	/** The least share of the best throughput that is told together with it. */
	private static final double NEAR = 0.95;

	private static final Comparator<Claim.Reached> HIGHEST_CEILING = Comparator
		.comparingDouble((group) -> -Objects.requireNonNullElse(group.ceiling(), 0.0));

	/** The claims in the order of the report. */
	static List<Claim> of(Experiment experiment, List<Outcome> outcomes, Summaries summaries, Comparisons comparisons,
			List<EffectResult> effects, boolean complete) {
		if (outcomes.isEmpty()) {
			return List.of(new Claim.NothingFinished());
		}
		Verdict verdict = new Verdict(experiment, outcomes, summaries, comparisons, new ArrayList<>());
		if (!complete) {
			verdict.claims.add(new Claim.Incomplete());
		}
		List<String> invalid = ids(outcomes.stream().filter((outcome) -> !outcome.valid()));
		if (invalid.size() == outcomes.size()) {
			verdict.claims.add(new Claim.Invalid(invalid, outcomes.size()));
			return verdict.claims;
		}
		if (summaries.hasOpenLoadOrFaults()) {
			verdict.comparePredicted();
			verdict.reportUnderStress();
		}
		else {
			verdict.compare();
			if (experiment.ofOwnServices()) {
				Answers.of(verdict.claims, summaries.all(), experiment.compare()).ifPresent(verdict.claims::addFirst);
			}
		}
		verdict.lookFor(effects);
		if (verdict.claims.isEmpty()) {
			verdict.asPredicted();
		}
		if (!invalid.isEmpty()) {
			verdict.claims.add(new Claim.Invalid(invalid, outcomes.size()));
		}
		verdict.withhold();
		return verdict.claims;
	}

	private static List<String> ids(Stream<Outcome> outcomes) {
		return outcomes.map((outcome) -> outcome.run().id()).toList();
	}

	/**
	 * A claim for each check that withholds claims from valid runs; several if it
	 * withholds others from some runs, as a check does whose value decides that.
	 */
	private void withhold() {
		Set<ClaimKind> made = made();
		Map<CheckKind, Map<Set<ClaimKind>, List<Outcome>>> failed = new TreeMap<>();
		this.outcomes.stream().filter(Outcome::valid).forEach((outcome) -> outcome.failedChecks().forEach((check) -> {
			Set<ClaimKind> claims = new TreeSet<>(check.withholds());
			claims.retainAll(made);
			failed.computeIfAbsent(check.kind(), (kind) -> new LinkedHashMap<>())
				.computeIfAbsent(claims, (none) -> new ArrayList<>())
				.add(outcome);
		}));
		failed.forEach((check, withheld) -> withheld.forEach((claims, runs) -> {
			if (!claims.isEmpty() || check.blame() == CheckKind.Blame.EXPECTATION) {
				this.claims.add(new Claim.Withheld(check.toString(), claims, ids(runs.stream().distinct()),
						this.outcomes.size()));
			}
		}));
	}

	/** The kinds of claims that the result makes if every check passes. */
	private Set<ClaimKind> made() {
		Set<ClaimKind> made = EnumSet.of(ClaimKind.COUNT);
		if (this.summaries.hasOpenLoadOrFaults()) {
			made.addAll(Set.of(ClaimKind.BEHAVIOUR, ClaimKind.LATENCY));
		}
		else if (this.experiment.ofServices()) {
			made.addAll(Set.of(ClaimKind.LAW, ClaimKind.NOT_THE_LIMIT, ClaimKind.PROCESSORS));
		}
		made.add(ClaimKind.of(this.experiment.compare().metric()));
		this.experiment.effects().forEach((effect) -> made.add(ClaimKind.of(effect.metric())));
		this.comparisons.pairs().forEach((pair) -> made.add(ClaimKind.of(pair.metric())));
		return made;
	}

	/** Programs that only count are not compared: their counts are the answer. */
	private void asPredicted() {
		long counts = this.outcomes.stream()
			.flatMap((outcome) -> outcome.checks().stream())
			.filter((check) -> check.kind() == CheckKind.THEORY)
			.count();
		if (counts > 0) {
			this.claims.add(new Claim.AsPredicted(counts));
		}
	}

	/**
	 * A claim for the places in which a claim has the same outcome, and one for all
	 * claims that are undecided for the same reason and point to the same outcome.
	 */
	private void lookFor(List<EffectResult> effects) {
		Map<List<Object>, List<Integer>> same = new LinkedHashMap<>();
		for (int i = 0; i < effects.size(); i++) {
			EffectResult effect = effects.get(i);
			String why = Objects.requireNonNullElse(effect.why(), "");
			boolean few = effect.outcome() == EffectOutcome.UNDECIDED && !why.isEmpty();
			same.computeIfAbsent(
					few ? List.of(effect.ok(), why, effect.meets())
							: List.of(effect.claim(), effect.limit(), effect.outcome(), effect.ok(), why),
					(any) -> new ArrayList<>())
				.add(i);
		}
		same.values().forEach((places) -> {
			String claim = effects.get(places.getFirst()).claim();
			this.claims.add(new Claim.Expected(places,
					effects.stream().filter((effect) -> effect.claim().equals(claim)).count()));
		});
	}

	/** How far along the axis the latency is as predicted. */
	private void comparePredicted() {
		Metric metric = this.experiment.compare().metric();
		for (Variant variant : this.experiment.variants()) {
			List<Outcome> runs = this.outcomes.stream()
				.filter((outcome) -> outcome.run().variant().name().equals(variant.name()))
				.sorted(Comparator.comparingDouble(Verdict::at))
				.toList();
			if (ClaimKind.of(metric) != ClaimKind.LATENCY || variant.axis().values().size() < 2 || runs.isEmpty()
					|| !runs.stream().allMatch((run) -> isPredicted(run, metric))) {
				continue;
			}
			double missed = runs.stream()
				.filter((run) -> Math.abs(ofPrediction(run) - 1) > Claim.Prediction.MOST_ERROR)
				.mapToDouble(Verdict::at)
				.min()
				.orElse(Double.POSITIVE_INFINITY);
			Point last = runs.getLast().run().point();
			this.claims.add(new Claim.Prediction(variant.name(), metric,
					runs.stream()
						.filter((run) -> at(run) < missed)
						.reduce((first, second) -> second)
						.map((run) -> run.run().point())
						.orElse(null),
					last,
					runs.stream()
						.filter((run) -> run.run().point().equals(last))
						.mapToDouble(Verdict::ofPrediction)
						.average()
						.orElseThrow()));
		}
	}

	private static boolean isPredicted(Outcome run, Metric metric) {
		return run.valid() && run.allows(metric) && run.value(Metric.OF_PREDICTION) != null
				&& Objects.equals(run.value(Metric.MEASURED), run.value(metric));
	}

	private static double ofPrediction(Outcome run) {
		return Objects.requireNonNull(run.value(Metric.OF_PREDICTION));
	}

	private static double at(Outcome run) {
		return run.run().point().value();
	}

	private void reportUnderStress() {
		List<String> names = this.experiment.variants().stream().map(Variant::name).toList();
		this.outcomes.stream()
			.sorted(Comparator.comparingDouble((Outcome outcome) -> outcome.run().point().value())
				.thenComparingInt((outcome) -> names.indexOf(outcome.run().variant().name())))
			.map((outcome) -> new Claim.UnderStress(outcome.run().variant().name(), outcome.run().point()))
			.distinct()
			.forEach(this.claims::add);
	}

	private void compare() {
		if (OF_REQUESTS.contains(this.experiment.compare().metric())) {
			this.claims.addAll(Knees.of(this.summaries.all(), this.outcomes));
		}
		if (this.experiment.compare().metric().better() == Metric.Better.NEITHER) {
			return;
		}
		Map<Point, Map<List<Object>, List<Summary>>> alike = new TreeMap<>(Comparator.comparingDouble(Point::value));
		this.summaries.all()
			.stream()
			.filter((summary) -> summary.figures().containsKey(this.experiment.compare().metric())
					&& this.summaries.runsOf(summary).stream().anyMatch(this::isTold))
			.forEach((summary) -> alike.computeIfAbsent(summary.point(), (point) -> new LinkedHashMap<>())
				.computeIfAbsent(prediction(summary), (key) -> new ArrayList<>())
				.add(summary));
		if (alike.isEmpty()) {
			return;
		}
		alike.values()
			.forEach((groups) -> groups.values()
				.stream()
				.flatMap(this::apart)
				.map(this::reached)
				.sorted(HIGHEST_CEILING)
				.forEach(this.claims::add));
		limits();
		IntSummaryStatistics all = this.summaries.all()
			.stream()
			.mapToInt((summary) -> this.summaries.runsOf(summary).size())
			.summaryStatistics();
		if (all.getMax() >= Statistics.LEAST_RUNS) {
			this.claims.addAll(this.comparisons.claims());
		}
		int rounds = all.getMin();
		if (this.comparisons.ofVariants() || (this.comparisons.size() > 0 && rounds >= Statistics.LEAST_RUNS)) {
			this.claims.add(new Claim.Method(rounds, Math.min(rounds, this.comparisons.leastRounds()),
					this.comparisons.size()));
		}
	}

	/**
	 * Whether a run may be asked for the compared metric; cold code has no cost to tell.
	 */
	private boolean isTold(Outcome run) {
		ClaimKind kind = ClaimKind.of(this.experiment.compare().metric());
		return run.allows(ClaimKind.LAW) && (kind != ClaimKind.COST && kind != ClaimKind.LATENCY || run.allows(kind));
	}

	/** The limits that the service and the machine themselves count. */
	private void limits() {
		Map<Claim, List<String>> same = new LinkedHashMap<>();
		for (Summary summary : this.summaries.all()) {
			List<Outcome> runs = this.summaries.runsOf(summary);
			freeLimits(summary.point(), runs)
				.forEach((claim) -> same.computeIfAbsent(claim, (any) -> new ArrayList<>()).add(summary.variant()));
			if (runs.stream().allMatch(Verdict::fillsProcessors)) {
				same.computeIfAbsent(processors(summary), (any) -> new ArrayList<>()).add(summary.variant());
			}
		}
		same.forEach((claim, variants) -> this.claims.add(switch (claim) {
			case Claim.NotTheLimit free ->
				new Claim.NotTheLimit(free.point(), variants, free.limit(), free.most(), free.of());
			case Claim.Processors full -> new Claim.Processors(full.point(), variants, full.cores(), full.cpuMillis(),
					full.capacity(), full.pauses(), full.gentleMillis());
			default -> claim;
		}));
	}

	private static List<Claim> freeLimits(Point point, List<Outcome> runs) {
		List<Claim> free = new ArrayList<>();
		for (Limit limit : Limit.values()) {
			List<Use> uses = runs.stream()
				.filter((run) -> run.allows(ClaimKind.NOT_THE_LIMIT))
				.flatMap((run) -> Stream.ofNullable(run.behaviour().use().get(limit)))
				.toList();
			if (uses.size() == runs.size() && uses.stream().allMatch(Use::isFree)) {
				free.add(new Claim.NotTheLimit(point, List.of(), limit,
						uses.stream().mapToDouble(Use::most).max().orElseThrow(), uses.getFirst().of()));
			}
		}
		return free;
	}

	/**
	 * Whether the processes of a run, and not other programs, fill the processors with
	 * warm code.
	 */
	private static boolean fillsProcessors(Outcome run) {
		Double used = run.value(Metric.PROCESSORS_USED);
		Double others = run.value(Metric.PROCESSORS_OTHERS);
		return used != null && others != null && run.value(Metric.THROUGHPUT) != null
				&& run.allows(ClaimKind.PROCESSORS) && used >= Claim.Processors.LEAST_USED
				&& others <= Claim.Processors.MOST_OTHERS;
	}

	private static Claim.Processors processors(Summary summary) {
		Map<Metric, Double> cpu = new EnumMap<>(Metric.class);
		for (Metric metric : List.of(Metric.APP_CPU, Metric.BACKEND_CPU, Metric.GENERATOR_CPU)) {
			if (summary.figures().containsKey(metric)) {
				cpu.put(metric, Summaries.mean(metric, summary));
			}
		}
		double millis = cpu.values().stream().mapToDouble(Double::doubleValue).sum();
		double capacity = Summaries.mean(Metric.THROUGHPUT, summary) / Summaries.mean(Metric.PROCESSORS_USED, summary);
		double cores = Math.rint(capacity * millis / 1000);
		// The processors that are full also serve the app's compilers.
		cpu.computeIfPresent(Metric.APP_CPU, (metric, app) -> app + 1000 * cores / capacity - millis);
		Interval pauses = summary.figures().get(Metric.GC_PAUSES);
		Interval gentle = summary.figures().get(Metric.GENTLE_CPU);
		return new Claim.Processors(summary.point(), List.of(), cores, cpu, capacity,
				(pauses == null) ? 0 : pauses.mean() / 1000 / Summaries.mean(Metric.WINDOW_SECONDS, summary),
				(gentle == null) ? null : (Double) gentle.mean());
	}

	/** Whether Little's law predicts the compared metric. */
	private boolean predicted() {
		return this.experiment.ofServices() && this.experiment.compare().metric() == Metric.THROUGHPUT;
	}

	/** Equal for variants of which the law predicts the same; each alone without it. */
	private List<Object> prediction(Summary summary) {
		Limit limit = this.summaries.limit(summary);
		if (!predicted() || limit == null) {
			return List.of(summary.variant());
		}
		return (limit == Limit.CPU) ? List.of(limit) : List.of(limit, Summaries.mean(Metric.SLOTS, summary),
				Summaries.mean(Metric.NOMINAL_CEILING, summary));
	}

	/**
	 * Sets apart who served much less than the others of a group, whose least would hide
	 * what they served.
	 */
	private Stream<List<Summary>> apart(List<Summary> group) {
		Limit limit = this.summaries.limit(group.getFirst());
		if (limit == null || limit == Limit.CPU) {
			return Stream.of(group);
		}
		double near = NEAR * statistics(this.experiment.compare().metric(), group).getMax();
		Map<Boolean, List<Summary>> parts = group.stream()
			.collect(Collectors
				.groupingBy((summary) -> Summaries.mean(this.experiment.compare().metric(), summary) >= near));
		return Stream.concat(Stream.ofNullable(parts.get(true)),
				parts.getOrDefault(false, List.of()).stream().map(List::of));
	}

	private Claim.Reached reached(List<Summary> group) {
		DoubleSummaryStatistics figures = statistics(this.experiment.compare().metric(), group);
		DoubleSummaryStatistics ceilings = statistics(Metric.CEILING, group);
		DoubleSummaryStatistics shares = statistics(Metric.OF_CEILING, group);
		Limit limit = this.summaries.limit(group.getFirst());
		if (limit == Limit.REQUEST_THREADS && !group.stream().allMatch(this::isFull)) {
			limit = null;
		}
		boolean law = predicted() && limit != Limit.CPU && limit != Limit.DATABASE_CONNECTIONS
				&& ceilings.getCount() == group.size();
		return new Claim.Reached(this.experiment.compare().metric(), group.getFirst().point(),
				group.stream().map(Summary::variant).toList(), figures.getMin(), figures.getMax(),
				law ? (Double) ceilings.getAverage() : null, law ? (Double) shares.getMin() : null,
				predicted() ? limit : null, law ? (Double) statistics(Metric.SLOTS, group).getMin() : null);
	}

	/** Whether no run of a variant has its own count that contradicts full threads. */
	private boolean isFull(Summary summary) {
		return this.summaries.runsOf(summary)
			.stream()
			.flatMap((run) -> Stream.ofNullable(run.behaviour().use().get(Limit.REQUEST_THREADS)))
			.allMatch((use) -> use.most() >= Outcome.AT_CEILING * use.of());
	}

	private static DoubleSummaryStatistics statistics(Metric metric, List<Summary> group) {
		return group.stream()
			.filter((summary) -> summary.figures().containsKey(metric))
			.mapToDouble((summary) -> Summaries.mean(metric, summary))
			.summaryStatistics();
	}

}
