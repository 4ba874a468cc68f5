package lab.harness.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.RunRecord.Commands;
import lab.harness.model.result.RunRecord.End;
import lab.harness.model.result.RunRecord.Exit;
import lab.harness.model.result.RunRecord.Preparation;
import lab.harness.model.result.Sample;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.Progress.Phase;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.LineCount;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a run of a service: backend and app are started and warmed up, JMeter loads
 * the app, the probe samples, faults come and go. Leaves {@code run.json},
 * {@code load.jtl}, {@code probe.jsonl}, {@code app.log}, {@code backend.log},
 * {@code jmeter.log} and {@code jmeter.out}; {@code warm-up.log} and {@code warm-up.out}
 * of JMeter's warm-up; {@code jmeter.jmx}, {@code warm-up.jmx}, {@code values.csv} and
 * {@code paths.csv} where the request is more than a GET of one path;
 * {@code side-requests.jsonl} where there are faults, and {@code class-histogram.txt}
 * where the variant asks for one.
 */
final class HttpRunner implements Runner {

	private static final Duration MIN_DRAIN_LIMIT = Duration.ofSeconds(60);

	private final Launcher launcher;

	private final Placement placement;

	private final JMeter jmeter;

	private final Progress progress;

	private final Duration period;

	/** The variants whose service was tried. */
	private final Set<String> rehearsed = new HashSet<>();

	/** Creates a runner that reads the app's counters once a period. */
	HttpRunner(Launcher launcher, Placement placement, Progress progress, Duration period) {
		this.launcher = launcher;
		this.placement = placement;
		this.jmeter = new JMeter(launcher, placement.generator());
		this.progress = progress;
		this.period = period;
	}

	@Override
	public void requireStartable(Run run) {
		try {
			system(run.variant().service()).requireStartable();
			this.jmeter.require(run.variant().service().load());
		}
		catch (InvalidInputException ex) {
			throw named(run, ex);
		}
	}

	/**
	 * Starts a service of the reader's own, sends it the first requests, and stops it, so
	 * that a mistake is found before anything is measured or written.
	 */
	@Override
	public void rehearse(Run run) throws InterruptedException {
		Service service = run.variant().service();
		if (!isOwn(run) || !this.rehearsed.add(run.variant().name())) {
			return;
		}
		this.progress.say("Trying " + run.variant().name() + " ...");
		Path folder = temporaryFolder();
		try (PostgreSql database = PostgreSql.startFor(service);
				RunningSystem system = start(database, service, folder)) {
			system.ledger();
		}
		catch (RunFailedException ex) {
			String log = String.join("\n", ex.failure().log());
			// The log is deleted with its folder.
			String reason = ex.failure().reason().replace("; its log is " + folder.resolve("app.log"), "");
			throw named(run,
					new InvalidInputException(reason + (log.isEmpty() ? "" : "; its last lines:\n" + log), ex));
		}
		catch (InvalidInputException ex) {
			throw named(run, ex);
		}
		finally {
			delete(folder);
		}
	}

	private static boolean isOwn(Run run) {
		return run.variant().service().app() instanceof OwnService;
	}

	/** Names the variant, since the reader may have several services. */
	private static InvalidInputException named(Run run, InvalidInputException ex) {
		return isOwn(run) ? new InvalidInputException(run.variant().name() + ": " + ex.getMessage(), ex) : ex;
	}

	private static Path temporaryFolder() {
		try {
			return Files.createTempDirectory("bench-service");
		}
		catch (IOException ex) {
			throw new InvalidInputException("no temporary folder can be made: " + ex.getMessage(), ex);
		}
	}

	private static void delete(Path folder) {
		try (Stream<Path> files = Files.walk(folder)) {
			files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
		}
		catch (IOException | UncheckedIOException ex) {
			// The system deletes what is left of a temporary folder.
		}
	}

	private TestedSystem system(Service service) {
		return TestedSystem.of(this.launcher, service, Ports.BACKEND, service.app().port());
	}

	private RunningSystem start(@Nullable PostgreSql database, Service service, Path folder)
			throws InterruptedException {
		return system((database != null) ? database.in(service) : service).start(this.placement, folder);
	}

	@Override
	public List<Installation> installations(Run run) {
		return Stream
			.concat(system(run.variant().service()).installations(),
					Stream.of(this.launcher.installation(JvmSpec.JMETER, null)))
			.toList();
	}

	@Override
	public void run(Evidence evidence) throws InterruptedException {
		Service service = evidence.run().variant().service();
		this.jmeter.require(service.load());
		this.progress.phase(Phase.STARTING, Duration.ZERO);
		try (PostgreSql database = PostgreSql.startFor(service);
				RunningSystem system = start(database, service, evidence.folder())) {
			measure(evidence, system);
			this.progress.phase(Phase.STOPPING, Duration.ZERO);
		}
	}

	RunRecord measure(Evidence evidence, RunningSystem system) throws InterruptedException {
		Run run = evidence.run();
		Service service = run.variant().service();
		Duration warmUp = new WarmUp(this.jmeter, this.progress, this.period).carryOut(evidence, system);
		// The delays begin again with the first, so that every variant draws the same.
		if (service.backend() != null) {
			system.seed(service.latency().text(), run.seed());
		}
		// A count stops the JVM, and without a ledger no check needs it.
		boolean hasLedger = system.knowledge().hasLedger();
		boolean heapCounts = service.hasOpenLoadOrFaults() && hasLedger;
		Long heapBefore = heapCounts ? LiveHeap.bytes(system.app().process()) : null;
		Preparation preparation = new Preparation(system.app().startMillis(),
				(system.backend() != null) ? system.backend().startMillis() : 0, warmUp, heapBefore);
		ServiceSampler sampler = new ServiceSampler(system);
		LineCount samples = new LineCount(evidence.jtl());
		try (Probe probe = new Probe(sampler, evidence.probe(),
				(sample) -> this.progress.answers(sample.at(),
						hasLedger ? sample.ledger().requests().completed() : samples.now()),
				this.period); FaultSchedule faults = new FaultSchedule(evidence, system, service.faults())) {
			sampleEdge(probe, "before");
			this.progress.phase(Phase.MEASURING, service.load().measure());
			RunRecord begun = load(evidence, system, sampler, probe, faults, preparation);
			this.progress.phase(Phase.DRAINING, Duration.ZERO);
			Exit exit = faults.exit(() -> {
				system.awaitDrained(drainLimit(service));
				sampleEdge(probe, "after");
			});
			Long heapAfter = (heapCounts && exit == null) ? LiveHeap.bytes(system.app().process()) : null;
			RunRecord ended = begun
				.ended(new End(jmeterSummary(evidence), probe.skipped(), faults.applied(), exit, heapAfter));
			DataFile.write(evidence.record(), ended);
			return ended;
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write into " + evidence.folder() + ": " + ex.getMessage(), ex);
		}
	}

	/** Waits from the start of JMeter to its end; it is stopped whatever happens. */
	private RunRecord load(Evidence evidence, RunningSystem system, ServiceSampler sampler, Probe probe,
			FaultSchedule faults, Preparation preparation) throws InterruptedException, IOException {
		Service service = evidence.run().variant().service();
		Instant startedAt = Instant.now();
		try (ChildProcess generator = this.jmeter.measure(evidence, system.app().port(), system.knowledge())) {
			RunRecord begun = new RunRecord(evidence.run(), startedAt, system.knowledge(), this.placement, preparation,
					new Commands(system.app().process().command(),
							(system.backend() != null) ? system.backend().process().command() : List.of(),
							generator.command()),
					null, null);
			DataFile.write(evidence.record(), begun);
			sampler.generator(generator);
			BackgroundTask histogram = LiveHeap.histogramUnderLoad(evidence, system);
			probe.start();
			faults.start();
			try {
				List<ChildProcess> others = system.processes(service.mayExit() || service.terminated());
				new LoadWatch(others, () -> this.period).await(generator,
						JMeter.bound(service.load(), service.load().measure()), () -> {
							probe.check();
							faults.check();
							histogram.check();
						});
			}
			finally {
				histogram.end();
				faults.end();
				probe.end();
				sampler.generator(null);
			}
			return begun;
		}
	}

	/**
	 * The longest wait for requests in flight. Users who gave up leave requests behind
	 * that the app works on until its own timeouts end them or its queue is empty: 10,000
	 * connections at 200 requests a second take 50 s.
	 */
	private static Duration drainLimit(Service service) {
		Duration timeout = service.load().timeout();
		return (service.hasOpenLoadOrFaults() && timeout.compareTo(MIN_DRAIN_LIMIT) < 0) ? MIN_DRAIN_LIMIT : timeout;
	}

	/** Retries until a fresh sample marks an edge of the window. */
	private static void sampleEdge(Probe probe, String when) {
		for (int attempt = 0; attempt < 3; attempt++) {
			if (probe.sample().filter(Sample::fresh).isPresent()) {
				return;
			}
		}
		throw new RunFailedException("the counters of app and backend could not be read " + when
				+ " the load; does the app answer on its management port?");
	}

	/**
	 * Reads JMeter's own throughput, and adds to its samples when each open arrival was
	 * due.
	 */
	private static double jmeterSummary(Evidence evidence) throws IOException {
		Load load = evidence.run().variant().service().load();
		Integer rate = load.rate();
		if (rate != null) {
			new ArrivalSchedule(evidence.run().seed(), rate, load.measure()).addTo(evidence.jtl());
		}
		return JMeter.summary(evidence.folder().resolve("jmeter.out"));
	}

}
