package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

import lab.harness.model.Evidence;
import lab.harness.model.Load;
import lab.harness.model.RunFailedException;

/**
 * Counts the live heap of the app by class, once in a run that asks for it: halfway from
 * the end of the ramp to that of the load, counted from the first request that the app
 * receives. All users are there by then; if they are not, the check of the connections
 * fails.
 */
final class HistogramUnderLoad {

	private final Evidence evidence;

	private final SystemUnderTest system;

	private final LongSupplier nanoTime;

	private final long receivedBefore;

	private boolean done;

	private boolean begun;

	private long dueNanos;

	/** Creates a histogram that is due once the app has received more than until now. */
	HistogramUnderLoad(Evidence evidence, SystemUnderTest system, LongSupplier nanoTime) {
		this.evidence = evidence;
		this.system = system;
		this.nanoTime = nanoTime;
		this.done = !evidence.run().variant().histogram();
		this.receivedBefore = this.done ? 0 : system.ledger().requests().received();
	}

	/**
	 * Takes it if it is due.
	 * @throws RunFailedException if the app does not answer, or the file cannot be
	 * written
	 */
	void takeIfDue() {
		if (this.done) {
			return;
		}
		if (!this.begun) {
			this.begun = this.system.ledger().requests().received() > this.receivedBefore;
			Load load = this.evidence.run().variant().service().load();
			this.dueNanos = this.nanoTime.getAsLong() + load.ramp().plus(load.measure()).dividedBy(2).toNanos();
		}
		else if (this.nanoTime.getAsLong() - this.dueNanos >= 0) {
			this.done = true;
			String histogram = LiveHeap.histogram(this.system.app().process());
			if (!histogram.isEmpty()) {
				write(this.evidence.histogram(), histogram);
			}
		}
	}

	private static void write(Path file, String histogram) {
		try {
			Files.writeString(file, histogram + "\n");
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + file + ": " + ex.getMessage(), ex);
		}
	}

}
