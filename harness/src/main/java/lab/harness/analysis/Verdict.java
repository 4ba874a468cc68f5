package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import lab.harness.analysis.Clause.Group;
import lab.harness.analysis.Clause.Limited;
import lab.harness.model.Behaviour.Limit;
import lab.harness.model.CheckKind;
import lab.harness.model.Experiment;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result.EffectResult;
import lab.harness.model.Result.Interval;
import lab.harness.model.Result.Summary;
import lab.harness.model.Service;
import lab.harness.model.Variant;
import org.jspecify.annotations.Nullable;

/**
 * The answer as clauses: which variants differ, by how much, and the limit of each; or
 * the outcome of each under faults.
 */
final class Verdict {

	/** Metrics that a limit of users, threads or processors explains. */
	private static final Set<Metric> OF_REQUESTS = Set.of(Metric.THROUGHPUT, Metric.LATENCY_MEAN, Metric.LATENCY_P50,
			Metric.LATENCY_P90, Metric.LATENCY_P99);

	private final Experiment experiment;

	private final List<Outcome> outcomes;

	private final Summaries summaries;

	private final List<Summary> all;

	private final List<Clause> clauses = new ArrayList<>();

	private Verdict(Experiment experiment, List<Outcome> outcomes, Summaries summaries) {
		this.experiment = experiment;
		this.outcomes = outcomes;
		this.summaries = summaries;
		this.all = summaries.all();
	}

	/** The clauses in the order of the report. */
	static List<Clause> of(Experiment experiment, List<Outcome> outcomes, Summaries summaries,
			List<EffectResult> effects, boolean complete) {
		if (outcomes.isEmpty()) {
			return List.of(new Clause.NothingFinished());
		}
		Verdict verdict = new Verdict(experiment, outcomes, summaries);
		if (!complete) {
			verdict.clauses.add(new Clause.Incomplete());
		}
		List<Outcome> invalid = outcomes.stream().filter((outcome) -> !outcome.valid()).toList();
		if (!invalid.isEmpty()) {
			verdict.clauses.add(new Clause.Invalid(invalid, outcomes.size()));
		}
		else if (outcomes.stream().anyMatch((outcome) -> hasOpenLoadOrFaults(outcome.run().variant()))) {
			verdict.reportEachRun();
		}
		else {
			verdict.compare();
		}
		verdict.claims(effects);
		if (verdict.clauses.isEmpty()) {
			verdict.asPredicted();
		}
		return verdict.clauses;
	}

	/** Programs that only count are not compared: their counts are the answer. */
	private void asPredicted() {
		long counts = this.outcomes.stream()
			.flatMap((outcome) -> outcome.checks().stream())
			.filter((check) -> check.kind() == CheckKind.THEORY)
			.count();
		if (counts > 0) {
			this.clauses.add(new Clause.AsPredicted(counts));
		}
	}

	/** Groups the places in which a claim has the same outcome into one clause. */
	private void claims(List<EffectResult> effects) {
		Map<List<String>, List<EffectResult>> same = new LinkedHashMap<>();
		effects.forEach(
				(effect) -> same
					.computeIfAbsent(List.of(effect.claim(), effect.limit(), effect.outcome(),
							Objects.requireNonNullElse(effect.why(), "")), (any) -> new ArrayList<>())
					.add(effect));
		same.values().forEach((results) -> {
			String claim = results.getFirst().claim();
			this.clauses.add(new Clause.Claim(results,
					effects.stream().filter((effect) -> effect.claim().equals(claim)).count()));
		});
	}

	private static boolean hasOpenLoadOrFaults(Variant variant) {
		return variant.subject() instanceof Service service && service.hasOpenLoadOrFaults();
	}

	private void reportEachRun() {
		List<String> names = this.experiment.variants().stream().map(Variant::name).toList();
		this.outcomes.stream()
			.sorted(Comparator.comparingDouble((Outcome outcome) -> outcome.run().point().value())
				.thenComparingInt((outcome) -> names.indexOf(outcome.run().variant().name()))
				.thenComparingInt((outcome) -> outcome.run().round()))
			.forEach((outcome) -> this.clauses.add(new Clause.UnderStress(outcome)));
		this.clauses.addAll(Differences.of(this.all));
	}

	private void compare() {
		if (OF_REQUESTS.contains(this.experiment.compare())) {
			this.clauses.addAll(Knees.of(this.all, this.outcomes));
		}
		List<Point> points = this.all.stream()
			.map(Summary::point)
			.distinct()
			.sorted(Comparator.comparingDouble(Point::value))
			.toList();
		Map<Point, Comparisons> comparisons = new LinkedHashMap<>();
		points.forEach((point) -> comparisons.put(point,
				new Comparisons(this.summaries, this.all, this.experiment.compare(), point)));
		comparisons.values()
			.removeIf((comparison) -> comparison.bestFirst().isEmpty()
					|| this.experiment.compare().better() == Metric.Better.NEITHER);
		if (comparisons.isEmpty()) {
			return;
		}
		Map<Point, Clause.@Nullable Gain> gains = new LinkedHashMap<>();
		comparisons.forEach((point, comparison) -> gains.put(point, gain(point, comparison)));
		// What holds at every point is said once.
		boolean same = comparisons.size() > 1 && gains.values().stream().map(Verdict::anywhere).distinct().count() == 1;
		comparisons.forEach((point, comparison) -> {
			this.clauses.add(new Clause.Comparison(this.experiment.compare(), point, groups(comparison)));
			Clause.Gain gain = gains.get(point);
			if (gain != null && !same) {
				this.clauses.add(gain);
			}
		});
		Clause.Gain everywhere = gains.values().iterator().next();
		if (same && everywhere != null) {
			this.clauses.add(everywhere.at(Point.NONE));
		}
		ceilingReached();
		int rounds = this.all.stream()
			.mapToInt((summary) -> this.summaries.runsOf(summary.variant(), summary.point()).size())
			.min()
			.orElse(0);
		this.clauses
			.add(new Clause.Method(rounds, comparisons.values().stream().mapToInt(Comparisons::count).max().orElse(0)));
	}

	/**
	 * The text of a gain without its point; without its base too if nothing is gained.
	 */
	private static String anywhere(Clause.@Nullable Gain gain) {
		if (gain == null) {
			return "";
		}
		return gain.better().isEmpty() ? gain.threads() + " " + gain.cpu() + " " + gain.others()
				: gain.at(Point.NONE).toString();
	}

	private List<Group> groups(Comparisons comparison) {
		List<Group> groups = new ArrayList<>();
		Summary best = comparison.bestFirst().getFirst();
		for (List<Summary> group : comparison.groups()) {
			double[] means = group.stream().mapToDouble(comparison::mean).sorted().toArray();
			groups.add(new Group(group.stream().map(Summary::variant).toList(), means[0], means[means.length - 1],
					comparison.sure(group.getLast(), group.getFirst()),
					group.contains(best) ? null : comparison.ratio(group.getFirst(), best), limits(group)));
		}
		return groups;
	}

	private List<Limited> limits(List<Summary> group) {
		Set<Limited> limits = new LinkedHashSet<>();
		group.stream().flatMap(this::runs).forEach((run) -> {
			Limit limit = run.behaviour().limitedBy();
			if (limit != null && OF_REQUESTS.contains(this.experiment.compare())) {
				limits.add(new Limited(limit, (limit == Limit.CPU) ? null : run.value(Metric.SLOTS)));
			}
		});
		return List.copyOf(limits);
	}

	private Stream<Outcome> runs(Summary summary) {
		return this.summaries.runsOf(summary.variant(), summary.point()).stream();
	}

	/** Variants that the CPU limits are left out: they are not expected to reach it. */
	private void ceilingReached() {
		List<Summary> others = this.all.stream()
			.filter((summary) -> runs(summary).noneMatch((run) -> run.behaviour().limitedBy() == Limit.CPU))
			.toList();
		others.stream()
			// The ceiling of a program is not that of Little's law; its table shows it.
			.filter((summary) -> this.experiment.ofServices())
			.flatMap((summary) -> Stream.ofNullable(summary.figures().get(Metric.OF_CEILING)))
			.mapToDouble(Interval::mean)
			.min()
			.ifPresent((least) -> this.clauses.add(new Clause.CeilingReached(least, others.size() < this.all.size())));
	}

	/**
	 * The gain of a model without a thread for each request, at a point at which threads
	 * limit no variant: a variant gains when the interval of its ratio to the first
	 * variant with a thread limit lies above 1. Null if threads limit a variant or there
	 * is nothing to compare.
	 */
	private Clause.@Nullable Gain gain(Point point, Comparisons comparison) {
		List<Summary> here = this.all.stream().filter((summary) -> summary.point().equals(point)).toList();
		Set<@Nullable Limit> limits = new LinkedHashSet<>();
		here.forEach((summary) -> runs(summary).forEach((run) -> limits.add(run.behaviour().limitedBy())));
		Summary base = here.stream().filter((summary) -> threads(summary) != null).findFirst().orElse(null);
		if (base == null || here.size() < 2 || limits.size() != 1 || this.experiment.compare() != Metric.THROUGHPUT
				|| !(limits.contains(Limit.USERS) || limits.contains(Limit.CPU))) {
			return null;
		}
		Map<String, Interval> better = new LinkedHashMap<>();
		Set<String> others = new LinkedHashSet<>();
		for (Summary summary : here) {
			if (summary == base) {
				continue;
			}
			Interval ratio = comparison.ratio(summary, base);
			Double low = ratio.low();
			if (low != null && low > 1) {
				better.put(summary.variant(), ratio);
			}
			else {
				others.add(model(summary, base, here));
			}
		}
		return new Clause.Gain(point, base.variant(), limits.contains(Limit.CPU),
				Objects.requireNonNull(threads(base)).intValue(), better, List.copyOf(others));
	}

	/** The model of a variant, or how it differs from the base of the same model. */
	private String model(Summary summary, Summary base, List<Summary> here) {
		String model = service(summary).app().model();
		if (!model.equals(service(base).app().model())) {
			boolean only = here.stream().filter((other) -> service(other).app().model().equals(model)).count() == 1;
			return only ? model : summary.variant();
		}
		Double mine = threads(summary);
		Double other = threads(base);
		return (mine == null || other == null || mine.equals(other)) ? summary.variant()
				: ((mine > other) ? "more" : "fewer") + " request threads";
	}

	private Service service(Summary summary) {
		return runs(summary).findFirst().orElseThrow().run().variant().service();
	}

	private @Nullable Double threads(Summary summary) {
		return runs(summary).findFirst().map((run) -> run.value(Metric.REQUEST_THREADS)).orElse(null);
	}

}
