package lab.harness.probe;

import java.nio.file.Path;
import java.time.Duration;

import lab.harness.experiment.Load;
import lab.harness.load.JMeter;
import lab.harness.probe.Progress.Phase;
import lab.harness.schedule.Run;
import lab.harness.target.Jvm;
import lab.harness.target.RunFailedException;
import lab.harness.target.Target;

/**
 * Loads an app before it is measured, for as long as asked, and again where its
 * optimising compiler could not keep up: it defers what it has no time for, and would
 * take the processors in the window. An app is warm when it is at rest as soon as the
 * load is over.
 *
 * @param jmeter what makes the load
 * @param progress is told how it goes on
 */
record WarmUp(JMeter jmeter, Progress progress) {

	/** The second was enough on the slowest machine that we have seen. */
	private static final int MOST = 3;

	private static final Duration MOST_REST = Duration.ofSeconds(30);

	/**
	 * Warms up, then waits until the app is at rest.
	 * @return the time of all loads, none where none is asked for
	 * @throws RunFailedException when app, backend or generator fail, or requests are
	 * still in flight when the last of them should have been given up
	 * @throws InterruptedException when interrupted, here or at the user's terminal
	 */
	Duration carryOut(Run run, Path folder, Target target) throws InterruptedException {
		Duration once = run.variant().load().warmUp();
		if (!once.isPositive()) {
			return Duration.ZERO;
		}
		target.seed(run.variant().latency().whileWarmingUp().text(), run.seed());
		int times = 0;
		do {
			load(run, folder, target);
			times++;
		}
		while (!Rest.await(target.app().jvm(), MOST_REST) && times < MOST);
		return once.multipliedBy(times);
	}

	private void load(Run run, Path folder, Target target) throws InterruptedException {
		Load load = run.variant().load().whileWarmingUp();
		this.progress.phase(Phase.WARMING_UP, load.warmUp());
		LiveRate rate = new LiveRate(this.progress);
		Integer warmUpUsers = load.warmUpUsers();
		try (Jvm generator = this.jmeter.start(load, (warmUpUsers != null) ? warmUpUsers : run.users(), run.seed(),
				run.variant().app().toString(), target.app().port(), run.variant().name(), load.warmUp(), null, folder,
				"warm-up")) {
			Watch watch = new Watch(target.app().jvm(), target.backend().jvm(), false);
			watch.await(generator, JMeter.bound(load, load.warmUp()), () -> {
				try {
					rate.read(System.currentTimeMillis(), target.ledger().completed());
				}
				catch (RunFailedException ex) {
					// A slow management port while warming up harms nothing but the
					// display.
				}
			});
		}
		if (!target.awaitDrained(load.timeout())) {
			throw new RunFailedException("requests of the warm-up were still in flight " + load.timeout().toMillis()
					+ " ms after it: is the timeout of the load too short?");
		}
	}

}
