package lab.harness.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Load;
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
import lab.harness.run.WarmUp.Warmed;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.CpuAffinity;
import lab.harness.run.process.JvmSpec;
import lab.harness.run.process.LineCount;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;

/**
 * Carries out runs of services: backend and app of each are started and warmed up, JMeter
 * loads the app, the probe samples, faults come and go. Runs at the same time have ports
 * that are given out, and their loads begin together; runs at several points follow each
 * other in the same JVMs. Each leaves {@code run.json}, {@code load.jtl},
 * {@code probe.jsonl}, {@code app.log}, {@code backend.log}, {@code jmeter.log} and
 * {@code jmeter.out}; {@code warm-up.log} and {@code warm-up.out} of JMeter's warm-up,
 * {@code trial.log} and {@code trial.out} of the group that is tried, and
 * {@code warm-up.jtl} if nobody else counts its requests; {@code jmeter.jmx},
 * {@code warm-up.jmx}, {@code values.csv} and {@code paths.csv} where the request is more
 * than a GET of one path; {@code side-requests.jsonl} where there are faults, and
 * {@code class-histogram.txt} where the variant asks for one.
 */
final class HttpRunner implements Runner {

	/** The gentle load that trains an AOT cache. */
	private static final Duration TRAINING = Duration.ofSeconds(20);

	private static final Duration MOST_TRAINING = Duration.ofMinutes(2);

	private static final Progress SILENT = new Progress() {
	};

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
	public void requireStartable(Run run, boolean together) {
		try {
			Service service = run.variant().service();
			List<Integer> ports = together ? Ports.give(2) : List.of(Ports.BACKEND, service.app().port());
			TestedSystem.of(this.launcher, service, ports.getFirst(), ports.getLast()).requireStartable();
			this.jmeter.require(service);
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
		AotCache cache = (service.app() instanceof App app) ? this.launcher.aotCache(app, service) : null;
		if (cache != null && !cache.exists()) {
			train(run, cache);
		}
		String variant = run.variant().name();
		if (TestedSystem.isOfReader(service) && this.rehearsed.add(variant)) {
			this.progress.say("Trying " + variant + " ...");
			rehearse(run, (started) -> {
				RunningSystem system = started.getFirst().system();
				system.ledger();
				Optional.ofNullable(system.knowledge().slots().whyMissing())
					.ifPresent((reason) -> this.progress.say(variant + ": " + reason));
			});
		}
	}

	/** Starts an app that writes its AOT cache when it ends. */
	private void train(Run run, AotCache cache) throws InterruptedException {
		this.progress.say("Training the AOT cache of " + run.words() + ", which takes half a minute once ...");
		rehearse(run.with(cache.training()), (started) -> {
			Started one = started.getFirst();
			if (cache.byRequests()) {
				new WarmUp(this.jmeter, SILENT, this.period).once(one.evidence(), one.system(),
						Load.WarmUp.of(TRAINING));
			}
			ChildProcess app = one.system().app().process();
			app.terminate();
			if (!app.endsWithin(MOST_TRAINING)) {
				throw new RunFailedException(
						"the JVM had not written the AOT cache after " + MOST_TRAINING.toSeconds() + " s",
						app.lastLogLines(ChildProcess.LOG_TAIL));
			}
		});
		cache.keep();
	}

	/** Starts a service in a temporary folder, and stops it when the work is done. */
	private void rehearse(Run run, Work work) throws InterruptedException {
		Path folder = temporaryFolder();
		try {
			withSystems(List.of(new Evidence(run, folder)), List.of(), work);
		}
		catch (RunFailedException ex) {
			String log = String.join("\n", ex.failure().log());
			// The log is deleted with its folder.
			String reason = ex.failure().reason().replaceFirst("; its log is .*", "");
			throw new InvalidInputException(reason + (log.isEmpty() ? "" : "; its last lines:\n" + log), ex);
		}
		finally {
			delete(folder);
		}
	}

	/** Names the variant, since the reader may have several services. */
	private static InvalidInputException named(Run run, InvalidInputException ex) {
		return TestedSystem.isOfReader(run.variant().service())
				? new InvalidInputException(run.variant().name() + ": " + ex.getMessage(), ex) : ex;
	}

	private static Path temporaryFolder() {
		try {
			return Files.createTempDirectory("bench-service");
		}
		catch (IOException ex) {
			throw new InvalidInputException("no temporary folder can be made: " + ex.getMessage(), ex);
		}
	}

	/** Deletes a folder with all that is in it, as far as it can be deleted. */
	static void delete(Path folder) {
		try (Stream<Path> files = Files.walk(folder)) {
			files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
		}
		catch (IOException | UncheckedIOException ex) {
			// What is left is in use, or replaced.
		}
	}

	@Override
	public List<Installation> installations(Run run) {
		Service service = run.variant().service();
		return Stream
			.concat(TestedSystem.of(this.launcher, service, Ports.BACKEND, service.app().port()).installations(),
					Stream.of(this.launcher.installation(JvmSpec.JMETER, null)))
			.toList();
	}

	@Override
	public boolean run(List<Evidence> group, boolean ifRoom, Predicate<Duration> isTimeFor)
			throws InterruptedException {
		group.forEach((evidence) -> this.jmeter.require(evidence.run().variant().service()));
		this.progress.phase(Phase.STARTING, Duration.ZERO);
		List<List<Evidence>> stages = Schedule.by(group, (one) -> one.run().point());
		AtomicBoolean room = new AtomicBoolean(true);
		withSystems(stages.getFirst(), List.of(), (started) -> {
			List<Warm> warm = warmUp(started, isTimeFor);
			if (ifRoom) {
				List<Evidence> most = Collections.max(stages,
						Comparator.comparing((stage) -> stage.getFirst().run().point().value()));
				room.set(new Trial(this.jmeter, this.progress, this.period)
					.hasRoom(warm.stream().map((one) -> one.at(most).started()).toList(), Trial.MOST_SHARE));
			}
			boolean ofCapacity = stages.getFirst().getFirst().run().point().axis().equals(Axis.OF_CAPACITY);
			double capacity = ofCapacity
					? new Capacity(this.jmeter, this.progress, this.period).measure(warm.getFirst().started()) : 0;
			for (List<Evidence> stage : room.get() ? stages : List.<List<Evidence>>of()) {
				measure(warm.stream().map((one) -> one.at(ofCapacity ? arriving(stage, capacity) : stage)).toList());
			}
			this.progress.phase(Phase.STOPPING, Duration.ZERO);
		});
		return room.get();
	}

	/** Makes a share of the capacity a rate. */
	private static List<Evidence> arriving(List<Evidence> stage, double capacity) {
		return stage.stream()
			.map((one) -> new Evidence(one.run().arriving(Capacity.rate(capacity, one.run().point().value())),
					one.folder()))
			.toList();
	}

	/**
	 * Starts the systems of a group one after the other, so that a port is in use before
	 * the next is given, and stops them when the work is done.
	 * @param started those that are ready
	 */
	private void withSystems(List<Evidence> group, List<Started> started, Work work) throws InterruptedException {
		if (started.size() == group.size()) {
			work.on(started);
			return;
		}
		Evidence next = group.get(started.size());
		Service service = next.run().variant().service();
		boolean alone = group.size() == 1;
		List<Integer> ports = alone ? List.of(Ports.BACKEND, service.app().port()) : Ports.give(2);
		try (PostgreSql database = PostgreSql.startFor(service);
				RunningSystem system = start(next, (database != null) ? database.in(service) : service, ports)) {
			long readyMillis = Duration.between(system.app().process().startedAt(), Instant.now()).toMillis();
			withSystems(group,
					Stream.concat(started.stream(), Stream.of(new Started(next, system, readyMillis))).toList(), work);
		}
	}

	private RunningSystem start(Evidence evidence, Service service, List<Integer> ports) throws InterruptedException {
		try {
			return TestedSystem.of(this.launcher, service, ports.getFirst(), ports.getLast())
				.start(this.placement, evidence.folder());
		}
		catch (InvalidInputException ex) {
			throw named(evidence.run(), ex);
		}
		catch (RunFailedException ex) {
			Run run = evidence.run();
			throw TestedSystem.isOfReader(service)
					? new RunFailedException(run.variant().name() + ": " + ex.failure().reason(), ex.failure().log())
					: ex;
		}
	}

	/** Warms up each app while the others are idle. */
	List<Warm> warmUp(List<Started> group, Predicate<Duration> isTimeFor) throws InterruptedException {
		WarmUp warmUp = new WarmUp(this.jmeter, this.progress, this.period);
		List<Warm> warm = new ArrayList<>();
		for (Started one : group) {
			ChildProcess app = one.system().app().process();
			CpuAffinity.spreadCompilers(app, this.placement);
			warm.add(new Warm(one, warmUp.carryOut(one.evidence(), one.system(), isTimeFor)));
			CpuAffinity.gather(app, this.placement);
		}
		return warm;
	}

	/** Measures all apps of a group at the same time. */
	List<RunRecord> measure(List<Warm> group) throws InterruptedException {
		Map<ServiceSampler, Long> together = new ConcurrentHashMap<>();
		CyclicBarrier start = new CyclicBarrier(group.size());
		Progress quiet = (group.size() == 1) ? this.progress : SILENT;
		List<Measurement> measurements = new ArrayList<>();
		for (Warm one : group) {
			ServiceSampler sampler = new ServiceSampler(one.started().system(), together);
			measurements.add(() -> measure(one, sampler, quiet, start));
		}
		if (group.size() > 1) {
			this.progress.phase(Phase.MEASURING,
					group.getFirst().started().evidence().run().variant().service().load().measure());
		}
		return atOnce(measurements);
	}

	/** Carries out measurements at the same time; the first failure ends all of them. */
	private static List<RunRecord> atOnce(List<Measurement> measurements) throws InterruptedException {
		if (measurements.size() == 1) {
			return List.of(measurements.getFirst().carryOut());
		}
		ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("run-", 1).factory());
		try {
			CompletionService<RunRecord> ended = new ExecutorCompletionService<>(threads);
			measurements.forEach((measurement) -> ended.submit(measurement::carryOut));
			List<RunRecord> records = new ArrayList<>();
			while (records.size() < measurements.size()) {
				records.add(ended.take().get());
			}
			return records;
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof InterruptedException interrupted) {
				throw interrupted;
			}
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex);
		}
		finally {
			threads.shutdownNow();
			threads.close();
		}
	}

	/** Measures a warm app, from the moment at which all of its group can begin. */
	private RunRecord measure(Warm one, ServiceSampler sampler, Progress progress, CyclicBarrier start)
			throws InterruptedException {
		Evidence evidence = one.started().evidence();
		RunningSystem system = one.started().system();
		Run run = evidence.run();
		Service service = run.variant().service();
		one.started().seed();
		// A count stops the JVM, and without a ledger no check needs it.
		boolean hasLedger = system.knowledge().hasLedger();
		boolean heapCounts = service.hasOpenLoadOrFaults() && hasLedger;
		Long heapBefore = heapCounts ? LiveHeap.bytes(system.app().process()) : null;
		Preparation preparation = new Preparation(one.warmUp().time(), heapBefore, one.warmUp().cpuMillis(),
				one.started().readyMillis());
		LineCount samples = new LineCount(evidence.jtl());
		try (Probe probe = new Probe(sampler, evidence.probe(),
				(sample) -> progress.answers(sample.at(),
						hasLedger ? sample.ledger().requests().completed() : samples.now()),
				this.period); FaultSchedule faults = new FaultSchedule(evidence, system, service.faults())) {
			sampleEdge(probe, "before");
			start.await();
			progress.phase(Phase.MEASURING, service.load().measure());
			RunRecord begun = load(evidence, system, sampler, probe, faults, preparation);
			progress.phase(Phase.DRAINING, Duration.ZERO);
			Exit exit = faults.exit(() -> {
				system.awaitDrained(one.started().drainLimit());
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
		catch (BrokenBarrierException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Waits from the start of JMeter to its end; it is stopped whatever happens. */
	private RunRecord load(Evidence evidence, RunningSystem system, ServiceSampler sampler, Probe probe,
			FaultSchedule faults, Preparation preparation) throws InterruptedException, IOException {
		Service service = evidence.run().variant().service();
		Instant startedAt = Instant.now();
		int port = system.app().port();
		try (ChildProcess generator = (service.load().readers() == null)
				? this.jmeter.measure(evidence, port, system.knowledge())
				: Subscribers.start(this.launcher, this.placement.generator(), evidence, port)) {
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
				List<ChildProcess> others = system.processes(service.mayExit() || service.isTerminated());
				new LoadWatch(others, () -> this.period).await(generator,
						JMeter.bound(service.load(), service.load().measure()), () -> {
							probe.check();
							faults.check();
							histogram.check();
							return true;
						});
			}
			finally {
				histogram.end();
				faults.end();
				probe.end();
				sampler.generator(null);
			}
			CpuAffinity.requireUnmoved(system.app().process(), this.placement.app());
			return begun;
		}
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
	private static @Nullable Double jmeterSummary(Evidence evidence) throws IOException {
		Load load = evidence.run().variant().service().load();
		Integer rate = load.rate();
		if (rate != null) {
			new ArrivalSchedule(evidence.run().seed(), rate, load.measure()).addTo(evidence.jtl());
		}
		return (load.readers() != null) ? null : (Double) JMeter.summary(evidence.folder().resolve("jmeter.out"));
	}

	/**
	 * A run whose system is ready.
	 *
	 * @param readyMillis milliseconds from the start of the app's process until it was
	 * ready, and its terms were read
	 */
	record Started(Evidence evidence, RunningSystem system, long readyMillis) {

		/** For users who give up, and for faults. */
		static final Duration MIN_DRAIN_LIMIT = Duration.ofSeconds(60);

		Service service() {
			return this.evidence.run().variant().service();
		}

		/**
		 * Gives the backend the delays of the load. They begin again with the first, so
		 * that every variant draws the same.
		 */
		void seed() {
			if (service().backend() != null) {
				this.system.seed(service().latency().text(), this.evidence.run().seed());
			}
		}

		/**
		 * The longest wait for requests in flight. Users who gave up leave requests
		 * behind that the app works on until its own timeouts end them or its queue is
		 * empty: 10,000 connections at 200 requests a second take 50 s.
		 */
		Duration drainLimit() {
			Service service = service();
			Duration timeout = service.load().timeout();
			return (service.hasOpenLoadOrFaults() && timeout.compareTo(MIN_DRAIN_LIMIT) < 0) ? MIN_DRAIN_LIMIT
					: timeout;
		}

	}

	/** A run whose app is warm. */
	record Warm(Started started, Warmed warmUp) {

		/** The run of the same variant at another point. */
		private Warm at(List<Evidence> point) {
			String variant = this.started.evidence.run().variant().name();
			Evidence next = point.stream()
				.filter((one) -> one.run().variant().name().equals(variant))
				.findFirst()
				.orElseThrow();
			return new Warm(new Started(next, this.started.system, this.started.readyMillis), this.warmUp);
		}

	}

	private interface Measurement {

		RunRecord carryOut() throws InterruptedException;

	}

	/** Work on systems that are ready. */
	private interface Work {

		void on(List<Started> started) throws InterruptedException;

	}

}
