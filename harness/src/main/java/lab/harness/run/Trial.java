package lab.harness.run;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.HttpRunner.Started;
import lab.harness.run.Progress.Phase;
import lab.harness.run.process.ChildProcess;

/**
 * Tries whether the processors have room for warm services at the same time.
 *
 * @param period from one reading of the processors to the next
 */
record Trial(JMeter jmeter, Progress progress, Duration period) {

	/**
	 * The share of the processors' time that runs at the same time may use. Above it they
	 * would wait for each other.
	 */
	static final double MOST_SHARE = 0.5;

	/** Periods in which JMeter and its users start, and then those of a trial. */
	private static final int PERIODS = 5;

	private static final int MOST_TRIALS = 4;

	/**
	 * Whether the processors have room for warm services at the same time. All are loaded
	 * at once for five periods after the start of the users; again, at most four times,
	 * while they use too much, because JMeter's code gets cheaper as it gets warm.
	 * @param mostShare the share of the processors' time that all may use, 0 to 1
	 */
	boolean hasRoom(List<Started> group, double mostShare) throws InterruptedException {
		this.progress.phase(Phase.TRYING, Duration.ZERO);
		group.forEach(Started::seed);
		double share = shareUnderLoad(group, List.of(), mostShare);
		boolean room = share <= mostShare;
		this.progress.say("warm, they use %.0f %% of the processors' time together, so they run %s"
			.formatted(100 * share, room ? "at the same time" : "one after the other"));
		for (Started one : room ? group : List.<Started>of()) {
			RunningSystem system = one.system();
			Duration limit = one.drainLimit();
			if (!system.awaitDrained(limit)) {
				throw new RunFailedException(
						"requests of the trial were still in flight " + limit.toSeconds() + " s after it");
			}
			new WarmUp(this.jmeter, this.progress, this.period).awaitRest(system);
		}
		return room;
	}

	/** Starts the loads, and measures when all of them run. */
	private double shareUnderLoad(List<Started> idle, List<ChildProcess> processes, double enough)
			throws InterruptedException {
		if (idle.isEmpty()) {
			int cores = processes.getFirst().kernel().machine().cores().size();
			Thread.sleep(this.period.multipliedBy(PERIODS));
			double share = 1;
			for (int trial = 0; trial < MOST_TRIALS && share > enough; trial++) {
				long begin = System.nanoTime();
				long used = cpuMillis(processes);
				Thread.sleep(this.period.multipliedBy(PERIODS));
				for (ChildProcess process : processes) {
					if (!process.isAlive()) {
						throw process.unexpectedEnd();
					}
				}
				share = (cpuMillis(processes) - used) / ((System.nanoTime() - begin) / 1e6 * cores);
			}
			return share;
		}
		Started next = idle.getFirst();
		try (ChildProcess generator = this.jmeter.trial(next.evidence(), next.service().load(),
				next.system().app().port())) {
			return shareUnderLoad(idle.subList(1, idle.size()),
					Stream.of(processes, next.system().processes(false), List.of(generator))
						.flatMap(List::stream)
						.toList(),
					enough);
		}
	}

	/** The CPU time of processes without that of their compilers, which soon rest. */
	private static long cpuMillis(List<ChildProcess> processes) {
		return processes.stream()
			.flatMap((one) -> one.kernel().process().stream())
			.mapToLong(ProcessSample::cpuMillisWithoutCompilers)
			.sum();
	}

}
