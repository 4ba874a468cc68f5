package lab.harness.probe;

import java.nio.file.Path;
import java.time.Duration;

import lab.harness.experiment.Latency;
import lab.harness.experiment.Load;
import lab.harness.load.JMeter;
import lab.harness.probe.Progress.Phase;
import lab.harness.schedule.Run;
import lab.harness.target.AppLedger;
import lab.harness.target.Jvm;
import lab.harness.target.RunFailedException;
import lab.harness.target.Target;

/**
 * Loads an app before it is measured, for as long as asked. Where its compilers are still
 * at work then, it is loaded again: they drop what waits for them when a load ends, and
 * would take the processors in the window.
 *
 * @param jmeter what makes the load
 * @param progress is told how it goes on
 */
record WarmUp(JMeter jmeter, Progress progress) {

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
		int times = 1;
		// A fast backend makes all of the code run often; behind a slower one there is
		// time to compile it.
		boolean warm = load(Phase.WARMING_UP, run, run.variant().latency().whileWarmingUp(), folder, target);
		while (!warm && times < most(run)) {
			warm = load(Phase.WARMING_UP_AGAIN, run, run.variant().latency().whileWarmingUpAgain(users(run)), folder,
					target);
			times++;
		}
		Rest.await(target.app().jvm(), MOST_REST);
		return once.multipliedBy(times);
	}

	/** How many loads there are at most. */
	static int most(Run run) {
		return run.variant().isOptimised() ? MOST : 1;
	}

	private static int users(Run run) {
		Integer warmUpUsers = run.variant().load().whileWarmingUp().warmUpUsers();
		return (warmUpUsers != null) ? warmUpUsers : run.users();
	}

	/** Whether the app is warm when the load is over. */
	private boolean load(Phase phase, Run run, Latency latency, Path folder, Target target)
			throws InterruptedException {
		Load load = run.variant().load().whileWarmingUp();
		target.seed(latency.text(), run.seed());
		this.progress.phase(phase, load.warmUp());
		LiveRate rate = new LiveRate(this.progress);
		Compiling compiling = new Compiling(target.ledger());
		try (Jvm generator = this.jmeter.start(load, users(run), run.seed(), run.variant().app().toString(),
				target.app().port(), run.variant().name(), load.warmUp(), null, folder, "warm-up")) {
			Watch watch = new Watch(target.app().jvm(), target.backend().jvm(), false);
			watch.await(generator, JMeter.bound(load, load.warmUp()), () -> {
				try {
					AppLedger ledger = target.ledger();
					long now = System.currentTimeMillis();
					rate.read(now, ledger.completed());
					compiling.read(now, ledger);
				}
				catch (RunFailedException ex) {
					// One reading less of many; the next is a second away.
				}
			});
		}
		if (!target.awaitDrained(load.timeout())) {
			throw new RunFailedException("requests of the warm-up were still in flight " + load.timeout().toMillis()
					+ " ms after it: is the timeout of the load too short?");
		}
		return compiling.isWarm(load.warmUp());
	}

}
