package lab.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.Progress.Phase;
import lab.harness.run.process.ChildProcess;
import lab.wire.AppLedger;

/**
 * Loads an app before it is measured, until its compilers rest or the time is over. If
 * they still work then, it may be loaded again: they drop their queue when a load ends,
 * and would take the processors in the window.
 *
 * @param period from one reading of the app's counters to the next
 */
record WarmUp(JMeter jmeter, Progress progress, Duration period) {

	private static final int MAX_LOADS = 3;

	/** The longest wait until the compilers have no work left. */
	private static final Duration MOST_REST = Duration.ofSeconds(10);

	/** Share of one processor; an app without requests needs a hundredth. */
	private static final double AT_REST = 0.1;

	/**
	 * Warms up, then waits until the app is at rest.
	 * @param isTimeFor whether there is time for one load more
	 * @return the time of all loads, zero if the experiment asks for none
	 * @throws RunFailedException if app, backend or generator fail, or requests are still
	 * in flight when the last of them should have been given up
	 */
	Duration carryOut(Evidence evidence, RunningSystem system, Predicate<Duration> isTimeFor)
			throws InterruptedException {
		Service service = evidence.run().variant().service();
		if (!service.load().warmUp().warmUp().isPositive()) {
			return Duration.ZERO;
		}
		int times = 1;
		Loaded loaded = load(Phase.WARMING_UP, evidence, system);
		Duration all = loaded.time();
		while (!loaded.warm() && service.isOptimised() && times < MAX_LOADS
				&& isTimeFor.test(Schedule.warmUp(service))) {
			loaded = load(Phase.WARMING_UP_AGAIN, evidence, system);
			all = all.plus(loaded.time());
			times++;
		}
		awaitRest(system.app().process().kernel()::process, MOST_REST, this.period.dividedBy(2));
		return all;
	}

	private Loaded load(Phase phase, Evidence evidence, RunningSystem system) throws InterruptedException {
		Service service = evidence.run().variant().service();
		Load load = service.warmUpLoad();
		if (service.backend() != null) {
			system.seed(service.latency().whileWarmingUp(load.users()).text(), evidence.run().seed());
		}
		this.progress.phase(phase, load.warmUp().warmUp());
		Duration time = load.warmUp().warmUp().dividedBy(load.warmUp().warmUpBursts());
		Loaded last = burst(time, load, evidence, system);
		Duration all = last.time();
		for (int burst = 2; burst <= load.warmUp().warmUpBursts(); burst++) {
			awaitRest(system.app().process().kernel()::process, MOST_REST, this.period.dividedBy(2));
			last = burst(time, load, evidence, system);
			all = all.plus(last.time());
		}
		return new Loaded(all, last.warm());
	}

	/** Loads the app for a time, or until its compilers are at rest. */
	private Loaded burst(Duration time, Load load, Evidence evidence, RunningSystem system)
			throws InterruptedException {
		boolean hasLedger = system.knowledge().hasLedger();
		CompilerWork compilers = new CompilerWork(system.ledger(), hasLedger);
		try (ChildProcess generator = this.jmeter.warmUp(evidence, system.app().port(), time)) {
			LoadWatch watch = new LoadWatch(system.processes(false), () -> this.period);
			watch.await(generator, JMeter.bound(load, time), () -> {
				try {
					AppLedger ledger = system.ledger();
					long now = System.currentTimeMillis();
					if (hasLedger) {
						this.progress.answers(now, ledger.requests().completed());
					}
					compilers.read(now, ledger);
				}
				catch (RunFailedException ex) {
					// One reading of many is missing.
				}
				return !compilers.areAtRest();
			});
		}
		if (!system.awaitDrained(load.timeout())) {
			throw new RunFailedException("requests of the warm-up were still in flight " + load.timeout().toMillis()
					+ " ms after it: is the timeout of the load too short?");
		}
		return compilers.areAtRest() ? new Loaded(compilers.seen(), true) : new Loaded(time, compilers.areDone(time));
	}

	/**
	 * Waits until an app without requests uses less than a tenth of a processor for one
	 * step. Its optimising compiler continues when the load is over, for up to 20 s of
	 * CPU time on a slow machine, and would take the processors in the window.
	 * @param app reads the process of the app, empty if it has ended
	 * @param step time over which the use is measured
	 * @return whether it came to rest
	 */
	static boolean awaitRest(Supplier<Optional<ProcessSample>> app, Duration limit, Duration step)
			throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		Optional<ProcessSample> before = app.get();
		for (long at = System.nanoTime(); at < end;) {
			Thread.sleep(step);
			Optional<ProcessSample> now = app.get();
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
	 * A load that has ended.
	 *
	 * @param warm whether the compilers had little left to do at its end
	 */
	private record Loaded(Duration time, boolean warm) {
	}

	/**
	 * Measures how much the compilers of an app work in the last third of a load; cold
	 * code takes the first two.
	 */
	static final class CompilerWork {

		/** Share of one processor. */
		private static final double DONE = 0.1;

		/**
		 * Calls after which the JVM optimises code, as some runs once in each request.
		 */
		private static final long ENOUGH = 15_000;

		/** The least time without work that counts as rest, in milliseconds. */
		private static final long REST = 3000;

		private final List<Reading> readings = new ArrayList<>();

		private final long receivedBefore;

		private final boolean counted;

		/**
		 * Begins before a load, with the app's counters.
		 * @param counted whether the app counts its requests
		 */
		CompilerWork(AppLedger before, boolean counted) {
			this.receivedBefore = before.requests().received();
			this.counted = counted;
		}

		/** Takes a reading, at milliseconds of any clock. */
		void read(long at, AppLedger ledger) {
			long received = ledger.requests().received() - this.receivedBefore;
			// JMeter needs some seconds to start.
			if (!this.counted || received > 0) {
				this.readings.add(new Reading(at, received, ledger.jvm().compileMillis()));
			}
		}

		/** The time from the first reading to the last. */
		Duration seen() {
			return this.readings.isEmpty() ? Duration.ZERO
					: Duration.ofMillis(this.readings.getLast().at() - this.readings.getFirst().at());
		}

		/** Whether all code was called often enough and the compilers rest since then. */
		boolean areAtRest() {
			long enoughAt = this.readings.stream()
				.filter((reading) -> reading.received() >= ENOUGH)
				.mapToLong(Reading::at)
				.findFirst()
				.orElse(Long.MAX_VALUE);
			return !this.readings.isEmpty() && this.readings.getLast().at() - enoughAt >= REST
					&& areDoneSince(this.readings.getLast().at() - REST);
		}

		/**
		 * Whether they worked for at most a tenth of the last third of a load, or there
		 * are too few readings to tell.
		 */
		boolean areDone(Duration load) {
			return this.readings.isEmpty() || areDoneSince(this.readings.getFirst().at() + load.toMillis() * 2 / 3);
		}

		private boolean areDoneSince(long from) {
			Reading last = this.readings.getLast();
			Reading first = this.readings.stream().filter((reading) -> reading.at() >= from).findFirst().orElse(last);
			return last.compileMillis() - first.compileMillis() <= DONE * (last.at() - first.at());
		}

		private record Reading(long at, long received, long compileMillis) {
		}

	}

}
