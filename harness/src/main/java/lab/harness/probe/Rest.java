package lab.harness.probe;

import java.time.Duration;
import java.util.Optional;

import lab.harness.target.Jvm;

/**
 * Waits until an app that was warmed up is at rest. Its optimising compiler goes on when
 * the load is over, for up to 20 s of CPU time on a slow machine, and would take the
 * processors in the window.
 */
final class Rest {

	private static final Duration STEP = Duration.ofMillis(500);

	/** Of one processor; an app without requests needs a hundredth. */
	private static final double AT_MOST = 0.1;

	private Rest() {
	}

	/**
	 * Waits until it uses less than a tenth of a processor for half a second.
	 * @param app an app without requests
	 * @param limit the longest to wait
	 * @return whether it came to that
	 * @throws InterruptedException when interrupted while waiting
	 */
	static boolean await(Jvm app, Duration limit) throws InterruptedException {
		Kernel kernel = Kernel.of(app);
		long end = System.nanoTime() + limit.toNanos();
		Optional<ProcessSample> before = kernel.process(app);
		for (long at = System.nanoTime(); at < end;) {
			Thread.sleep(STEP);
			Optional<ProcessSample> now = kernel.process(app);
			if (before.isEmpty() || now.isEmpty()) {
				return false;
			}
			long until = System.nanoTime();
			if (now.get().cpuMillis() - before.get().cpuMillis() < AT_MOST * (until - at) / 1e6) {
				return true;
			}
			before = now;
			at = until;
		}
		return false;
	}

}
