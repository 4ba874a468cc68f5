package lab.harness.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.Behaviour;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Counts;
import lab.harness.model.Figure;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Program;
import lab.harness.model.Run;
import lab.harness.model.Sample;

/**
 * The outcome of a run of a program: its figures, its ceiling and its checks.
 */
final class ProgramOutcome {

	/** The axis along which processors limit a program. */
	private static final String THREADS = "threads";

	/**
	 * The ceiling comes from another run, and on a shared machine the speed of the same
	 * work varies by a fifth from run to run.
	 */
	private static final double TOLERANCE = 0.25;

	private final Run run;

	private final ProgramRun facts;

	private final Map<Metric, Figure> figures = new EnumMap<>(Metric.class);

	private final List<Check> checks = new ArrayList<>();

	private final Map<CheckKind, String> notApplied = new LinkedHashMap<>();

	private ProgramOutcome(ProgramRun facts) {
		this.run = facts.record().run();
		this.facts = facts;
		this.figures.putAll(facts.figures());
	}

	/**
	 * Judges a run.
	 * @param all all programs of the result, of which one tells the service time
	 * @param cores processors of the machine, 0 if unknown
	 */
	static Outcome of(ProgramRun facts, List<ProgramRun> all, int cores) {
		ProgramOutcome outcome = new ProgramOutcome(facts);
		int dedicated = facts.record().placement().app().size();
		if (outcome.hasCpuCeiling()) {
			all.stream()
				.filter((other) -> outcome.hasServiceTimeOf(other.record().run()))
				.findFirst()
				.ifPresent((oneThread) -> outcome.ceiling(oneThread, (dedicated > 0) ? dedicated : cores));
		}
		outcome.steal();
		outcome.checks.addAll(facts.checks());
		long start = facts.record().startedAt().toEpochMilli();
		if (start <= 0 && !facts.samples().isEmpty()) {
			start = facts.samples().getFirst().at();
		}
		return new Outcome(outcome.run, outcome.figures, outcome.checks, outcome.notApplied, Counts.NONE,
				Behaviour.NONE, SeriesBuilder.ofProgram(facts.samples(), start, facts.events()), null);
	}

	private boolean hasCpuCeiling() {
		return this.run.variant().subject() instanceof Program program && program.ceiling() == Program.Ceiling.CPU
				&& this.run.point().axis().equals(THREADS);
	}

	/** Whether the other run, with one thread, shows the service time of this one. */
	private boolean hasServiceTimeOf(Run other) {
		return other.point().equals(new Point(THREADS, 1)) && other.round() == this.run.round()
				&& other.variant().name().equals(this.run.variant().name());
	}

	/**
	 * Tasks that only compute take at least their service time, and min(threads, cores)
	 * of them run at once (utilisation law, as in {@link CpuLaw}).
	 */
	private void ceiling(ProgramRun oneThread, int cores) {
		Figure one = oneThread.figures().get(Metric.TASKS_PER_SECOND);
		Figure tasks = this.figures.get(Metric.TASKS_PER_SECOND);
		if (one == null || tasks == null || cores == 0 || !(one.value() > 0)) {
			return;
		}
		double ceiling = Math.min(this.run.point().value(), cores) * one.value();
		this.figures.put(Metric.TASKS_CEILING, Figure.of(Metric.TASKS_CEILING, ceiling));
		this.figures.put(Metric.OF_CEILING, Figure.of(Metric.OF_CEILING, tasks.value() / ceiling));
		if (this.run.point().value() == 1) {
			this.notApplied.put(CheckKind.BELOW_CEILING, "this run is what the ceiling is made of");
			return;
		}
		double chance = Math.hypot(relativeHalfWidth(one), relativeHalfWidth(tasks));
		this.checks
			.add(Check.atMost(CheckKind.BELOW_CEILING, tasks.value() / ceiling, 1 + Math.max(TOLERANCE, chance)));
	}

	/** Half-width of the interval as a share of the value, 0 without an interval. */
	private static double relativeHalfWidth(Figure figure) {
		Double high = figure.high();
		return (high != null) ? (high - figure.value()) / figure.value() : 0;
	}

	/** Steal disturbs only figures that depend on time, and no counts. */
	private void steal() {
		List<Sample> samples = this.facts.samples();
		ProbeSpan probed = samples.isEmpty() ? null : new ProbeSpan(samples.getFirst(), samples.getLast());
		if (this.facts.figures().keySet().stream().noneMatch(ProgramOutcome::dependsOnTime)) {
			this.notApplied.put(CheckKind.MACHINE_STEAL, "the program counts, and measures no time");
		}
		else if (probed == null || probed.totalMillis() <= 0) {
			this.notApplied.put(CheckKind.MACHINE_STEAL, "the program ended before the probe had two samples");
		}
		else {
			this.checks.add(probed.stealCheck());
		}
	}

	private static boolean dependsOnTime(Metric metric) {
		return (metric.section() == Metric.Section.THROUGHPUT || metric.section() == Metric.Section.PROGRAM)
				&& List.of("tasks/s", "s", "ms", "/s", "%").contains(metric.unit());
	}

}
