package lab.harness.run;

import java.nio.file.Path;
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
import lab.harness.run.process.Kernel;
import lab.harness.run.process.LineCount;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * Loads an app before it is measured, until its compilers rest or the time is over. If
 * they still work then, it may be loaded again: they drop their queue when a load ends,
 * and would take the processors in the window.
 *
 * @param period from one reading of the app's counters to the next
 */
record WarmUp(JMeter jmeter, Progress progress, Duration period) {

	private static final int MAX_LOADS = 3;

	/** Code that is not optimised is soon compiled. */
	private static final int MAX_LIGHT_LOADS = 2;

	/** The longest wait until the compilers have no work left. */
	private static final Duration MOST_REST = Duration.ofSeconds(10);

	/** Share of one processor; an app without requests needs a hundredth. */
	private static final double AT_REST = 0.1;

	/**
	 * A warm-up that has ended.
	 *
	 * @param time the time of all loads, zero if the experiment asks for none
	 * @param cpuMillis CPU time of the service a request at the end of the last one, with
	 * few users, in milliseconds, or null if it is unknown or of other requests
	 */
	record Warmed(Duration time, @Nullable Double cpuMillis) {
	}

	/**
	 * Warms up, then waits until the app is at rest.
	 * @param isTimeFor whether there is time for one load more
	 * @throws RunFailedException if app, backend or generator fail, or requests are still
	 * in flight when the last of them should have been given up
	 */
	Warmed carryOut(Evidence evidence, RunningSystem system, Predicate<Duration> isTimeFor)
			throws InterruptedException {
		Service service = evidence.run().variant().service();
		if (!service.load().warmUp().warmUp().isPositive()) {
			return new Warmed(Duration.ZERO, null);
		}
		Loaded loaded = load(Phase.WARMING_UP, evidence, system, service.load().warmUp());
		Duration all = loaded.time();
		int most = service.isOptimised() ? MAX_LOADS : MAX_LIGHT_LOADS;
		for (int times = 1; times < most && !loaded.warm() && isTimeFor.test(Schedule.warmUp(service)); times++) {
			loaded = load(Phase.WARMING_UP_AGAIN, evidence, system, service.load().warmUp());
			all = all.plus(loaded.time());
		}
		awaitRest(system);
		return new Warmed(all, loaded.cpuMillis());
	}

	/** The load of few users, in front of a backend that soon answers. */
	private static Load gentle(Evidence evidence, RunningSystem system, Load.WarmUp warmUp)
			throws InterruptedException {
		Service service = evidence.run().variant().service();
		Load load = service.load().with(warmUp).whileWarmingUp(system.fewUsers());
		if (service.backend() != null) {
			system.seed(service.latency().whileWarmingUp(load.users()).text(), evidence.run().seed());
		}
		return load;
	}

	/** Loads the app with few users once, and waits until it is at rest. */
	void once(Evidence evidence, RunningSystem system, Load.WarmUp warmUp) throws InterruptedException {
		load(Phase.WARMING_UP, evidence, system, warmUp);
		awaitRest(system);
	}

	private Loaded load(Phase phase, Evidence evidence, RunningSystem system, Load.WarmUp warmUp)
			throws InterruptedException {
		Load load = gentle(evidence, system, warmUp);
		this.progress.phase(phase, load.warmUp().warmUp());
		Duration time = load.warmUp().warmUp().dividedBy(load.warmUp().warmUpBursts());
		Loaded last = burst(time, load, evidence, system);
		Duration all = last.time();
		for (int burst = 2; burst <= load.warmUp().warmUpBursts(); burst++) {
			awaitRest(system);
			last = burst(time, load, evidence, system);
			all = all.plus(last.time());
		}
		return new Loaded(all, last.warm(), last.cpuMillis());
	}

	/** Loads the app for a time, or until its compilers are at rest. */
	private Loaded burst(Duration time, Load load, Evidence evidence, RunningSystem system)
			throws InterruptedException {
		Path file = evidence.folder().resolve("warm-up.jtl");
		LineCount samples = new LineCount(file);
		boolean hasLedger = system.knowledge().hasLedger();
		CompilerWork compilers = new CompilerWork(hasLedger ? system.ledger().requests().received() : samples.now());
		Kernel kernel = system.app().process().kernel();
		try (ChildProcess generator = this.jmeter.warmUp(evidence, load, system.app().port(), time,
				hasLedger ? null : file)) {
			LoadWatch watch = new LoadWatch(system.processes(false), () -> this.period);
			watch.await(generator, JMeter.bound(load, time), () -> {
				try {
					AppLedger ledger = system.ledger();
					long now = System.currentTimeMillis();
					long answered = hasLedger ? ledger.requests().completed() : samples.now();
					this.progress.answers(now, answered);
					Optional<ProcessSample> process = kernel.process();
					compilers.read(new CompilerWork.Reading(now, hasLedger ? ledger.requests().received() : answered,
							process.map(ProcessSample::compilerMillis).orElse(ledger.jvm().compileMillis()),
							process.map(ProcessSample::cpuMillisWithoutCompilers).orElse(null)));
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
		Double cpuMillis = (load.warmUp().warmUpPath() == null) ? compilers.cpuMillis() : null;
		return compilers.areAtRest() ? new Loaded(compilers.seen(), true, cpuMillis)
				: new Loaded(time, compilers.areDone(time), cpuMillis);
	}

	/** Waits until the compilers of an app have no work left, at most for some time. */
	void awaitRest(RunningSystem system) throws InterruptedException {
		awaitRest(system.app().process().kernel()::process, MOST_REST, this.period.dividedBy(2));
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
	 * @param cpuMillis as in {@link Warmed}
	 */
	private record Loaded(Duration time, boolean warm, @Nullable Double cpuMillis) {
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

		/**
		 * The least rest where requests are few, after {@link #LONG}: a service with
		 * templates and a database compiles for 35 s without a pause of 5 s (measured).
		 */
		private static final long LONG_REST = 5000;

		private static final long LONG = 20_000;

		private final List<Reading> readings = new ArrayList<>();

		private final long receivedBefore;

		/** Begins before a load, with the requests that were received before it. */
		CompilerWork(long receivedBefore) {
			this.receivedBefore = receivedBefore;
		}

		void read(Reading reading) {
			// JMeter needs some seconds to start.
			if (reading.received() > this.receivedBefore) {
				this.readings.add(reading);
			}
		}

		/** The time from the first reading to the last. */
		Duration seen() {
			return this.readings.isEmpty() ? Duration.ZERO : Duration.ofMillis(seenMillis());
		}

		private long seenMillis() {
			return this.readings.getLast().at() - this.readings.getFirst().at();
		}

		/** Whether all code was called often enough and the compilers rest since then. */
		boolean areAtRest() {
			if (this.readings.isEmpty()) {
				return false;
			}
			long now = this.readings.getLast().at();
			long enoughAt = this.readings.stream()
				.filter((reading) -> reading.received() - this.receivedBefore >= ENOUGH)
				.mapToLong(Reading::at)
				.findFirst()
				.orElse(Long.MAX_VALUE);
			return now - enoughAt >= REST && areDoneSince(now - REST)
					|| seenMillis() >= LONG && areDoneSince(now - LONG_REST);
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
			Reading first = until(from);
			return last.compileMillis() - first.compileMillis() <= DONE * (last.at() - first.at());
		}

		/**
		 * The last reading until a time, or the first: a busy app answers seconds apart,
		 * and between one reading and itself nothing is compiled.
		 */
		private Reading until(long time) {
			return this.readings.stream()
				.filter((reading) -> reading.at() <= time)
				.reduce((first, second) -> second)
				.orElseGet(this.readings::getFirst);
		}

		/**
		 * CPU time a request in the last seconds, in milliseconds, or null if the process
		 * is not visible or had no request.
		 */
		@Nullable Double cpuMillis() {
			if (this.readings.isEmpty()) {
				return null;
			}
			Reading last = this.readings.getLast();
			Reading first = until(last.at() - LONG_REST);
			return (first.cpuMillis() == null || last.cpuMillis() == null || last.received() <= first.received()) ? null
					: (Double) ((last.cpuMillis() - first.cpuMillis()) / (double) (last.received() - first.received()));
		}

		/**
		 * A reading of the app.
		 *
		 * @param at milliseconds of any clock
		 * @param compileMillis CPU time of the compilers; where the system does not show
		 * it, the time of all compilations that have ended, which stands still while busy
		 * threads keep the processors from a compiler
		 * @param cpuMillis CPU time of its process without the compilers, or null
		 */
		record Reading(long at, long received, long compileMillis, @Nullable Long cpuMillis) {
		}

	}

}
