package lab.harness.run;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import lab.harness.model.RunFailedException;

/**
 * Waits for the end of the load while app and backend must live.
 *
 * @param appMayEnd whether the load continues when the app ends
 * @param period from one call of {@code eachPeriod} to the next
 */
record LoadWatch(ChildProcess app, ChildProcess backend, boolean appMayEnd, Duration period) {

	/**
	 * Waits until the generator has ended with success.
	 * @param eachPeriod an exception that it throws ends the wait
	 * @throws RunFailedException if app or backend ended, the generator failed, or it
	 * took too long
	 * @throws InterruptedException if interrupted, here or at the user's terminal
	 */
	void await(ChildProcess generator, Duration bound, Runnable eachPeriod) throws InterruptedException {
		CompletableFuture<?> first = CompletableFuture.anyOf(generator.exit(), this.backend.exit(),
				this.appMayEnd ? new CompletableFuture<>() : this.app.exit());
		long end = System.nanoTime() + bound.toNanos();
		while (!isDoneWithin(first, Math.min(this.period.toNanos(), end - System.nanoTime()))) {
			eachPeriod.run();
			if (System.nanoTime() > end) {
				throw new RunFailedException(generator.name() + " had not ended after " + bound.toSeconds() + " s",
						generator.lastLogLines(5));
			}
		}
		if (!this.appMayEnd && !this.app.isAlive()) {
			throw this.app.unexpectedEnd();
		}
		if (!this.backend.isAlive()) {
			throw this.backend.unexpectedEnd();
		}
		if (generator.exit().join() != 0) {
			throw generator.unexpectedEnd();
		}
	}

	private static boolean isDoneWithin(CompletableFuture<?> exit, long nanos) throws InterruptedException {
		try {
			exit.get(nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
