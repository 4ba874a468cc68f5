package lab.harness.command;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

import lab.harness.analysis.ResultAnalysis;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Spoiled;
import lab.harness.experiment.Cores;
import lab.harness.experiment.Variant;
import lab.harness.load.JMeter;
import lab.harness.probe.Awake;
import lab.harness.probe.Measurement;
import lab.harness.schedule.Run;
import lab.harness.target.Launcher;
import lab.harness.target.Placement;
import lab.harness.target.Target;

/**
 * The runs of an experiment, one after the other, each with fresh JVMs.
 */
final class Campaign {

	private final Surroundings surroundings;

	private final List<Run> runs;

	private final Launcher launcher;

	private final Placement placement;

	private final boolean keptAwake;

	private final ProgressLine progress;

	Campaign(Surroundings surroundings, List<Run> runs, Launcher launcher, Cores cores, boolean keptAwake) {
		this.surroundings = surroundings;
		this.runs = List.copyOf(runs);
		this.launcher = launcher;
		this.placement = launcher.place(cores);
		this.keptAwake = keptAwake;
		this.progress = new ProgressLine(surroundings.err(), surroundings.terminal(), runs, InstantSource.system());
	}

	/**
	 * Makes sure that every run could be started, before anything is written.
	 * @throws lab.harness.experiment.InvalidInputException if something built, a JDK, a
	 * plan or a port is wanting
	 * @throws InterruptedException if interrupted while something is built
	 */
	void require() throws InterruptedException {
		JMeter jmeter = new JMeter(this.surroundings.root(), this.launcher, this.placement.generator());
		for (Variant variant : this.runs.stream().map(Run::variant).distinct().toList()) {
			Target.require(this.launcher, variant);
			jmeter.require(variant.load());
		}
	}

	/**
	 * Carries out all runs, and says of each how it came out. One that the machine
	 * spoiled is set aside and made again after the others.
	 * @throws lab.harness.target.RunFailedException if one cannot be finished
	 * @throws InterruptedException if interrupted; what was finished is kept
	 */
	void run(ResultFolder folder) throws InterruptedException, IOException {
		try (Awake awake = this.keptAwake ? Awake.start(this.surroundings.system()) : null) {
			runAll(folder);
		}
	}

	private void runAll(ResultFolder folder) throws InterruptedException, IOException {
		this.launcher.moveHarness(this.placement);
		Deque<Run> left = new ArrayDeque<>(this.runs);
		Tries tries = new Tries(this.surroundings.again(), this.runs.size());
		while (!left.isEmpty()) {
			Run run = left.remove();
			this.progress.next();
			new Measurement(this.surroundings.root(), this.launcher, this.placement, this.progress).run(run,
					folder.raw(run));
			RunResult result = folder.analyse(run);
			boolean again = Spoiled.is(result, run)
					&& tries.isLeft(result.failedChecks(), folder.spoiled(run), folder.spoiled());
			this.progress.say(words(result, run) + (again ? "; the machine was at fault, so it is made again" : ""));
			if (again) {
				folder.setAside(run, result);
				// Last, because what spoiled it may take a while to go.
				left.add(run);
				this.progress.again(run);
			}
		}
	}

	private static String words(RunResult result, Run run) {
		String checks = ResultAnalysis.isUndecided(result, run)
				? "the machine was full; whether it had to be is told when all runs are done"
				: result.valid() ? "all " + result.checks().size() + " checks passed" : "FAILED "
						+ String.join(", ", result.failedChecks().stream().map((check) -> check.name()).toList());
		Double ofCeiling = result.ofCeiling();
		return String.format(Locale.ROOT, "%.1f req/s", result.throughput())
				+ ((ofCeiling != null) ? String.format(Locale.ROOT, ", %.2f %% of the ceiling", ofCeiling * 100) : "")
				+ ", " + checks;
	}

}
