package lab.harness.live;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits how often something may happen in a time, for each key. Keys of which nothing
 * was heard for that time are forgotten.
 */
final class PostLimit {

	private final int most;

	private final long nanos;

	private final LongSupplier clock;

	private final Map<String, Window> windows = new HashMap<>();

	/**
	 * Creates a limit.
	 * @param most times that it may happen in one window
	 * @param seconds length of a window, which begins with the first time
	 * @param clock nanoseconds, such as {@link System#nanoTime()}
	 */
	PostLimit(int most, int seconds, LongSupplier clock) {
		this.most = most;
		this.nanos = TimeUnit.SECONDS.toNanos(seconds);
		this.clock = clock;
	}

	/** Counts a time, and returns whether it is within the limit. */
	synchronized boolean count(String key) {
		removeEnded();
		Window window = this.windows.computeIfAbsent(key, (added) -> new Window(this.clock.getAsLong()));
		window.count++;
		return window.count <= this.most;
	}

	/** Whether no further time is within the limit now. */
	synchronized boolean isReached(String key) {
		removeEnded();
		Window window = this.windows.get(key);
		return window != null && window.count >= this.most;
	}

	private void removeEnded() {
		long now = this.clock.getAsLong();
		this.windows.values().removeIf((window) -> now - window.begun >= this.nanos);
	}

	private static final class Window {

		private final long begun;

		private int count;

		Window(long begun) {
			this.begun = begun;
		}

	}

}
