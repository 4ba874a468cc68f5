package lab.harness.run;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A task in a thread of its own, beside the load. It is asked to end and never
 * interrupted, which would leave a file half written.
 */
final class BackgroundTask {

	/** A task without work, which has ended. */
	static final BackgroundTask NONE = new BackgroundTask();

	static {
		NONE.done.complete(null);
	}

	private final CountDownLatch ending = new CountDownLatch(1);

	private final CompletableFuture<Void> done = new CompletableFuture<>();

	private BackgroundTask() {
	}

	/** Starts a task, which must return once it has been asked to end. */
	static BackgroundTask start(String name, Consumer<BackgroundTask> work) {
		BackgroundTask task = new BackgroundTask();
		Thread.ofPlatform().daemon().name(name).start(() -> {
			try {
				work.accept(task);
				task.done.complete(null);
			}
			catch (Throwable ex) {
				task.done.completeExceptionally(ex);
			}
		});
		return task;
	}

	/** Lets the task wait for a time; returns whether it has been asked to end. */
	boolean endsWithin(long nanos) {
		try {
			return this.ending.await(nanos, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Fails if an exception has ended the task. */
	void check() {
		if (this.done.isDone()) {
			Management.await(this.done);
		}
	}

	/** Ends the task and waits for that; keeps an interrupt for the caller. */
	void end() {
		this.ending.countDown();
		this.done.handle((result, failure) -> result).join();
	}

}
