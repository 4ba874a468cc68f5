package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;

import lab.harness.probe.Beside.Asked;
import lab.harness.probe.BesideFile;
import lab.harness.probe.JsonFile;
import lab.harness.experiment.InvalidInputException;
import lab.harness.probe.Measurement;
import lab.harness.probe.Probe;
import lab.harness.probe.ProbeFile;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a run hold, read once, for its result and for its charts.
 *
 * @param measured the facts of the result
 * @param usage what the processes used, over the whole run
 * @param stress the course of a run under stress, or null
 */
record RunFacts(Measured measured, List<UsagePoint> usage, @Nullable StressCharts stress) {

	/**
	 * Reads the files of a run that was finished.
	 * @param folder folder of the run
	 */
	static RunFacts read(Path folder) {
		ProbeFile probe = ProbeFile.read(folder.resolve(Probe.FILE));
		if (probe.cutOff()) {
			throw new InvalidInputException(folder.resolve(Probe.FILE)
					+ " is cut off in the middle of its last line, the sample after the load");
		}
		if (probe.samples().isEmpty()) {
			throw new InvalidInputException(folder.resolve(Probe.FILE) + " is empty: it holds no sample of the probe");
		}
		return of(JsonFile.read(folder.resolve(RunRecord.FILE), RunRecord.class), probe.samples(),
				folder.resolve(Measurement.JTL), BesideFile.read(folder));
	}

	static RunFacts of(RunRecord run, List<Sample> samples, Path jtl, List<Asked> beside) {
		Measured measured = RunAnalysis.measure(run, samples, jtl, beside);
		return new RunFacts(measured, UsagePoint.of(samples, measured.load().successes().start()),
				StressCharts.of(measured, samples));
	}

}
