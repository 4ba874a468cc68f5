package lab.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.Progress.Phase;
import lab.harness.run.process.ChildProcess;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * Loads an app before it is measured. If its compilers still work at the end, it is
 * loaded again: they drop their queue when a load ends, and would take the processors in
 * the window.
 *
 * @param period from one reading of the app's counters to the next
 */
record WarmUp(JMeter jmeter, Progress progress, Duration period) {

	private static final int MAX_LOADS = 3;

	/** The longest rest between two bursts. */
	private static final Duration MOST_PAUSE = Duration.ofSeconds(10);

	/** Share of one processor; an app without requests needs a hundredth. */
	private static final double AT_REST = 0.1;

	/**
	 * Warms up, then waits until the app is at rest.
	 * @return the time of all loads, zero if the experiment asks for none
	 * @throws RunFailedException if app, backend or generator fail, or requests are still
	 * in flight when the last of them should have been given up
	 */
	Duration carryOut(Evidence evidence, RunningSystem system) throws InterruptedException {
		Service service = evidence.run().variant().service();
		Load load = service.load().whileWarmingUp();
		if (!load.warmUp().warmUp().isPositive()) {
			return Duration.ZERO;
		}
		int times = 1;
		// A fast backend makes all of the code run often; behind a slower one there is
		// time to compile it.
		boolean slow = service.backend() != null;
		boolean warm = load(Phase.WARMING_UP, slow ? service.latency().whileWarmingUp() : null, load, evidence, system);
		while (!warm && times < maxLoads(service)) {
			warm = load(Phase.WARMING_UP_AGAIN, slow ? service.latency().whileWarmingUpAgain(load.users()) : null, load,
					evidence, system);
			times++;
		}
		awaitRest(system.app().process().kernel()::process, Duration.ofSeconds(30), this.period.dividedBy(2));
		return load.warmUp().warmUp().multipliedBy(times);
	}

	static int maxLoads(Service service) {
		return service.optimised() ? MAX_LOADS : 1;
	}

	/** Returns whether the app is warm when the load is over. */
	private boolean load(Phase phase, @Nullable DelayDistribution latency, Load load, Evidence evidence,
			RunningSystem system) throws InterruptedException {
		if (latency != null) {
			system.seed(latency.text(), evidence.run().seed());
		}
		this.progress.phase(phase, load.warmUp().warmUp());
		Duration time = load.warmUp().warmUp().dividedBy(load.warmUp().warmUpBursts());
		for (int burst = 1; burst < load.warmUp().warmUpBursts(); burst++) {
			burst(time, load, evidence, system);
			awaitRest(system.app().process().kernel()::process, MOST_PAUSE, this.period.dividedBy(2));
		}
		return burst(time, load, evidence, system);
	}

	private boolean burst(Duration time, Load load, Evidence evidence, RunningSystem system)
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
			});
		}
		if (!system.awaitDrained(load.timeout())) {
			throw new RunFailedException("requests of the warm-up were still in flight " + load.timeout().toMillis()
					+ " ms after it: is the timeout of the load too short?");
		}
		return compilers.areDone(time);
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
	 * Measures how much the compilers of an app work in the last third of a load; cold
	 * code takes the first two.
	 */
	static final class CompilerWork {

		/** Share of one processor. */
		private static final double DONE = 0.1;

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
			// JMeter needs some seconds to start.
			if (!this.counted || ledger.requests().received() > this.receivedBefore) {
				this.readings.add(new Reading(at, ledger.jvm().compileMillis()));
			}
		}

		/**
		 * Whether they worked for at most a tenth of the last third of a load, or there
		 * are too few readings to tell.
		 */
		boolean areDone(Duration load) {
			if (this.readings.isEmpty()) {
				return true;
			}
			Reading last = this.readings.getLast();
			long from = this.readings.getFirst().at() + load.toMillis() * 2 / 3;
			Reading first = this.readings.stream().filter((reading) -> reading.at() >= from).findFirst().orElse(last);
			return last.compileMillis() - first.compileMillis() <= DONE * (last.at() - first.at());
		}

		private record Reading(long at, long compileMillis) {
		}

	}

}
