package lab.harness.run;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;

/**
 * Waits for the end of a load or a program.
 *
 * @param others processes that must live meanwhile
 * @param period gives the time from one check to the next
 */
record LoadWatch(List<ChildProcess> others, Supplier<Duration> period) {

	/**
	 * Waits until a process has ended with success, or need not go on.
	 * @param bound the longest that it may take
	 * @param goesOn asked each period; false, or an exception that it throws, ends the
	 * wait
	 * @throws RunFailedException if another process ended, this one failed, or it took
	 * too long
	 * @throws InterruptedException if interrupted, here or at the user's terminal
	 */
	void await(ChildProcess process, Duration bound, BooleanSupplier goesOn) throws InterruptedException {
		long end = System.nanoTime() + bound.toNanos();
		while (!process.endsWithin(Duration.ofNanos(Math.min(this.period.get().toNanos(), end - System.nanoTime())))) {
			requireOthers();
			if (!goesOn.getAsBoolean()) {
				return;
			}
			if (System.nanoTime() > end) {
				throw new RunFailedException(process.name() + " had not ended after " + bound.toSeconds() + " s",
						process.lastLogLines(ChildProcess.LOG_TAIL));
			}
		}
		requireOthers();
		if (process.exit().join() != 0) {
			throw process.unexpectedEnd();
		}
	}

	private void requireOthers() throws InterruptedException {
		for (ChildProcess other : this.others) {
			if (!other.isAlive()) {
				throw other.unexpectedEnd();
			}
		}
	}

}
