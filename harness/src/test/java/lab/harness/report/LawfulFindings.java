package lab.harness.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.About;
import lab.harness.model.App;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Cores;
import lab.harness.model.Counts;
import lab.harness.model.DelayDistribution;
import lab.harness.model.Environment;
import lab.harness.model.ErrorKind;
import lab.harness.model.Experiment;
import lab.harness.model.FaultSpan;
import lab.harness.model.Figure;
import lab.harness.model.Form;
import lab.harness.model.Load;
import lab.harness.model.Manifest;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Placement;
import lab.harness.model.PlannedFault;
import lab.harness.model.Point;
import lab.harness.model.Prediction;
import lab.harness.model.Program;
import lab.harness.model.Published;
import lab.harness.model.Result;
import lab.harness.model.Run;
import lab.harness.model.RunRecord;
import lab.harness.model.Series;
import lab.harness.model.Series.Event;
import lab.harness.model.Series.Quantity;
import lab.harness.model.Series.Track;
import lab.harness.model.Service;
import lab.harness.model.Software;
import lab.harness.model.Variant;
import lab.wire.Limit;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * Findings in which every run obeys the law, made by simulation: nothing was measured
 * here. They serve to test what is shown, never as a result.
 */
final class LawfulFindings {

	private static final ErrorKind TIMEOUT = new ErrorKind("504", "read-timeout");

	private static final int CORES = 2;

	/** As much of the machine as the three processes can get. */
	private static final double FULL = 0.97;

	private static final double BACKEND_COST = 0.09;

	private static final double GENERATOR_COST = 0.3;

	static final Environment ENVIRONMENT = new Environment(CORES, "25.0.3", "Linux, simulated", "abc", true,
			new Environment.Machine("Simulated", 24_000, false,
					new TreeMap<>(Map.of("memory limit", "9223372036854771712", "somaxconn", "4096"))),
			new Software(Map.of("25.0.3", "Vendor 25.0.3+9"), Map.of("tomcat-virtual", Map.of("Tomcat", "11.0.1")),
					List.of("<b>.md"), 2));

	private LawfulFindings() {
	}

	/** Four variants at some numbers of users. */
	static Findings comparison(List<Double> users, int measureSeconds, int rounds) {
		return services(users, measureSeconds, rounds, null);
	}

	/** The same, whose backend hangs from second 5 to second 10. */
	static Findings outage() {
		return services(List.of(100.0), 16, 1, new ClosedLoop.Hang(5000, 10_000));
	}

	private static Findings services(List<Double> users, int measureSeconds, int rounds,
			ClosedLoop.@Nullable Hang hang) {
		Duration measure = Duration.ofSeconds(measureSeconds);
		Load load = new Load("/", 500, null, Duration.ofSeconds(1), Duration.ofSeconds(10), null, measure,
				Duration.ofSeconds(10));
		List<PlannedFault> faults = (hang == null) ? List.of() : List
			.of(new PlannedFault(PlannedFault.Kind.HANG, Duration.ofSeconds(5), Duration.ofSeconds(5), 1.0, null));
		Axis axis = new Axis(Axis.USERS, users);
		List<Variant> variants = List.of(
				new Variant("tomcat-platform-200", service(App.TOMCAT_PLATFORM, load, faults), axis, Published.of(388)),
				new Variant("tomcat-platform-500", service(App.TOMCAT_PLATFORM, load, faults), axis, null),
				new Variant("tomcat-virtual", service(App.TOMCAT_VIRTUAL, load, faults), axis, null),
				new Variant("webflux", service(App.WEBFLUX, load, faults), axis, Published.of(964)));
		About about = (hang == null)
				? new About("How many requests a second do 500 waiting users get from each model?", About.Group.MODELS,
						List.of("vt-headline"), null)
				: new About("What does each model do while its backend hangs?", About.Group.FAILURE, List.of(),
						new Prediction("All fall to nothing, and are back at once.", null));
		Experiment experiment = new Experiment((hang == null) ? "comparison" : "outage", about, Cores.SHARED, List.of(),
				Metric.THROUGHPUT, List.of(), variants);
		List<Outcome> outcomes = new ArrayList<>();
		for (int round = 1; round <= rounds; round++) {
			for (Variant variant : variants) {
				for (Point point : axis.points()) {
					outcomes.add(service(new Run(variant.at(point), point, round, 42 + round), hang));
				}
			}
		}
		List<Clause> verdict = new ArrayList<>();
		if (hang != null) {
			outcomes.forEach((outcome) -> verdict.add(new Clause.UnderStress(outcome)));
			for (Metric metric : List.of(Metric.ANSWERED_IN_TIME, Metric.RSS_DURING, Metric.LATENCY_P99)) {
				Map<String, Double> values = new LinkedHashMap<>();
				outcomes.forEach((outcome) -> values.put(outcome.run().variant().name(),
						Objects.requireNonNull(outcome.value(metric))));
				verdict.add(new Clause.Difference(metric, axis.points().getFirst(), values));
			}
		}
		else {
			if (users.size() > 2) {
				verdict.addAll(knees(users));
			}
			axis.points().forEach((point) -> verdict.add(comparison(outcomes, point)));
			verdict.add(new Clause.Method(rounds, 6));
		}
		return findings(experiment, outcomes, verdict, rounds);
	}

	private static Service service(App app, Load load, List<PlannedFault> faults) {
		return new Service(app, Map.of(), new Service.Backend(DelayDistribution.parse("uniform 0ms..1000ms")), load,
				faults, false, List.of(), null);
	}

	private static List<Clause> knees(List<Double> users) {
		double below = users.get(users.size() - 2);
		double above = users.getLast();
		return List.of(new Clause.Knee(List.of("tomcat-platform-200"), Behaviour.Limit.REQUEST_THREADS, 100, 300, 200),
				new Clause.Knee(List.of("tomcat-virtual", "webflux"), Behaviour.Limit.CPU, below, above,
						(below + above) / 2),
				new Clause.Knee(List.of("tomcat-platform-500"), null, below, above, above));
	}

	private static Clause comparison(List<Outcome> outcomes, Point point) {
		Map<String, Double> means = new LinkedHashMap<>();
		outcomes.stream()
			.filter((outcome) -> outcome.run().point().equals(point))
			.forEach((outcome) -> means.put(outcome.run().variant().name(),
					Objects.requireNonNull(outcome.value(Metric.THROUGHPUT))));
		double best = means.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
		List<Clause.Group> groups = new ArrayList<>();
		for (boolean near : new boolean[] { true, false }) {
			double[] group = means.values()
				.stream()
				.mapToDouble(Double::doubleValue)
				.filter((mean) -> (mean > 0.95 * best) == near)
				.sorted()
				.toArray();
			if (group.length > 0) {
				groups.add(new Clause.Group(
						means.keySet()
							.stream()
							.filter((name) -> (Objects.requireNonNull(means.get(name)) > 0.95 * best) == near)
							.toList(),
						group[0], group[group.length - 1], true,
						near ? null
								: new Result.Interval(group[0] / best, group[0] / best - 0.01, group[0] / best + 0.01,
										2),
						List.of(new Clause.Limited(near ? Behaviour.Limit.USERS : Behaviour.Limit.REQUEST_THREADS,
								near ? point.value() : 200.0))));
			}
		}
		return new Clause.Comparison(Metric.THROUGHPUT, point, groups);
	}

	// NullAway does not see in a class file that a behaviour may have no exit.
	@SuppressWarnings("NullAway")
	private static Outcome service(Run run, ClosedLoop.@Nullable Hang hang) {
		int users = (int) run.point().value();
		Integer threads = threads(run.variant().name());
		double measure = run.variant().service().load().measure().toMillis();
		double cost = cost(run.variant().name(), threads);
		double cpuCeiling = CORES * 1000 / (cost + BACKEND_COST + GENERATOR_COST);
		int slots = Math.min(users, (threads != null) ? threads : users);
		ClosedLoop loop = ClosedLoop.of(users, threads, Math.max(1, 2.0 * slots / (FULL * cpuCeiling)), (long) measure,
				hang, run.seed());
		List<ClosedLoop.Request> window = loop.ended(2000, measure, true);
		double seconds = (measure - 2000) / 1000;
		double throughput = window.size() / seconds;
		double[] latencies = window.stream().mapToDouble((one) -> one.ended() - one.sent()).sorted().toArray();
		double mean = Arrays.stream(latencies).average().orElse(0);
		double ceiling = 1000 * slots / window.stream().mapToDouble(ClosedLoop.Request::drawn).average().orElse(500);
		long failed = loop.requests().stream().filter((request) -> !request.ok()).count();
		Map<Metric, Double> figures = new LinkedHashMap<>();
		figures.put(Metric.THROUGHPUT, throughput);
		figures.put(Metric.CEILING, ceiling);
		figures.put(Metric.OF_CEILING, throughput / ceiling);
		figures.put(Metric.NOMINAL_CEILING, slots / 0.5);
		if (users > 1500) {
			figures.put(Metric.CPU_CEILING, cpuCeiling);
			figures.put(Metric.OF_CPU_CEILING, throughput / cpuCeiling);
		}
		figures.put(Metric.LATENCY_MEAN, mean);
		figures.put(Metric.LATENCY_P50, percentile(latencies, 0.5));
		figures.put(Metric.LATENCY_P99, percentile(latencies, 0.99));
		figures.put(Metric.ERRORS, (double) failed);
		figures.put(Metric.JMETER_SUMMARY, 0.97 * throughput);
		figures.put(Metric.APP_CPU, cost);
		figures.put(Metric.BACKEND_CPU, BACKEND_COST);
		figures.put(Metric.GENERATOR_CPU, GENERATOR_COST);
		int held = (threads != null) ? Math.min(users, threads) + 32 : 29;
		figures.put(Metric.RSS_MEAN, 260.0 + held / 4);
		figures.put(Metric.RSS_PEAK, 280.0 + held / 4);
		figures.put(Metric.PLATFORM_THREADS_MEAN, (double) held);
		if (hang != null) {
			figures.put(Metric.BEFORE, loop.ended(2000, 5000, true).size() / 3.0);
			figures.put(Metric.LOWEST, loop.ended(6000, 9000, true).size() / 3.0);
			figures.put(Metric.RECOVERED_AFTER, 1.4);
			figures.put(Metric.ANSWERED_IN_TIME, 1 - (double) failed / loop.requests().size());
			figures.put(Metric.LOST, 0.0);
			figures.put(Metric.IN_FLIGHT_PEAK, (double) slots);
			figures.put(Metric.RSS_DURING, 290.0 + held / 4);
		}
		Map<Metric, Figure> all = new LinkedHashMap<>();
		figures.forEach((metric, value) -> all.put(metric, Figure.of(metric, value)));
		Map<ErrorKind, Long> errors = (failed > 0) ? Map.of(TIMEOUT, failed) : Map.of();
		return new Outcome(run, all, checks(throughput * mean / 1000 / users), Map.of(CheckKind.ARRIVALS, "closed"),
				new Counts(errors, Map.of(), (failed > 0) ? Map.of("ok", 5L, "read-timeout", failed) : Map.of(),
						Map.of(), Map.of()),
				new Behaviour((slots < users) ? Behaviour.Limit.REQUEST_THREADS : Behaviour.Limit.USERS,
						(hang == null) ? List.of()
								: List.of(new FaultSpan("hang", "hang, 5s", 5, 10.0, figures.get(Metric.LOWEST), 1.4)),
						null),
				series(run, loop, latencies, held, cost, hang), null);
	}

	private static List<Check> checks(double law) {
		return List.of(Check.atMost(CheckKind.LAW, law, 1.05), Check.equal(CheckKind.LEDGER_SENT, 0, 0),
				Check.atMost(CheckKind.MACHINE_STEAL, 0.001, 0.05));
	}

	private static @Nullable Integer threads(String variant) {
		return switch (variant) {
			case "tomcat-platform-200" -> 200;
			case "tomcat-platform-500" -> 500;
			default -> null;
		};
	}

	/** CPU of the app a request in milliseconds. */
	private static double cost(String variant, @Nullable Integer threads) {
		return (threads != null) ? 0.36 : variant.equals("webflux") ? 0.15 : 0.19;
	}

	private static double percentile(double[] sorted, double share) {
		return (sorted.length == 0) ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
	}

	private static Series series(Run run, ClosedLoop loop, double[] latencies, int held, double cost,
			ClosedLoop.@Nullable Hang hang) {
		double end = Math.ceil(loop.requests().stream().mapToDouble(ClosedLoop.Request::ended).max().orElse(0) / 1000);
		Map<Quantity, Track> tracks = new EnumMap<>(Quantity.class);
		Map<ErrorKind, Track> errors = new TreeMap<>();
		tracks.put(Quantity.THROUGHPUT, track(end, (at) -> loop.ended(at, at + 1000, true).size()));
		tracks.put(Quantity.IN_FLIGHT, track(end, (at) -> loop.inFlight(at + 1000)));
		tracks.put(Quantity.THREADS, track(end, (at) -> held));
		tracks.put(Quantity.RSS, track(end, (at) -> 250 + held / 4.0 + Math.min(40, at / 200)));
		tracks.put(Quantity.HEAP, track(end, (at) -> 60 + (at / 100) % 70));
		tracks.put(Quantity.APP_CPU, track(end, (at) -> cost * loop.ended(at, at + 1000, true).size() / 1000));
		tracks.put(Quantity.BACKEND_CPU,
				track(end, (at) -> BACKEND_COST * loop.ended(at, at + 1000, true).size() / 1000));
		tracks.put(Quantity.GENERATOR_CPU,
				track(end, (at) -> GENERATOR_COST * loop.ended(at, at + 1000, true).size() / 1000));
		if (hang != null) {
			errors.put(TIMEOUT, track(end, (at) -> loop.ended(at, at + 1000, false).size()));
			tracks.put(Quantity.LATENCY,
					track(end,
							(at) -> Stream.of(true, false)
								.flatMap((ok) -> loop.ended(at, at + 1000, ok).stream())
								.mapToDouble((request) -> request.ended() - request.sent())
								.average()
								.orElse(0)));
			tracks.put(Quantity.SERVING, track(end, loop::inFlight));
			tracks.put(Quantity.BREAKER, track(end, (at) -> (at > 7000 && at < 11_000) ? 2 : 0));
		}
		return new Series(2, run.variant().service().load().measure().toSeconds(), tracks, errors, latencies(latencies),
				List.of());
	}

	private static Track track(double end, ToDoubleFunction<Double> value) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (double second = 0; second < end; second++) {
			at.add(second);
			values.add(value.applyAsDouble(1000 * second));
		}
		return new Track(at, values);
	}

	private static Series.@Nullable Latencies latencies(double[] sorted) {
		if (sorted.length == 0) {
			return null;
		}
		List<Double> shares = List.of(0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999);
		long width = 50;
		List<Double> bins = new ArrayList<>();
		List<Double> knownBins = new ArrayList<>();
		for (long from = 0; from <= sorted[sorted.length - 1]; from += width) {
			double begin = from;
			bins.add((double) Arrays.stream(sorted).filter((one) -> one >= begin && one < begin + width).count()
					/ sorted.length);
			knownBins.add((from < 1000) ? 0.05 : 0);
		}
		return new Series.Latencies(shares,
				shares.stream().map((share) -> Math.round(percentile(sorted, Math.max(share, 1e-6)))).toList(),
				shares.stream().map((share) -> 1000 * share).toList(), new Series.Bins(width, bins, knownBins, 3));
	}

	/** Tasks that only compute, on four cores: min(threads, 4) / 10 ms. */
	static Findings cpuPool() {
		Axis axis = new Axis("threads", List.of(1.0, 2.0, 4.0, 8.0, 16.0));
		List<Variant> variants = Stream.of("fixed-pool", "virtual-threads", "fork-join")
			.map((name) -> new Variant(name, program("lab.programs.pools.CpuPool"), axis, null))
			.toList();
		Experiment experiment = new Experiment("cpu-pool",
				new About("How many threads does work need that only computes?", About.Group.POOLS,
						List.of("oaks-table-1"), null),
				Cores.SHARED, List.of(), Metric.TASKS_PER_SECOND, List.of(), variants);
		List<Outcome> outcomes = new ArrayList<>();
		for (Variant variant : variants) {
			for (Point point : axis.points()) {
				double ceiling = Math.min(point.value(), 4) / 0.010;
				double tasks = (0.97 - 0.01 * variants.indexOf(variant)) * ceiling;
				Map<Metric, Figure> figures = new LinkedHashMap<>();
				figures.put(Metric.TASKS_PER_SECOND,
						new Figure(Metric.TASKS_PER_SECOND, tasks, 0.95 * tasks, 1.02 * tasks));
				figures.put(Metric.TASKS_CEILING, Figure.of(Metric.TASKS_CEILING, ceiling));
				figures.put(Metric.PROGRAM_CPU, Figure.of(Metric.PROGRAM_CPU, 10.2));
				outcomes.add(new Outcome(new Run(variant.at(point), point, 1, 42), figures,
						List.of(Check.atMost(CheckKind.BELOW_CEILING, tasks / ceiling, 1.02)), Map.of(), Counts.NONE,
						Behaviour.NONE, Series.NONE, null));
			}
		}
		Result.EffectResult seen = new Result.EffectResult("Four threads do more than one",
				"tasks at 4 threads / at 1 thread", "seen", new Result.Interval(4, 3.9, 4.1, 1), "", ">= 1.5", null);
		Result.EffectResult hidden = new Result.EffectResult("More threads than cores gain nothing",
				"tasks at 16 threads / at 4 threads", "cannot be seen here", null, "", "<= 1.1",
				"it needs 8 cores and this machine has 2");
		return findings(experiment, outcomes, List.of(new Clause.Claim(List.of(seen), 1),
				new Clause.Claim(List.of(hidden), 1), new Clause.Method(1, 3)), 1);
	}

	/** Core 4, most 8, queue of 10: the sequence that theory gives. */
	static Findings queues() {
		Map<String, Integer> queues = new LinkedHashMap<>();
		queues.put("synchronous", 0);
		queues.put("bounded", 10);
		queues.put("unbounded", 1000);
		List<Variant> variants = queues.keySet()
			.stream()
			.map((name) -> new Variant(name, program("lab.programs.pools.Queues"), Axis.NONE, null))
			.toList();
		Experiment experiment = new Experiment("queues",
				new About("When does a pool start threads, queue, and reject?", About.Group.POOLS, List.of(), null),
				Cores.SHARED, List.of(), Metric.REJECTED, List.of(), variants);
		List<Outcome> outcomes = variants.stream()
			.map((variant) -> queue(variant, queues.getOrDefault(variant.name(), 0)))
			.toList();
		return findings(experiment, outcomes, List.of(), 1);
	}

	private static Outcome queue(Variant variant, int capacity) {
		List<Event> events = new ArrayList<>();
		int started = 0;
		int queued = 0;
		int rejected = 0;
		for (int task = 1; task <= 20; task++) {
			if (started < 4 || (queued == capacity && started < 8)) {
				started++;
				events.add(event(task, "started", Map.of("task", task, "thread", "pool-1-thread-" + started)));
			}
			else if (queued < capacity) {
				queued++;
				events.add(event(task, "queued", Map.of("task", task)));
			}
			else {
				rejected++;
				events.add(event(task, "rejected", Map.of("task", task)));
			}
		}
		Map<Metric, Figure> figures = new LinkedHashMap<>();
		figures.put(Metric.STARTED, Figure.of(Metric.STARTED, started));
		figures.put(Metric.QUEUED, Figure.of(Metric.QUEUED, queued));
		figures.put(Metric.REJECTED, Figure.of(Metric.REJECTED, rejected));
		return new Outcome(new Run(variant, Point.NONE, 1, 42), figures,
				List.of(Check.equal(CheckKind.THEORY, rejected, rejected).of("rejected")), Map.of(), Counts.NONE,
				Behaviour.NONE, new Series(0, 0, Map.of(), Map.of(), null, events), null);
	}

	private static Event event(double at, String event, Map<String, Object> attributes) {
		return new Event(at, event, attributes);
	}

	private static Program program(String name) {
		return new Program(name, List.of(), null, null, List.of(), null);
	}

	private static Findings findings(Experiment experiment, List<Outcome> outcomes, List<Clause> verdict, int rounds) {
		Manifest manifest = new Manifest(experiment, outcomes.stream().map(Outcome::run).toList(), 42, rounds,
				Form.FULL, List.of("./bench", "run", experiment.name(), "--seed", "42"), Instant.EPOCH, ENVIRONMENT);
		Map<String, RunRecord> records = new LinkedHashMap<>();
		outcomes.forEach((outcome) -> records.put(outcome.run().id(), record(outcome.run())));
		return new Findings(experiment.name(), manifest, outcomes, Map.of(), summary(experiment, outcomes), verdict,
				true, records);
	}

	private static Terms terms(@Nullable Integer requestThreads) {
		Map<Limit, @Nullable Integer> limits = new LinkedHashMap<>();
		limits.put(Limit.REQUEST_THREADS, requestThreads);
		return new Terms("simulated", new Terms.JvmTerms("25.0.3", 2, 2, "G1", 512L << 20), "kept for ever",
				"Simulated", limits, List.of());
	}

	private static RunRecord record(Run run) {
		boolean service = run.variant().subject() instanceof Service;
		return new RunRecord(run, Instant.EPOCH, service ? terms(threads(run.variant().name())) : Terms.NONE,
				Placement.SHARED, new RunRecord.Preparation(3000, 2000, Duration.ZERO, null),
				service ? new RunRecord.Commands(
						List.of("/home/me/jdk/bin/java", "-Xmx512m", "-jar", "/home/me/lab/a/a.jar"), List.of(),
						List.of("java", "-jar", "j.jar", "-t", "/home/me/lab/jmeter/closed-loop.jmx"))
						: new RunRecord.Commands(List.of("/home/me/jdk/bin/java", "-cp",
								"/home/me/lab/programs/target/a.jar:/home/me/lab/programs/target/lib/*",
								"/home/me/lab/programs/A.java"), List.of(), List.of()),
				null, null);
	}

	private static List<Result.Summary> summary(Experiment experiment, List<Outcome> outcomes) {
		Metric metric = experiment.compare();
		List<Result.Summary> all = new ArrayList<>();
		for (Variant variant : experiment.variants()) {
			for (Point point : variant.axis().points()) {
				double[] values = outcomes.stream()
					.filter((outcome) -> outcome.run().variant().name().equals(variant.name())
							&& outcome.run().point().equals(point))
					.mapToDouble((outcome) -> Objects.requireNonNull(outcome.value(metric)))
					.toArray();
				double mean = Arrays.stream(values).average().orElse(0);
				all.add(new Result.Summary(variant.name(), point,
						Map.of(metric, new Result.Interval(mean, 0.97 * mean, 1.03 * mean, values.length))));
			}
		}
		return all;
	}

	/** The same findings with other outcomes, as if every run had come out so. */
	static Findings with(Findings findings, List<Outcome> outcomes, List<Clause> verdict) {
		return new Findings(findings.name(), findings.manifest(), outcomes, findings.repeated(), findings.summary(),
				verdict, findings.complete(), findings.records());
	}

}
