package lab.harness.probe;

import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import lab.harness.target.AppLedger;
import lab.harness.target.BackendCounters;
import lab.harness.target.Jvm;
import lab.harness.target.RunFailedException;
import lab.harness.target.Service;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Samples a run once a second, and writes each sample as a line of {@code probe.jsonl} at
 * once. Where a management port does not answer within 2 s the sample says so, and what
 * the operating system knows is written all the same. A sample of a process that has
 * ended is left out and counted.
 */
public final class Probe implements AutoCloseable {

	/** Name of the file in the folder of a run. */
	public static final String FILE = "probe.jsonl";

	private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

	private static final JsonMapper JSON = JsonMapper.shared();

	private final Service app;

	private final Service backend;

	private final Consumer<Sample> listener;

	private final BufferedWriter out;

	private final Kernel kernel;

	private final ConnectionCount connections;

	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile @Nullable Jvm generator;

	private volatile @Nullable RunFailedException failure;

	private @Nullable Thread thread;

	private int skipped;

	private @Nullable AppLedger lastLedger;

	private @Nullable BackendCounters lastCounters;

	/**
	 * A probe of a running target.
	 * @param app the app
	 * @param backend the slow backend
	 * @param file where to write, replaced if it is there
	 * @param listener is given each sample, from the probe's thread
	 * @throws IOException when the file cannot be written
	 */
	public Probe(Service app, Service backend, Path file, Consumer<Sample> listener) throws IOException {
		this.app = app;
		this.backend = backend;
		this.listener = listener;
		this.kernel = Kernel.of(app.jvm());
		this.connections = new ConnectionCount(() -> this.kernel.connections(app.port()));
		// No channel: an interrupt of the writing thread would close it.
		this.out = new BufferedWriter(new FileWriter(file.toFile(), StandardCharsets.UTF_8));
	}

	/**
	 * Tells what makes the load.
	 * @param jvm its JVM, or null when there is none any more
	 */
	public void generator(@Nullable Jvm jvm) {
		this.generator = jvm;
	}

	/**
	 * Begins to sample once a second, the first time at once. It can be begun once.
	 */
	public void start() {
		this.thread = Thread.ofPlatform().daemon().name("probe").start(this::sampleUntilEnded);
	}

	/**
	 * Ends what {@link #start} began; when this returns the last sample is written.
	 */
	public void end() {
		// Not by an interrupt, which would break off whatever file is being read.
		this.ended.countDown();
		Thread running = this.thread;
		if (running != null) {
			ThreadEnd.await(running);
		}
	}

	/**
	 * Takes a sample now.
	 * @return the sample, or empty when it had to be left out
	 * @throws RunFailedException when the file cannot be written
	 */
	public synchronized Optional<Sample> sample() {
		Optional<Sample> sample = take();
		if (sample.isEmpty()) {
			this.skipped++;
			return sample;
		}
		try {
			this.out.write(JSON.writeValueAsString(sample.get()));
			this.out.write('\n');
			this.out.flush();
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + FILE + ": " + ex.getMessage());
		}
		this.listener.accept(sample.get());
		return sample;
	}

	/**
	 * Samples left out, because a process had ended or no counters were heard yet.
	 */
	public synchronized int skipped() {
		return this.skipped;
	}

	/**
	 * Passes on what ended the sampling, if anything did.
	 * @throws RunFailedException when the probe could not go on
	 */
	public void check() {
		RunFailedException failed = this.failure;
		if (failed != null) {
			throw failed;
		}
	}

	@Override
	public void close() {
		end();
		try {
			this.out.close();
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + FILE + ": " + ex.getMessage());
		}
	}

	private void sampleUntilEnded() {
		long start = System.nanoTime();
		try {
			do {
				sample();
			}
			while (!this.ended.await(untilNext(System.nanoTime() - start), TimeUnit.NANOSECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RunFailedException ex) {
			this.failure = ex;
		}
		catch (RuntimeException ex) {
			// Whatever it is, the run must hear of it: nobody samples any more.
			this.failure = new RunFailedException("the probe could not go on: " + ex);
		}
	}

	/**
	 * Nanoseconds to the next whole period: there is no drift, and samples that a delay
	 * swallowed are not made up for.
	 */
	static long untilNext(long sinceStart) {
		return PERIOD_NANOS - sinceStart % PERIOD_NANOS;
	}

	private Optional<Sample> take() {
		// First, so that the last sample before the load ends does not count those who
		// have left since.
		int connectionsNow = this.connections.now(this.generator != null);
		long asked = System.currentTimeMillis();
		CompletableFuture<AppLedger> ledger = this.app.management().read("ledger", AppLedger.class);
		CompletableFuture<BackendCounters> counters = this.backend.management().read("counters", BackendCounters.class);
		CompletableFuture.allOf(ledger, counters).handle((done, failed) -> done).join();
		boolean fresh = !ledger.isCompletedExceptionally() && !counters.isCompletedExceptionally();
		if (fresh) {
			this.lastLedger = ledger.join();
			this.lastCounters = counters.join();
		}
		AppLedger ledgerNow = this.lastLedger;
		BackendCounters countersNow = this.lastCounters;
		// Somewhere between question and answer; the middle is wrong by half at most.
		long at = (asked + System.currentTimeMillis()) / 2;
		Optional<ProcessSample> appProcess = this.kernel.process(this.app.jvm());
		Optional<ProcessSample> backendProcess = this.kernel.process(this.backend.jvm());
		Optional<MachineTimes> machine = this.kernel.machine();
		if (appProcess.isEmpty() || backendProcess.isEmpty() || machine.isEmpty() || ledgerNow == null
				|| countersNow == null) {
			return Optional.empty();
		}
		return Optional.of(new Sample(at, appProcess.get(), backendProcess.get(), generatorNow(), machine.get().all(),
				machine.get().cores(), connectionsNow, ledgerNow, countersNow, fresh));
	}

	private @Nullable ProcessSample generatorNow() {
		Jvm jvm = this.generator;
		return (jvm != null) ? this.kernel.process(jvm).orElse(null) : null;
	}

}
