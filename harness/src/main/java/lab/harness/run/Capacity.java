package lab.harness.run;

import java.time.Duration;

import lab.harness.model.experiment.Load;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.HttpRunner.Started;
import lab.harness.run.Progress.Phase;
import lab.harness.run.process.ChildProcess;

/**
 * Measures what a warm service serves while users ask again at once, so that open
 * arrivals can be a share of it.
 *
 * @param period from one look at JMeter to the next
 */
record Capacity(JMeter jmeter, Progress progress, Duration period) {

	/**
	 * Periods in which JMeter starts, and the first users are served, besides the ramp.
	 */
	private static final int STARTING = 6;

	private static final int MEASURED = 15;

	/**
	 * Measures it with the users and the delays of the load.
	 * @return requests a second, above 0
	 * @throws RunFailedException if a process ends, nothing is served, or requests are
	 * still in flight after the timeout
	 */
	double measure(Started one) throws InterruptedException {
		this.progress.phase(Phase.TRYING, this.period.multipliedBy(STARTING + MEASURED));
		one.seed();
		RunningSystem system = one.system();
		Load load = one.service().load().closed();
		Duration starting = this.period.multipliedBy(STARTING).plus(load.ramp());
		double capacity;
		try (ChildProcess generator = this.jmeter.trial(one.evidence(), load, system.app().port())) {
			LoadWatch watch = new LoadWatch(system.processes(false), () -> this.period);
			pause(watch, generator, starting);
			long begun = System.nanoTime();
			long before = system.ledger().requests().completed();
			pause(watch, generator, this.period.multipliedBy(MEASURED));
			capacity = (system.ledger().requests().completed() - before) * 1e9 / (System.nanoTime() - begun);
		}
		if (capacity <= 0) {
			throw new RunFailedException("the service answered nothing while its capacity was measured");
		}
		if (!system.awaitDrained(one.drainLimit())) {
			throw new RunFailedException("requests were still in flight after the capacity was measured");
		}
		new WarmUp(this.jmeter, this.progress, this.period).awaitRest(system);
		this.progress
			.say("%s serves %.0f requests a second at most".formatted(one.evidence().run().variant().name(), capacity));
		return capacity;
	}

	private static void pause(LoadWatch watch, ChildProcess generator, Duration time) throws InterruptedException {
		long end = System.nanoTime() + time.toNanos();
		watch.await(generator, time.multipliedBy(2), () -> System.nanoTime() < end);
	}

	/**
	 * The arrivals a second that are a share of a capacity, at least one.
	 * @param percent the share, above 0
	 */
	static int rate(double capacity, double percent) {
		return (int) Math.max(1, Math.round(capacity * percent / 100));
	}

}
