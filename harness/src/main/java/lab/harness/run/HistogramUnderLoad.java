package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;

import lab.harness.model.Evidence;
import lab.harness.model.Load;
import lab.harness.model.RunFailedException;

/**
 * Counts the live heap of the app by class, once in a run that asks for it: halfway from
 * the end of the ramp to that of the load, counted from the first request that the app
 * receives. All users are there then; where they are not, the check of the connections
 * fails.
 */
final class HistogramUnderLoad {

	private final Evidence evidence;

	private final SystemUnderTest system;

	private final long receivedBefore;

	private boolean done;

	private boolean begun;

	private long dueNanos;

	/** A histogram that is due once the app has received more than until now. */
	HistogramUnderLoad(Evidence evidence, SystemUnderTest system) {
		this.evidence = evidence;
		this.system = system;
		this.done = !evidence.run().variant().histogram();
		this.receivedBefore = this.done ? 0 : system.ledger().received();
	}

	/**
	 * Takes it if it is due.
	 * @throws RunFailedException if the app does not answer, or the file cannot be
	 * written
	 */
	void look() {
		if (this.done) {
			return;
		}
		if (!this.begun) {
			this.begun = this.system.ledger().received() > this.receivedBefore;
			Load load = this.evidence.run().variant().service().load();
			this.dueNanos = System.nanoTime() + load.ramp().plus(load.measure()).dividedBy(2).toNanos();
			return;
		}
		if (System.nanoTime() - this.dueNanos >= 0) {
			this.done = true;
			String histogram = LiveHeap.histogram(this.system.app().process());
			if (!histogram.isEmpty()) {
				write(histogram);
			}
		}
	}

	private void write(String histogram) {
		try {
			Files.writeString(this.evidence.histogram(), histogram + "\n");
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + this.evidence.histogram() + ": " + ex.getMessage(), ex);
		}
	}

}
