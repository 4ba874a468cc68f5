package lab.harness.analysis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Compare;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Effect;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.experiment.Together;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Series;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of an experiment, of which little is known but a few figures.
 */
final class Runs {

	final List<Outcome> outcomes = new ArrayList<>();

	private final Axis axis;

	private final Metric compare;

	private final List<Variant> variants;

	List<Effect> effects = List.of();

	/** The pairs that answer the question, empty for all. */
	List<List<String>> pairs = List.of();

	boolean measuredTogether = true;

	private Runs(Axis axis, Metric compare, List<Variant> variants) {
		this.axis = axis;
		this.compare = compare;
		this.variants = variants;
	}

	/** Of services in front of a backend of 0 to 1000 ms. */
	static Runs ofServices(Axis axis) {
		return new Runs(axis, Metric.THROUGHPUT, List.of(service("platform-200", App.TOMCAT_PLATFORM, axis, null),
				service("platform-500", App.TOMCAT_PLATFORM, axis, null),
				service("virtual", App.TOMCAT_VIRTUAL, axis, null), service("webflux", App.WEBFLUX, axis, null)));
	}

	/** Of services under open arrivals, compared by p99. */
	static Runs ofArrivals(Axis axis) {
		return new Runs(axis, Metric.LATENCY_P99,
				List.of(service("virtual", App.TOMCAT_VIRTUAL, axis, 100), service("webflux", App.WEBFLUX, axis, 100)));
	}

	/** Of programs. */
	static Runs ofPrograms(Axis axis, Metric compare, String... variants) {
		Program program = new Program("lab.P", List.of(), null, null, List.of(), null);
		return new Runs(axis, compare,
				List.of(variants).stream().map((name) -> new Variant(name, program, axis, null)).toList());
	}

	private static Variant service(String name, App app, Axis axis, @Nullable Integer rate) {
		Subject subject = new Service(app, Map.of(),
				new Service.Backend(DelayDistribution.parse("uniform 0ms..1000ms")),
				new Load(Request.get("/"), 500, rate, Duration.ofSeconds(1), Load.WarmUp.of(Duration.ZERO),
						Duration.ofSeconds(60), Duration.ofSeconds(10)),
				List.of(), false, List.of(), null);
		return new Variant(name, subject, axis, null);
	}

	Experiment experiment() {
		return new Experiment("runs", new About("?", About.Group.OTHER, List.of(), null), Cores.SHARED, Together.FALSE,
				List.of(), new Compare(this.compare, this.pairs), this.effects, this.variants);
	}

	/** A run of a program with one figure. */
	void add(String variant, double point, int round, double value) {
		add(variant, point, round, Map.of(this.compare, value));
	}

	void add(String variant, double point, int round, Map<Metric, Double> figures) {
		this.outcomes.add(outcome(variant, point, round, true, null, figures));
	}

	/** A valid run of a program that measures nothing, and counts. */
	void addCounts(String variant, int counts) {
		Outcome run = outcome(variant, 0, 1, true, null, Map.of());
		List<Check> checks = Collections.nCopies(counts, Check.equal(CheckKind.THEORY, 2, 2));
		this.outcomes.add(new Outcome(run.run(), run.figures(), checks, run.notApplied(), run.counts(), run.behaviour(),
				run.series(), null));
	}

	/** A single run of a service. */
	void add(String variant, double users, double throughput, double slots, Limit limit, double threads,
			double cpuCeiling) {
		add(variant, users, 1, throughput, slots, limit, threads, cpuCeiling, true);
	}

	void add(String variant, double users, int round, double throughput, double slots, Limit limit, double threads,
			double cpuCeiling, boolean valid) {
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		put(figures, Metric.THROUGHPUT, throughput);
		put(figures, Metric.SLOTS, slots);
		put(figures, Metric.NOMINAL_CEILING, slots * 2);
		put(figures, Metric.CEILING, slots * 2);
		put(figures, Metric.OF_CEILING, throughput / slots / 2);
		put(figures, Metric.REQUEST_THREADS, threads);
		put(figures, Metric.CPU_CEILING, cpuCeiling);
		put(figures, Metric.OF_CPU_CEILING, (cpuCeiling > 0) ? throughput / cpuCeiling : 0);
		this.outcomes.add(outcome(variant, users, round, valid, limit, figures));
	}

	/** Makes the last run cold: its compilers worked for a fifth of the window. */
	void makeLastCold() {
		failLast(Check.atMost(CheckKind.WARM, 0.2, Outcome.MOST_AT_WORK));
	}

	void putInLast(Metric metric, double value) {
		Outcome last = this.outcomes.removeLast();
		Map<Metric, Double> figures = new EnumMap<>(last.figures());
		figures.put(metric, value);
		this.outcomes.add(new Outcome(last.run(), figures, last.checks(), last.notApplied(), last.counts(),
				last.behaviour(), last.series(), null));
	}

	/** Sets the most request threads in use in the last run. */
	void useInLast(double most, int of) {
		Outcome last = this.outcomes.removeLast();
		this.outcomes.add(new Outcome(last.run(), last.figures(), last.checks(), last.notApplied(), last.counts(),
				new Behaviour(last.behaviour().limitedBy(), List.of(), null,
						Map.of(Limit.REQUEST_THREADS, new Behaviour.Use(most, of))),
				last.series(), null));
	}

	/** Adds a failed check to the last run. */
	void failLast(Check check) {
		Outcome last = this.outcomes.removeLast();
		this.outcomes.add(new Outcome(last.run(), last.figures(),
				Stream.concat(last.checks().stream(), Stream.of(check)).toList(), last.notApplied(), last.counts(),
				last.behaviour(), last.series(), null));
	}

	/**
	 * Runs of 500 users, whom nothing else limits, each of which loses some of the slots.
	 */
	void addLosses(String variant, double... losses) {
		for (double loss : losses) {
			int round = 1 + (int) this.outcomes.stream()
				.filter((outcome) -> outcome.run().variant().name().equals(variant))
				.count();
			add(variant, 500, round, 1000 * (1 - loss), 500, Limit.USERS, 0, 0, true);
			Outcome last = this.outcomes.removeLast();
			Map<Metric, Double> figures = new EnumMap<>(last.figures());
			figures.put(Metric.LOSS, loss);
			this.outcomes.add(outcome(variant, 500, round, true, Limit.USERS, figures));
		}
	}

	private static void put(Map<Metric, Double> figures, Metric metric, double value) {
		if (value > 0) {
			figures.put(metric, value);
		}
	}

	private Outcome outcome(String name, double point, int round, boolean valid, @Nullable Limit limit,
			Map<Metric, Double> figures) {
		Variant variant = this.variants.stream().filter((one) -> one.name().equals(name)).findFirst().orElseThrow();
		Point at = this.axis.name().isEmpty() ? Point.NONE : new Point(this.axis.name(), point);
		return new Outcome(new Run(variant, at, round, 42), figures,
				List.of(Check.within(CheckKind.LAW, valid ? 1 : 2, 0.99, 1.01)), Map.of(), Counts.NONE,
				new Behaviour(limit, List.of(), null, Map.of()), Series.NONE, null);
	}

	Summaries summaries() {
		return new Summaries(experiment(), this.outcomes, this.measuredTogether);
	}

	List<EffectResult> effects(int cores) {
		Effects looked = new Effects(experiment(), this.outcomes, summaries(), cores);
		return looked.results(new Comparisons(experiment(), summaries(), looked.intervals()).alpha());
	}

	List<Claim> verdict(boolean complete) {
		Effects looked = new Effects(experiment(), this.outcomes, summaries(), 4);
		return Verdict.of(experiment(), this.outcomes, summaries(),
				new Comparisons(experiment(), summaries(), looked.intervals()), effects(4), complete);
	}

	<T extends Claim> List<T> verdict(Class<T> kind) {
		return verdict(true).stream().filter(kind::isInstance).map(kind::cast).toList();
	}

}
