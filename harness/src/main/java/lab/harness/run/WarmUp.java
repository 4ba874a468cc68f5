package lab.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import lab.harness.model.AppLedger;
import lab.harness.model.Evidence;
import lab.harness.model.Latency;
import lab.harness.model.Load;
import lab.harness.model.Run;
import lab.harness.model.RunFailedException;
import lab.harness.model.Sample.ProcessSample;
import lab.harness.model.Service;
import lab.harness.run.Progress.Phase;

/**
 * Loads an app before it is measured. Where its compilers still work at the end, it is
 * loaded again: they drop what waits for them when a load ends, and would take the
 * processors in the window.
 *
 * @param jmeter makes the load
 * @param progress receives its progress
 */
record WarmUp(JMeter jmeter, Progress progress) {

	private static final int MOST = 3;

	private static final Duration MOST_REST = Duration.ofSeconds(30);

	private static final Duration REST_STEP = Duration.ofMillis(500);

	/** Of one processor; an app without requests needs a hundredth. */
	private static final double AT_REST = 0.1;

	/**
	 * Warms up, then waits until the app is at rest.
	 * @return the time of all loads, zero where none is asked for
	 * @throws RunFailedException if app, backend or generator fail, or requests are still
	 * in flight when the last of them should have been given up
	 * @throws InterruptedException if interrupted, here or at the user's terminal
	 */
	Duration carryOut(Evidence evidence, SystemUnderTest system) throws InterruptedException {
		Service service = evidence.run().variant().service();
		Load load = service.load().whileWarmingUp();
		if (!load.warmUp().isPositive()) {
			return Duration.ZERO;
		}
		int times = 1;
		// A fast backend makes all of the code run often; behind a slower one there is
		// time to compile it.
		boolean warm = load(Phase.WARMING_UP, service.latency().whileWarmingUp(), load, evidence, system);
		while (!warm && times < most(service)) {
			warm = load(Phase.WARMING_UP_AGAIN, service.latency().whileWarmingUpAgain(load.users()), load, evidence,
					system);
			times++;
		}
		awaitRest(system.app().process(), MOST_REST);
		return load.warmUp().multipliedBy(times);
	}

	/** How many loads there are at most. */
	static int most(Service service) {
		return service.optimised() ? MOST : 1;
	}

	/** Whether the app is warm when the load is over. */
	private boolean load(Phase phase, Latency latency, Load load, Evidence evidence, SystemUnderTest system)
			throws InterruptedException {
		Run run = evidence.run();
		system.seed(latency.text(), run.seed());
		this.progress.phase(phase, load.warmUp());
		LiveRate rate = new LiveRate(this.progress);
		CompilerWork compilers = new CompilerWork(system.ledger());
		try (ChildProcess generator = this.jmeter.warmUp(evidence, system.app().port())) {
			LoadWatch watch = new LoadWatch(system.app().process(), system.backend().process(), false);
			watch.await(generator, JMeter.bound(load, load.warmUp()), () -> {
				try {
					AppLedger ledger = system.ledger();
					long now = System.currentTimeMillis();
					rate.read(now, ledger.completed());
					compilers.read(now, ledger);
				}
				catch (RunFailedException ex) {
					// One reading less of many; the next is a second away.
				}
			});
		}
		if (!system.awaitDrained(load.timeout())) {
			throw new RunFailedException("requests of the warm-up were still in flight " + load.timeout().toMillis()
					+ " ms after it: is the timeout of the load too short?");
		}
		return compilers.areDone(load.warmUp());
	}

	/**
	 * Waits until an app without requests uses less than a tenth of a processor for half
	 * a second. Its optimising compiler continues when the load is over, for up to 20 s
	 * of CPU time on a slow machine, and would take the processors in the window.
	 * @param limit the longest to wait
	 * @return whether that was reached
	 */
	static boolean awaitRest(ChildProcess app, Duration limit) throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		Optional<ProcessSample> before = app.kernel().process();
		for (long at = System.nanoTime(); at < end;) {
			Thread.sleep(REST_STEP);
			Optional<ProcessSample> now = app.kernel().process();
			if (before.isEmpty() || now.isEmpty()) {
				return false;
			}
			long until = System.nanoTime();
			if (now.get().cpuMillis() - before.get().cpuMillis() < AT_REST * (until - at) / 1e6) {
				return true;
			}
			before = now;
			at = until;
		}
		return false;
	}

	/**
	 * How much the compilers of an app work while it is warmed up.
	 */
	static final class CompilerWork {

		/** Of one processor. */
		private static final double DONE = 0.1;

		/** Of the warm-up: cold code takes the first two thirds. */
		private static final int PART = 3;

		private final List<Reading> readings = new ArrayList<>();

		private final long receivedBefore;

		/**
		 * Begins before the load.
		 * @param before the app's counters
		 */
		CompilerWork(AppLedger before) {
			this.receivedBefore = before.received();
		}

		/**
		 * Takes a reading.
		 * @param at milliseconds of any clock
		 */
		void read(long at, AppLedger ledger) {
			// JMeter needs some seconds to start.
			if (ledger.received() > this.receivedBefore) {
				this.readings.add(new Reading(at, ledger.compileMillis()));
			}
		}

		/**
		 * Whether they worked for at most a tenth of the last third of a load. Too few
		 * readings count as yes.
		 * @param load its time
		 */
		boolean areDone(Duration load) {
			if (this.readings.isEmpty()) {
				return true;
			}
			Reading last = this.readings.getLast();
			long from = this.readings.getFirst().at() + load.toMillis() * (PART - 1) / PART;
			Reading first = this.readings.stream().filter((reading) -> reading.at() >= from).findFirst().orElse(last);
			return last.compileMillis() - first.compileMillis() <= DONE * (last.at() - first.at());
		}

		private record Reading(long at, long compileMillis) {
		}

	}

}
