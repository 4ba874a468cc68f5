package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import lab.harness.experiment.Expectation;
import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Prediction.Formula;
import lab.harness.probe.Beside.Asked;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import lab.harness.target.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * From the files of a run to its result.
 */
public final class RunAnalysis {

	private static final int LEAST_SAMPLES = 3;

	private static final double MIB = 1024 * 1024;

	private RunAnalysis() {
	}

	/**
	 * Analyses one run.
	 * @param run what ran
	 * @param samples the probe's samples, the first before the load, the last after the
	 * drain
	 * @param jtl JMeter's samples
	 * @param expect what the experiment promises
	 * @param published what the source published, or null
	 * @param raw name of the run's folder in the result
	 * @throws InvalidInputException if the JTL is cut off or broken
	 * @throws RunFailedException if the probe saw too little of the run
	 */
	public static RunResult of(RunRecord run, List<Sample> samples, Path jtl, List<Expectation> expect,
			@Nullable Double published, String raw) {
		Measured measured = measure(run, samples, jtl, List.of());
		return of(measured, expect, published, raw, CpuLaw.of(measured, List.of(measured)));
	}

	/** From the facts of a run to its result. */
	static RunResult of(Measured measured, List<Expectation> expect, @Nullable Double published, String raw,
			@Nullable CpuLaw cpu) {
		return of(measured, expect, published, raw, cpu, null);
	}

	/**
	 * The same beside a prediction. What a request costs while things go wrong is no
	 * figure to make a ceiling of, so there is none of the CPU then.
	 */
	static RunResult of(Measured measured, List<Expectation> expect, @Nullable Double published, String raw,
			@Nullable CpuLaw cpuLaw, @Nullable Formula formula) {
		RunRecord run = measured.run();
		CpuLaw cpu = measured.isStressed() ? null : cpuLaw;
		StressChecks stressed = measured.isStressed() ? new StressChecks(measured) : null;
		List<Check> checks = new ArrayList<>(
				(stressed != null) ? stressed.checks() : MeasurementChecks.of(measured, cpu));
		StressResult stress = StressAnalysis.of(measured, formula, (stressed != null) ? stressed.leftOut() : Map.of());
		checks.addAll(ExpectationChecks.of(expect, measured, cpu, stress));
		LoadTotals load = measured.load();
		Double ceiling = measured.hasCeiling() ? measured.ceiling() : null;
		return new RunResult(run.variant(), run.users(), run.round(), checks.stream().allMatch(Check::ok),
				load.window().seconds(), load.throughput(), run.jmeterSummary(), ceiling,
				measured.hasCeiling() ? measured.nominalCeiling() : null,
				(ceiling != null) ? load.throughput() / ceiling : null, (cpu != null) ? cpu.ceiling() : null, published,
				run.terms().requestThreads(), measured.slots(),
				(cpu != null && cpu.limits(measured)) ? "CPU" : measured.limitedBy(), load.latency().summary(),
				load.errors(), load.errorKinds(), CpuCost.of(measured),
				Usage.of(measured.window(), (sample) -> sample.app().rssBytes() / MIB),
				Usage.of(measured.window(), (sample) -> sample.app().threads()),
				(long) measured.inWindow((sample) -> sample.ledger().gcPauseMillis()), compileMillis(measured),
				Ledger.of(measured), checks, raw, stress);
	}

	private static @Nullable Long compileMillis(Measured measured) {
		Long begin = measured.begin().ledger().compileMillis();
		Long end = measured.last().ledger().compileMillis();
		return (begin != null && end != null) ? Long.valueOf(end - begin) : null;
	}

	/**
	 * The edges of the window are moments at which the probe read the counters, so that
	 * generator, app and backend are counted over the same time.
	 */
	static Measured measure(RunRecord run, List<Sample> samples, Path jtl, List<Asked> beside) {
		LoadSpan span = new LoadSpan();
		if (!new Jtl(jtl).forEach(span::add)) {
			throw new InvalidInputException(jtl + " is cut off in the middle");
		}
		Window planned = PlannedWindow.of(run, span);
		List<Sample> seen = fresh(samples, planned);
		if (seen.size() < LEAST_SAMPLES && PlannedWindow.endedByItself(run)) {
			planned = new Window(span.firstSent(), PlannedWindow.ended(run));
			seen = wholeLife(samples, planned);
		}
		else if (seen.size() < LEAST_SAMPLES) {
			throw new RunFailedException(
					run.variant() + " at " + run.users() + " users cannot be judged: in its window of "
							+ Math.round(planned.seconds()) + " s the services told their counters " + seen.size()
							+ " times, and " + LEAST_SAMPLES + " are needed; was the machine overloaded?");
		}
		LoadTotals load = new LoadTotals(span, new Window(seen.getFirst().at(), seen.getLast().at()),
				seen.get(Measured.middle(seen)).at(), PlannedWindow.told(run));
		new Jtl(jtl).forEach(load::add);
		return new Measured(run, load, planned, samples.getFirst(), seen, samples.getLast(), beside);
	}

	private static List<Sample> fresh(List<Sample> samples, Window window) {
		return samples.stream()
			.filter((sample) -> window.begin() <= sample.at() && sample.at() <= window.end())
			.filter(Sample::fresh)
			.toList();
	}

	/**
	 * An app that ends before the window has begun, or soon after, is judged by all of
	 * its life under load: from the last sample before the first request to its end, of
	 * which the counters that were heard last are known.
	 */
	private static List<Sample> wholeLife(List<Sample> samples, Window load) {
		List<Sample> lived = samples.stream().filter((sample) -> sample.at() < load.end()).toList();
		Sample last = lived.getLast();
		List<Sample> life = new ArrayList<>(lived.stream().filter(Sample::fresh).toList());
		while (life.size() > 1 && life.get(1).at() < load.begin()) {
			life.removeFirst();
		}
		life.add(new Sample(load.end(), last.app(), last.backend(), last.generator(), last.machine(), last.cores(),
				last.connections(), last.ledger(), last.counters(), false));
		return life;
	}

}
