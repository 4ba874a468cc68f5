package lab.harness.run;

import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import lab.harness.model.DataFile;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample;

/**
 * Takes a sample of a run once a period, and writes each as a line of {@code probe.jsonl}
 * at once. A sample that cannot be taken, because a process has ended, is left out and
 * counted.
 */
final class Probe implements AutoCloseable {

	/** The period of every recorded run. */
	static final Duration PERIOD = Duration.ofSeconds(1);

	private final Supplier<Optional<Sample>> source;

	private final Consumer<Sample> listener;

	private final Path file;

	private final Duration period;

	private final BufferedWriter out;

	private BackgroundTask task = BackgroundTask.NONE;

	private int skipped;

	/**
	 * Creates a probe that has not begun.
	 * @param file where to write, replaced if it exists
	 * @param listener is given each sample, from the probe's thread
	 */
	Probe(Supplier<Optional<Sample>> source, Path file, Consumer<Sample> listener, Duration period) throws IOException {
		this.source = source;
		this.file = file;
		this.listener = listener;
		this.period = period;
		// No channel: an interrupt of the writing thread would close it.
		this.out = new BufferedWriter(new FileWriter(file.toFile(), StandardCharsets.UTF_8));
	}

	/** Begins to sample, the first time at once. It can be begun once. */
	void start() {
		this.task = BackgroundTask.start("probe", this::sampleUntilEnded);
	}

	/** Ends what {@link #start} began; when this returns the last sample is written. */
	void end() {
		this.task.end();
	}

	/** Takes a sample now; empty if it had to be left out. */
	synchronized Optional<Sample> sample() {
		Optional<Sample> sample = this.source.get();
		if (sample.isEmpty()) {
			this.skipped++;
			return sample;
		}
		try {
			this.out.write(DataFile.line(sample.get()) + "\n");
			this.out.flush();
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + this.file + ": " + ex.getMessage(), ex);
		}
		this.listener.accept(sample.get());
		return sample;
	}

	/** Samples left out, because a process had ended or no counters were known yet. */
	synchronized int skipped() {
		return this.skipped;
	}

	/** Throws the exception that ended the sampling, if there is one. */
	void check() {
		this.task.check();
	}

	@Override
	public void close() {
		end();
		try {
			this.out.close();
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + this.file + ": " + ex.getMessage(), ex);
		}
	}

	private void sampleUntilEnded(BackgroundTask running) {
		long start = System.nanoTime();
		do {
			sample();
		}
		while (!running.endsWithin(untilNext(System.nanoTime() - start, this.period)));
	}

	/**
	 * Nanoseconds to the next whole period: there is no drift, and samples that a delay
	 * swallowed are not made up for.
	 */
	static long untilNext(long sinceStart, Duration period) {
		return period.toNanos() - sinceStart % period.toNanos();
	}

}
