package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import lab.harness.experiment.Expectation;
import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Load;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import org.jspecify.annotations.Nullable;

/**
 * From the files of a run to its result.
 */
public final class RunAnalysis {

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
	 * @throws InvalidInputException if the files hold no measurement
	 */
	public static RunResult of(RunRecord run, List<Sample> samples, Path jtl, List<Expectation> expect,
			@Nullable Double published, String raw) {
		return of(measure(run, samples, jtl), expect, published, raw);
	}

	/** From the facts of a run to its result. */
	static RunResult of(Measured measured, List<Expectation> expect, @Nullable Double published, String raw) {
		RunRecord run = measured.run();
		List<Check> checks = new ArrayList<>(MeasurementChecks.of(measured));
		expect.forEach((expectation) -> checks.add(ExpectationChecks.of(expectation, measured)));
		LoadTotals load = measured.load();
		double ceiling = measured.ceiling();
		return new RunResult(run.variant(), run.users(), run.round(), checks.stream().allMatch(Check::ok),
				load.window().seconds(), load.throughput(), run.jmeterSummary(), ceiling, measured.nominalCeiling(),
				load.throughput() / ceiling, published, measured.slots(), measured.limitedBy(),
				load.latency().summary(), load.errors(), load.errorKinds(), CpuCost.of(measured),
				Usage.of(measured.window(), (sample) -> sample.app().rssBytes() / MIB),
				Usage.of(measured.window(), (sample) -> sample.app().threads()),
				(long) measured.inWindow((sample) -> sample.ledger().gcPauseMillis()), Ledger.of(measured), checks,
				raw);
	}

	/**
	 * The edges of the window are moments at which the probe read the counters, so that
	 * generator, app and backend are counted over the same time.
	 */
	static Measured measure(RunRecord run, List<Sample> samples, Path jtl) {
		LoadSpan span = new LoadSpan();
		boolean whole = new Jtl(jtl).forEach(span::add);
		long begin = span.firstSent() + run.rampMillis() + Load.SETTLE.toMillis();
		long end = Math.min(span.firstSent() + run.measureMillis(), span.lastSent());
		List<Sample> window = samples.stream().filter((sample) -> begin <= sample.at() && sample.at() <= end).toList();
		if (!whole || window.size() < 3) {
			throw new InvalidInputException(
					jtl + (whole ? ": the probe has " + window.size() + " samples in its window, and 3 are needed"
							: " is cut off in the middle"));
		}
		LoadTotals load = new LoadTotals(span, new Window(window.getFirst().at(), window.getLast().at()),
				window.get(Measured.middle(window)).at());
		new Jtl(jtl).forEach(load::add);
		return new Measured(run, load, samples.getFirst(), window, samples.getLast());
	}

}
