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

/**
 * From the facts of a program to its outcome.
 */
final class ProgramOutcome {

	/** The axis along which processors limit a program. */
	private static final String THREADS = "threads";

	/**
	 * The ceiling is made of another run, and on a shared machine the speed of the same
	 * work was seen to vary by a fifth from run to run.
	 */
	private static final double TOLERANCE = 0.25;

	private final Run run;

	private final ProgramFacts facts;

	private final Map<Metric, Figure> figures;

	private final List<Check> checks;

	private final Map<CheckKind, String> notApplied = new LinkedHashMap<>();

	private ProgramOutcome(Run run, ProgramFacts facts) {
		this.run = run;
		this.facts = facts;
		this.figures = new EnumMap<>(Metric.class);
		this.figures.putAll(facts.figures());
		this.checks = new ArrayList<>();
	}

	/**
	 * The outcome of a run.
	 * @param cores processors of the machine, 0 where they are not known
	 */
	static Outcome of(Run run, ProgramFacts facts, List<ProgramFacts> all, int cores) {
		ProgramOutcome outcome = new ProgramOutcome(run, facts);
		int own = facts.record().placement().app().size();
		if (hasCpuCeiling(run)) {
			all.stream()
				.filter((other) -> isServiceTimeOf(other.record().run(), run))
				.findFirst()
				.ifPresent((oneThread) -> outcome.ceiling(oneThread, (own > 0) ? own : cores));
		}
		outcome.steal();
		outcome.checks.addAll(facts.checks());
		long start = facts.record().startedAt().toEpochMilli();
		if (start <= 0 && !facts.readings().isEmpty()) {
			start = facts.readings().getFirst().at();
		}
		return new Outcome(run, outcome.figures, outcome.checks, outcome.notApplied, Counts.NONE, Behaviour.NONE,
				SeriesOfRun.ofProgram(facts.readings(), start, facts.events()), null);
	}

	/** Whether the processors limit it in theory. */
	private static boolean hasCpuCeiling(Run run) {
		return run.variant().subject() instanceof Program program && program.ceiling() == Program.Ceiling.CPU
				&& run.point().axis().equals(THREADS);
	}

	/** Whether a run tells the service time of another one. */
	private static boolean isServiceTimeOf(Run one, Run run) {
		return one.point().equals(new Point(THREADS, 1)) && one.round() == run.round()
				&& one.variant().name().equals(run.variant().name());
	}

	/**
	 * Tasks that only compute cannot be done faster than min(threads, cores) at a time
	 * take their service time, which a single thread tells (utilisation law, as in
	 * {@link CpuLaw}).
	 */
	private void ceiling(ProgramFacts oneThread, int cores) {
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
		double chance = Math.hypot(half(one), half(tasks));
		this.checks
			.add(Check.atMost(CheckKind.BELOW_CEILING, tasks.value() / ceiling, 1 + Math.max(TOLERANCE, chance)));
	}

	/** Half-width of the interval as a share, 0 where none is known. */
	private static double half(Figure figure) {
		Double high = figure.high();
		return (high != null) ? (high - figure.value()) / figure.value() : 0;
	}

	/** A neighbour disturbs only figures with a time in them, and no counts. */
	private void steal() {
		Stretch whole = this.facts.whole();
		if (this.facts.figures().keySet().stream().noneMatch(ProgramOutcome::isOfTime)) {
			this.notApplied.put(CheckKind.MACHINE_STEAL, "the program counts, and measures no time");
			return;
		}
		if (whole == null || whole.growth((sample) -> sample.machine().totalMillis()) <= 0) {
			this.notApplied.put(CheckKind.MACHINE_STEAL, "the program ended before the probe had two samples");
			return;
		}
		this.checks.add(Check.atMost(CheckKind.MACHINE_STEAL, whole.steal(), 0.01));
	}

	/** Whether a program measures it against the clock. */
	private static boolean isOfTime(Metric metric) {
		return (metric.section() == Metric.Section.THROUGHPUT || metric.section() == Metric.Section.PROGRAM)
				&& List.of("tasks/s", "s", "ms", "/s", "%").contains(metric.unit());
	}

}
