package lab.harness.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Published;
import lab.harness.model.experiment.RecordedLoad;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Environment;
import lab.harness.model.result.ErrorKind;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Form;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Series;
import lab.harness.model.result.Series.Event;
import lab.harness.model.result.Series.Quantity;
import lab.harness.model.result.Series.Track;
import lab.harness.model.result.Software;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;

/**
 * Findings for the tests of reports: those of recorded evidence, some of them changed,
 * and a few that were never measured.
 */
final class ReportFixtures {

	private static final Check BUSY = Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15);

	private static final Environment ENVIRONMENT = new Environment(2, "25.0.3", "Linux, simulated", "abc", true,
			new Environment.Machine("Simulated", 24_000, false,
					new TreeMap<>(Map.of("memory limit", "9223372036854771712", "somaxconn", "4096"))),
			new Software(Map.of("25.0.3", "Vendor 25.0.3+9"), Map.of("tomcat-virtual", Map.of("Tomcat", "11.0.1")),
					List.of("<b>.md"), 2));

	private ReportFixtures() {
	}

	/** All fixtures that have a golden file, by its name. */
	static Map<String, Findings> all() {
		Map<String, Findings> all = new LinkedHashMap<>();
		all.put("comparison", comparison());
		all.put("three-rounds", threeRounds());
		all.put("users", RecordedEvidence.findings("users"));
		all.put("quick", RecordedEvidence.findings("comparison"));
		all.put("outage", RecordedEvidence.findings("outage"));
		all.put("cpu-pool", RecordedEvidence.findings("cpu-pool"));
		all.put("queues", queues());
		all.put("shares-of-published", sharesOfPublished());
		all.put("own-service", ownService());
		all.put("failed-run", failedRun());
		all.put("failed-check", failedCheck());
		all.put("disturbed", failing(BUSY));
		all.put("overloaded", failing(BUSY.blaming(CheckKind.Blame.LOAD)));
		all.put("repeated", repeated());
		all.put("nothing-finished", nothingFinished());
		all.put("markup", labelled("</script><script>window.evil=1</script><!--\u2028\u2029 & \"'"));
		return all;
	}

	/** The evidence of the comparison, as if it were that of the full form. */
	static Findings comparison() {
		return inForm(Form.FULL, RecordedEvidence.findings("comparison"));
	}

	private static Findings inForm(Form form, Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		return new Findings(findings.name(),
				new Manifest(manifest.experiment(), manifest.runs(), 42, form, manifest.command(), manifest.startedAt(),
						manifest.minutes(), manifest.environment()),
				findings.outcomes(), Map.of(), findings.summary(), findings.claims(), findings.effects(), true,
				findings.records(), List.of());
	}

	/** Findings, as if their experiment compared another metric. */
	static Findings comparing(Metric metric, Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		Experiment experiment = manifest.experiment();
		return new Findings(findings.name(),
				new Manifest(
						new Experiment(experiment.name(), experiment.about(), experiment.cores(), experiment.expect(),
								metric, experiment.effects(), experiment.variants()),
						manifest.runs(), manifest.seed(), manifest.form(), manifest.command(), manifest.startedAt(),
						manifest.minutes(), manifest.environment()),
				findings.outcomes(), Map.of(), findings.summary(), findings.claims(), findings.effects(), true,
				findings.records(), List.of());
	}

	/** Virtual threads lose half a percentage point more than the others. */
	static Findings threeRounds() {
		Map<String, List<Double>> losses = Map.of("tomcat-platform-200", List.of(0.0026, 0.0025, 0.0027),
				"tomcat-platform-500", List.of(0.0020, 0.0022, 0.0021), "tomcat-virtual",
				List.of(0.0070, 0.0073, 0.0071), "webflux", List.of(0.0021, 0.0021, 0.0023));
		Findings findings = comparison();
		List<Outcome> outcomes = new ArrayList<>();
		for (int round = 1; round <= 3; round++) {
			for (Outcome outcome : findings.outcomes()) {
				Run run = outcome.run();
				double loss = losses.getOrDefault(run.variant().name(), List.of()).get(round - 1);
				Map<Metric, Double> figures = new TreeMap<>(outcome.figures());
				figures.put(Metric.LOSS, loss);
				figures.put(Metric.OF_CEILING, 1 - loss);
				figures.put(Metric.THROUGHPUT, (1 - loss) * Objects.requireNonNull(outcome.value(Metric.CEILING)));
				outcomes.add(new Outcome(new Run(run.variant(), run.point(), round, 42), figures,
						outcome.checks().subList(0, 1), outcome.notApplied(), outcome.counts(), outcome.behaviour(),
						outcome.series(), null));
			}
		}
		return RecordedEvidence.judge(findings, outcomes);
	}

	/** Two variants of a service of the reader's own, whose threads limit the first. */
	static Findings ownService() {
		return ownService(null);
	}

	/**
	 * The same service with this rate of open arrivals, or users who wait if it is null.
	 */
	static Findings ownService(@Nullable Integer rate) {
		List<Outcome> outcomes = new ArrayList<>();
		for (int round = 1; round <= 3; round++) {
			outcomes.add(own("platform", "200", rate, round, 398.9 + 0.3 * round, Behaviour.Limit.REQUEST_THREADS));
			outcomes.add(own("virtual", OwnService.NO_LIMIT, rate, round, 499.2 + 0.2 * round, null));
		}
		List<Run> runs = outcomes.stream().map(Outcome::run).toList();
		Experiment experiment = new Experiment("orders",
				new About("Should the orders service switch to virtual threads?", About.Group.OTHER, List.of(), null),
				Cores.SHARED, List.of(), Metric.THROUGHPUT, List.of(),
				runs.stream().map(Run::variant).distinct().toList());
		Manifest manifest = new Manifest(experiment, runs, 42, Form.FULL, List.of("./bench", "run", "comparison"),
				Instant.EPOCH, 4.5, ENVIRONMENT);
		Map<String, RunRecord> records = new LinkedHashMap<>();
		runs.forEach((run) -> records
			.put(run.id(), new RunRecord(run, Instant.EPOCH, Knowledge.of(run.variant().service(), new Terms(
					"the service", new Terms.JvmTerms("21.0.9", 2, 0, "G1 Young Generation", 512L << 20), "", "",
					Collections.singletonMap(Limit.REQUEST_THREADS,
							run.variant().name().equals("virtual") ? null : (Integer) 200),
					List.of(new Endpoint("/orders/42", WaitsFor.NOTHING, List.of(Limit.REQUEST_THREADS), 0, false))),
					null, "21.0.9", 1L, null), Placement.SHARED,
					new RunRecord.Preparation(Duration.ofSeconds(10), null, null, null),
					new RunRecord.Commands(
							List.of("/jdk/bin/java", "-jar", "orders.jar", "--server.port=8086",
									"--server.address=127.0.0.1", "--management.server.address=127.0.0.1",
									"--server.compression=on"),
							List.of(), List.of("/jdk/bin/java", "-jar", "ApacheJMeter.jar")),
					null, null)));
		return Analysis.judge(manifest, outcomes, Map.of(), true, records, List.of());
	}

	private static Outcome own(String variant, String slots, @Nullable Integer rate, int round, double throughput,
			Behaviour.@Nullable Limit limit) {
		OwnService app = new OwnService("orders.jar", List.of(), null, null, OwnService.READY_WITHIN, slots, null,
				List.of(), null);
		Load load = new Load(Request.get("/orders/42"), 250, rate, Duration.ofSeconds(1),
				Load.WarmUp.of(Duration.ofSeconds(10)), Duration.ofSeconds(60), Duration.ofSeconds(10));
		Service service = new Service(app, Map.of(), null, load, List.of(), false, List.of(), null);
		Map<Metric, Double> figures = new TreeMap<>();
		Map.of(Metric.THROUGHPUT, throughput, Metric.LATENCY_P50, 500.0, Metric.LATENCY_P99, 990.0, Metric.ERRORS, 0.0,
				Metric.APP_CPU, 0.3, Metric.RSS_MEAN, 300.0, Metric.PLATFORM_THREADS_PEAK, 225.0, Metric.SERVING, 199.5,
				Metric.JMETER_SUMMARY, 390.0)
			.forEach(figures::put);
		return new Outcome(
				new Run(new Variant(variant, service, new Axis(Axis.USERS, List.of(250.0)), null),
						new Point(Axis.USERS, 250), round, 42),
				figures, List.of(Check.within(CheckKind.LAW, 1, 0.99, 1.01)),
				Map.of(CheckKind.LEDGER_SENT, "a service of your own counts no requests for the harness"),
				new Counts(Map.of(), Map.of("sent", 1L, "refused", 0L), Map.of(), Map.of(), Map.of()),
				new Behaviour(limit, List.of(), null, Map.of()), Series.NONE, null);
	}

	/** Programs whose published figures come from another machine. */
	private static Findings sharesOfPublished() {
		return with(with(inForm(Form.FULL, RecordedEvidence.findings("cpu-pool")), List.of()),
				List.of(program("few", 600, 77.43), program("many", 540, 60.44)), List.of());
	}

	private static Outcome program(String variant, double tasks, double published) {
		return new Outcome(run(variant, Published.of(published)), Map.of(Metric.TASKS_PER_SECOND, tasks), List.of(),
				Map.of(), Counts.NONE, Behaviour.NONE, Series.NONE, null);
	}

	private static Findings failedRun() {
		Run run = comparison().outcomes().getFirst().run();
		return withFirst(Outcome.failed(run,
				new Failure("the app ended before it was ready", List.of("Unrecognized option: -XX:Wrong", "bye"))));
	}

	/** The first run fails these checks, and the others pass. */
	static Findings failing(Check... checks) {
		return withFirst(with(comparison().outcomes().getFirst(), List.of(checks)));
	}

	private static Findings withFirst(Outcome first) {
		Findings findings = comparison();
		List<Outcome> outcomes = new ArrayList<>(findings.outcomes());
		outcomes.set(0, first);
		return with(findings, outcomes, List.of(new Claim.Invalid(List.of(first.run().id()), outcomes.size())));
	}

	private static Findings failedCheck() {
		Findings findings = comparison();
		List<Check> law = List.of(Check.within(CheckKind.LAW, 0.9, 0.99, 1.01));
		List<Outcome> outcomes = findings.outcomes().stream().map((outcome) -> with(outcome, law)).toList();
		return with(findings, outcomes, List
			.of(new Claim.Invalid(outcomes.stream().map((outcome) -> outcome.run().id()).toList(), outcomes.size())));
	}

	/** A run with another value of a figure. */
	static Outcome with(Outcome outcome, Metric metric, double value) {
		Map<Metric, Double> figures = new TreeMap<>(outcome.figures());
		figures.put(metric, value);
		return new Outcome(outcome.run(), figures, outcome.checks(), outcome.notApplied(), outcome.counts(),
				outcome.behaviour(), outcome.series(), null);
	}

	private static Outcome with(Outcome outcome, List<Check> checks) {
		return new Outcome(outcome.run(), outcome.figures(), checks, Map.of(), outcome.counts(), outcome.behaviour(),
				outcome.series(), null);
	}

	private static Findings repeated() {
		Findings findings = comparison();
		Result.CheckResult steal = new Result.CheckResult("machine-steal", 0.5, "<= 0.05", false);
		Result.CheckResult less = new Result.CheckResult("machine-steal", 0.25, "<= 0.05", false);
		return new Findings("comparison", findings.manifest(), findings.outcomes(),
				Map.of("webflux-250-r1",
						List.of(new Result.DisturbedTry(List.of(steal),
								new EnumMap<>(Map.of(Metric.THROUGHPUT, 401.5, Metric.OF_CEILING, 0.8025)), "raw/a"),
								new Result.DisturbedTry(List.of(less), Map.of(), "raw/b"))),
				List.of(), findings.claims(), List.of(), true, Map.of(), List.of());
	}

	/** No law tells what the variants should reach, so that they have to be compared. */
	static Findings withoutCeilings(Findings findings) {
		return with(findings, findings.outcomes().stream().map((outcome) -> {
			Map<Metric, Double> figures = new LinkedHashMap<>(outcome.figures());
			figures.remove(Metric.CEILING);
			return new Outcome(outcome.run(), figures, outcome.checks(), outcome.notApplied(), outcome.counts(),
					outcome.behaviour(), outcome.series(), outcome.failure());
		}).toList(), findings.claims());
	}

	private static Findings nothingFinished() {
		return new Findings("comparison", comparison().manifest(), List.of(), Map.of(), List.of(),
				List.of(new Claim.NothingFinished()), List.of(), false, Map.of(), List.of());
	}

	/** A JTL in which every text that comes from outside is this label. */
	static Findings labelled(String label) {
		Variant variant = new Variant(label, new RecordedLoad("load.jtl"), Axis.NONE, null);
		Outcome outcome = new Outcome(new Run(variant, new Point(Axis.USERS, 5), 1, 0),
				new TreeMap<>(Map.of(Metric.THROUGHPUT, 10.0, Metric.ERRORS, 1.0)),
				List.of(new Check(CheckKind.LAW, label, null, label, false)), Map.of(CheckKind.STEADY, label),
				new Counts(Map.of(ErrorKind.unanswered(label), 1L), Map.of(), Map.of(), Map.of(), Map.of()),
				Behaviour.NONE,
				new Series(0, 2, Map.of(Quantity.THROUGHPUT, new Track(List.of(0.0, 1.0), List.of(9.0, 11.0))),
						Map.of(), null, List.of()),
				null);
		Outcome failed = Outcome.failed(new Run(variant, new Point(Axis.USERS, 5), 2, 0),
				new Failure(label, List.of(label)));
		return new Findings(label, null, List.of(outcome, failed), Map.of(), List.of(),
				List.of(new Claim.ForeignSamples(Map.of(label, List.of(label)), Map.of(label, label), 0.09, true, true,
						List.of(label), List.of(label))),
				List.of(), false, Map.of(), List.of());
	}

	/** Pools of 4 to 8 threads get 20 tasks at once: the sequence that theory gives. */
	static Findings queues() {
		List<Outcome> outcomes = List.of(queue("synchronous", 0), queue("bounded", 10), queue("unbounded", 1000));
		List<Run> runs = outcomes.stream().map(Outcome::run).toList();
		Experiment experiment = new Experiment("queues",
				new About("When does a pool start threads, queue, and reject?", About.Group.POOLS, List.of(), null),
				Cores.SHARED, List.of(), Metric.REJECTED, List.of(), runs.stream().map(Run::variant).toList());
		Manifest manifest = new Manifest(experiment, runs, 42, Form.FULL, List.of("./bench", "run", "queues"),
				Instant.EPOCH, null, ENVIRONMENT);
		return new Findings("queues", manifest, outcomes, Map.of(), List.of(), List.of(), List.of(), true, Map.of(),
				List.of());
	}

	private static Outcome queue(String variant, int capacity) {
		int started = 0;
		int queued = 0;
		int rejected = 0;
		List<Event> events = new ArrayList<>();
		for (int task = 1; task <= 20; task++) {
			if (started < 4 || (queued == capacity && started < 8)) {
				started++;
				events.add(new Event(task, "started", Map.of("task", task, "thread", "pool-1-thread-" + started)));
			}
			else if (queued < capacity) {
				queued++;
				events.add(new Event(task, "queued", Map.of("task", task)));
			}
			else {
				rejected++;
				events.add(new Event(task, "rejected", Map.of("task", task)));
			}
		}
		Map<Metric, Double> figures = new TreeMap<>();
		figures.put(Metric.STARTED, (double) started);
		figures.put(Metric.QUEUED, (double) queued);
		figures.put(Metric.REJECTED, (double) rejected);
		return new Outcome(run(variant, null), figures,
				List.of(Check.equal(CheckKind.THEORY, rejected, rejected).of("rejected")), Map.of(), Counts.NONE,
				Behaviour.NONE, new Series(0, 0, Map.of(), Map.of(), null, events), null);
	}

	private static Run run(String variant, @Nullable Published published) {
		return new Run(new Variant(variant, new Program("lab.P", List.of(), null, null, List.of(), null), Axis.NONE,
				published), Point.NONE, 1, 42);
	}

	/** The same findings with other outcomes, as if every run had come out so. */
	static Findings with(Findings findings, List<Outcome> outcomes, List<Claim> claims) {
		return new Findings(findings.name(), findings.manifest(), outcomes, findings.repeated(), findings.summary(),
				claims, findings.effects(), findings.complete(), findings.records(), findings.earlier());
	}

	/** The same findings with this answer alone, about these effects. */
	static Findings with(Findings findings, List<Claim> claims, EffectResult... effects) {
		return new Findings(findings.name(), findings.manifest(), findings.outcomes(), findings.repeated(),
				findings.summary(), claims, List.of(effects), findings.complete(), findings.records(),
				findings.earlier());
	}

}
