package lab.harness.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Sample;

/**
 * The outcome of a run of a program: its figures, its ceiling and its checks.
 */
record ProgramOutcome(ProgramRun program, Map<Metric, Double> figures, List<Check> checks,
		Map<CheckKind, String> notApplied) {

	/** The axis along which processors limit a program. */
	private static final String THREADS = "threads";

	/**
	 * The ceiling comes from another run, and on a shared machine the speed of the same
	 * work varies by a fifth from run to run.
	 */
	private static final double TOLERANCE = 0.25;

	static Outcome of(ProgramRun program, List<ProgramRun> all, int cores) {
		ProgramOutcome outcome = new ProgramOutcome(program, new EnumMap<>(program.figures()), new ArrayList<>(),
				new LinkedHashMap<>());
		int dedicated = program.record().placement().app().size();
		if (outcome.hasCpuCeiling()) {
			all.stream()
				.filter((other) -> outcome.hasServiceTimeOf(other.record().run()))
				.findFirst()
				.ifPresent((oneThread) -> outcome.ceiling(oneThread, (dedicated > 0) ? dedicated : cores));
		}
		outcome.steal();
		outcome.checks.addAll(program.checks());
		long start = program.record().startedAt().toEpochMilli();
		return new Outcome(outcome.run(), outcome.figures, outcome.checks, outcome.notApplied, Counts.NONE,
				Behaviour.NONE, SeriesBuilder.ofProgram(program.samples(), start, program.events()), null);
	}

	private Run run() {
		return this.program.record().run();
	}

	private boolean hasCpuCeiling() {
		return run().variant().subject() instanceof Program program && program.ceiling() == Program.Ceiling.CPU
				&& run().point().axis().equals(THREADS);
	}

	/** Whether the other run, with one thread, shows the service time of this one. */
	private boolean hasServiceTimeOf(Run other) {
		return other.point().equals(new Point(THREADS, 1)) && other.round() == run().round()
				&& other.variant().name().equals(run().variant().name());
	}

	/**
	 * Tasks that only compute take at least their service time, and min(threads, cores)
	 * of them run at once (utilisation law, as in {@link CpuLaw}).
	 */
	private void ceiling(ProgramRun oneThread, int cores) {
		Double one = oneThread.figures().get(Metric.TASKS_PER_SECOND);
		Double tasks = this.figures.get(Metric.TASKS_PER_SECOND);
		if (one == null || tasks == null || cores == 0 || !(one > 0)) {
			return;
		}
		double ceiling = Math.min(run().point().value(), cores) * one;
		this.figures.put(Metric.TASKS_CEILING, ceiling);
		this.figures.put(Metric.OF_CEILING, tasks / ceiling);
		if (run().point().value() == 1) {
			this.notApplied.put(CheckKind.BELOW_CEILING, "this run is what the ceiling is made of");
			return;
		}
		this.checks.add(Check.atMost(CheckKind.BELOW_CEILING, tasks / ceiling, 1 + TOLERANCE));
	}

	private void steal() {
		List<Sample> samples = this.program.samples();
		ProbeSpan probed = samples.isEmpty() ? null : new ProbeSpan(samples.getFirst(), samples.getLast());
		if (!measuresTime()) {
			this.notApplied.put(CheckKind.MACHINE_STEAL, "the program counts, and measures no time");
		}
		else if (probed == null || probed.millis() <= 0) {
			this.notApplied.put(CheckKind.MACHINE_STEAL, "the program ended before the probe had two samples");
		}
		else {
			this.checks.add(probed.stealCheck());
		}
	}

	/**
	 * Neighbours and the clock change only figures that depend on time, and no counts.
	 */
	private boolean measuresTime() {
		return this.program.figures().keySet().stream().anyMatch(ProgramOutcome::dependsOnTime);
	}

	private static boolean dependsOnTime(Metric metric) {
		return (metric.section() == Metric.Section.THROUGHPUT || metric.section() == Metric.Section.PROGRAM)
				&& List.of("tasks/s", "s", "ms", "/s", "%").contains(metric.unit());
	}

}
