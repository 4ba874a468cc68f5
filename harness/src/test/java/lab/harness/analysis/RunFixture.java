package lab.harness.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Prediction;
import lab.harness.model.experiment.Readers;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.ShippedEndpoints;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.EventTotals;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.RunRecord.AppliedFault;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.CoreSample;
import lab.harness.model.result.Sample.MachineSample;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.model.result.SideRequest;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import lab.wire.Limit;
import lab.wire.Terms;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A run that can be followed by hand: 2 users, every request takes exactly 500 ms, so 4
 * req/s; 12 s from the first request to the last, 4 requests in each second. The window
 * is 2..12 s. The app uses 8 ms of CPU a second, so 2 ms a request.
 */
class RunFixture {

	static final long T0 = 1_000_000;

	static final long MIB = 1024 * 1024;

	private static final int SECONDS = 12;

	String variant = "virtual";

	Axis axis = new Axis(Axis.USERS, List.of(2.0));

	App app = App.TOMCAT_VIRTUAL;

	/** The terms of a service of one's own in place of the app. */
	@Nullable Terms ownTerms;

	/** The mean wait that the file gives for it. */
	@Nullable Duration meanWait;

	boolean hasJvm = true;

	boolean isVisible = true;

	/** Whether the slow backend is behind it. */
	boolean hasBackend = true;

	String path = "/";

	/** Several paths in place of the one. */
	@Nullable Paths paths;

	Duration timeout = Duration.ofSeconds(10);

	/** Users that the load says; the files are those of 2. */
	int users = 2;

	/** Arrivals a second, or null for 2 users. */
	@Nullable Integer rate;

	/** The connections of users that the server keeps, or null for no limit. */
	@Nullable Integer serverConnections;

	/** How long the server keeps connections, in words. */
	String keepAlive = "kept";

	/** The processors of the app, or null for all. */
	@Nullable String cpus;

	/** What subscribers read, or null for requests that end. */
	@Nullable EventTotals events;

	/** The share of the capacity that the rate is, in per cent, or null. */
	@Nullable Double ofCapacity;

	/** What goes wrong, with seconds from the first request. */
	List<AppliedFault> faults = List.of();

	boolean mayExit;

	RunRecord.@Nullable Exit exit;

	@Nullable Long liveHeapAfter = 50 * MIB;

	@Nullable Integer requestThreads;

	int databaseConnections = 10;

	Placement placement = Placement.SHARED;

	Prediction.@Nullable Formula formula;

	List<SideRequest> side = List.of();

	String header = "timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads";

	UnaryOperator<String> row = UnaryOperator.identity();

	UnaryOperator<Sample> sample = UnaryOperator.identity();

	Run run() {
		Request request = (this.paths != null) ? new Request(this.paths, Request.Method.GET, Map.of(), null, null)
				: Request.get(this.path);
		Load load = new Load(request, this.users, this.rate, Duration.ofSeconds(1), Load.WarmUp.of(Duration.ZERO),
				Duration.ofSeconds(13), this.timeout, null, (this.events != null) ? new Readers(0.0, 0.0) : null);
		Service service = new Service(
				(this.ownTerms != null) ? new OwnService("a.jar", List.of(), null, null, OwnService.READY_WITHIN, null,
						this.meanWait, List.of(), null) : this.app,
				Map.of(), this.hasBackend ? new Service.Backend(DelayDistribution.parse("uniform 0ms..1000ms")) : null,
				load, this.faults.stream().map(AppliedFault::fault).toList(), this.mayExit, List.of(), null, this.cpus);
		Point point = (this.ofCapacity != null) ? new Point(Axis.OF_CAPACITY, this.ofCapacity)
				: (this.rate != null) ? new Point(Axis.RATE, this.rate) : new Point(Axis.USERS, 2);
		return new Run(new Variant(this.variant, service, this.axis, null), point, 1, 42);
	}

	RunRecord record() {
		Terms terms = (this.ownTerms != null) ? this.ownTerms
				: terms(this.app, this.requestThreads, this.databaseConnections);
		Map<Limit, @Nullable Integer> limits = new HashMap<>(terms.limits());
		if (this.serverConnections != null) {
			limits.put(Limit.SERVER_CONNECTIONS, this.serverConnections);
		}
		terms = new Terms(terms.application(), terms.jvm(), this.keepAlive, terms.httpClient(), limits,
				terms.endpoints());
		Run run = run();
		Knowledge knowledge = (this.ownTerms == null) ? knowledge(run, terms) : Knowledge.of(run.variant().service(),
				terms, null, this.hasJvm ? "25" : null, this.isVisible ? (Long) 1L : null, null);
		return new RunRecord(run, Instant.EPOCH, knowledge, this.placement,
				new RunRecord.Preparation(Duration.ZERO, 40 * MIB, null, null),
				new RunRecord.Commands(List.of(), List.of(), List.of()),
				new RunRecord.End(3.9, 0, this.faults, this.exit, this.liveHeapAfter), null);
	}

	/** The knowledge of a shipped app. */
	static Knowledge knowledge(Run run, Terms terms) {
		return Knowledge.of(run.variant().service(), terms, URI.create("http://127.0.0.1:9081/actuator/ledger"),
				terms.jvm().jdk(), 1L, null);
	}

	/** The terms of an app whose JVM sees two cores. */
	static Terms terms(App app, @Nullable Integer requestThreads, int databaseConnections) {
		Map<Limit, @Nullable Integer> limits = new EnumMap<>(Limit.class);
		limits.put(Limit.REQUEST_THREADS, requestThreads);
		limits.put(Limit.EVENT_LOOPS, 4);
		limits.put(Limit.BOUNDED_ELASTIC, 20);
		limits.put(Limit.PINNED_CARRIERS, null);
		limits.put(Limit.BACKEND_CONNECTIONS, 10_000);
		limits.put(Limit.DATABASE_CONNECTIONS, databaseConnections);
		limits.put(Limit.BULKHEAD, 150);
		limits.put(Limit.CONCURRENCY_LIMIT, 150);
		return new Terms(app.toString(), new Terms.JvmTerms("25", 2, 2, "G1", 512), "kept", "Apache", limits,
				ShippedEndpoints.of(app));
	}

	Experiment experiment(Expectation... expect) {
		return new Experiment("fixture",
				new About("?", About.Group.OTHER, List.of(),
						(this.formula != null) ? new Prediction("words", this.formula) : null),
				Cores.SHARED, List.of(expect), Metric.THROUGHPUT, List.of(), List.of(run().variant()));
	}

	/** Writes its files into the folder of a result. */
	Evidence write(Path result) {
		Evidence evidence = Evidence.of(result, run());
		try {
			Files.createDirectories(evidence.folder());
			DataFile.write(evidence.record(), record());
			Files.write(evidence.probe(), samples().map(DataFile::line).toList());
			Files.write(evidence.sideRequests(), this.side.stream().map(DataFile::line).toList());
			if (this.events != null) {
				DataFile.write(evidence.events(), this.events);
			}
			List<String> rows = new ArrayList<>(List.of(this.header));
			for (long start = T0; start < T0 + SECONDS * 1000 + 1; start += 500) {
				rows.add(this.row.apply(start + ",500,variant,200,OK,true,2"));
				rows.add(this.row.apply(start + ",500,variant,200,OK,true,2"));
			}
			Files.write(evidence.jtl(), rows);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return evidence;
	}

	Outcome analyse(Path result, Expectation... expect) {
		return Analysis.of(write(result), experiment(expect));
	}

	ServiceRun measured(Path result) {
		return ServiceRun.read(write(result), record());
	}

	/**
	 * A sample before, one each second, one after. All 50 requests are done in the last.
	 */
	private Stream<Sample> samples() {
		List<Sample> samples = new ArrayList<>();
		samples.add(sampleAt(-1, 0));
		for (int second = 0; second <= SECONDS; second++) {
			samples.add(sampleAt(second, 4L * second));
		}
		samples.add(sampleAt(SECONDS + 2, 50));
		return samples.stream().map(this.sample);
	}

	private static Sample sampleAt(int second, long completed) {
		return new Sample(T0 + second * 1000L, true,
				new Sample.Processes(new ProcessSample(100 + 8L * second, 300 * MIB, 30, 0, null),
						new ProcessSample(50 + 4L * second, 100 * MIB, 20, 0, null),
						new ProcessSample(1000 + 12L * second, 500 * MIB, 520, 0, null)),
				new MachineSample(1000L * second, 0, List.of(new CoreSample(0, 0), new CoreSample(1, 1000L * second))),
				2,
				new AppLedger(
						new AppLedger.Requests(completed, completed, 0, 0, 0, 0, Map.of("virtual", completed),
								Map.of()),
						new AppLedger.Calls(completed, 0, 0, Map.of(), 0), null,
						new AppLedger.JvmCounters(MIB, second, second / 4, 3L * second)),
				backend(completed, completed, 2.0 * Math.max(0, second), 500.0 * completed, 501.0 * completed),
				Map.of());
	}

	/** A fault that hangs the backend, between two moments in milliseconds. */
	static List<AppliedFault> hang(long from, long to) {
		return List.of(new AppliedFault(new PlannedFault(PlannedFault.Kind.HANG, Duration.ofMillis(from),
				Duration.ofMillis(to - from), 1.0, null), T0 + from, T0 + to, null));
	}

	/**
	 * The sample with other values, by their names in JSON. A name that a sample has more
	 * than once is that of the app.
	 */
	static Sample with(Sample sample, Map<String, ?> values) {
		ObjectNode tree = DataFile.mapper().valueToTree(sample);
		values.forEach((name, value) -> {
			assertThat(tree.findParent(name)).as(name).isNotNull();
			((ObjectNode) tree.findParent(name)).set(name, DataFile.mapper().valueToTree(value));
		});
		return DataFile.mapper().treeToValue(tree, Sample.class);
	}

	/** Counters of a backend that broke no answer. */
	static BackendCounters backend(long received, long completed, double inFlightSeconds, double drawnMillis,
			double givenMillis) {
		return new BackendCounters(new BackendCounters.Requests(received, completed, 0, 0, 0, 0, inFlightSeconds, 0),
				new BackendCounters.Delays(drawnMillis, givenMillis, new BackendCounters.TimerError(0, 0), 0, 0),
				Map.of(), Map.of());
	}

	/** The backend draws and gives other delays. */
	static Sample withDelays(Sample sample, double drawn, double given) {
		long completed = sample.counters().requests().completed();
		return with(sample, Map.of("drawnMillis", drawn * completed, "givenMillis", given * completed));
	}

	/** This share of the requests waits at the backend. */
	static Sample withWaiting(Sample sample, double share) {
		BackendCounters counters = sample.counters();
		return with(sample,
				Map.of("counters",
						backend(counters.requests().received(), counters.requests().completed(),
								share * counters.requests().inFlightSeconds(), counters.delays().drawnMillis(),
								counters.delays().givenMillis())));
	}

	/** The machine, of two processors, has this share of its time to spare. */
	static Sample withIdle(Sample sample, double share) {
		return with(sample, Map.of("idleMillis", Math.round(share * 2 * (sample.at() - T0))));
	}

	static Sample stale(Sample sample) {
		return with(sample, Map.of("fresh", false));
	}

	static Check check(Outcome outcome, CheckKind kind) {
		return outcome.checks().stream().filter((check) -> check.kind() == kind).findFirst().orElseThrow();
	}

	static Map<CheckKind, @Nullable Double> failed(Outcome outcome) {
		Map<CheckKind, @Nullable Double> failed = new HashMap<>();
		outcome.failedChecks().forEach((check) -> failed.put(check.kind(), check.value()));
		return failed;
	}

}
