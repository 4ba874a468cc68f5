package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import lab.harness.experiment.Expectation;
import lab.harness.probe.CoreSample;
import lab.harness.probe.MachineSample;
import lab.harness.probe.ProcessSample;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import lab.harness.target.AppLedger;
import lab.harness.target.BackendCounters;
import lab.harness.target.Placement;
import lab.harness.target.Terms;

/**
 * A run that can be followed by hand: 2 users, every request takes exactly 500 ms, so 4
 * req/s; 12 s from the first request to the last, 4 requests in each second. The window
 * is 2..12 s. The app uses 8 ms of CPU a second, so 2 ms a request.
 */
class RunFixture {

	static final long T0 = 1_000_000;

	private static final int SECONDS = 12;

	RunRecord run = new RunRecord("arm", "tomcat-virtual", 2, 1, 42, "uniform 0ms..1000ms", "/", "closed-loop", 1000, 0,
			12_100, 10_000, new Terms("tomcat-virtual", "25", 2, "G1", 512, null, "Apache", 10_000, "kept"),
			Placement.SHARED, 3000, 2000, Instant.EPOCH, true, 3.9, 0, 0,
			new RunRecord.Commands(List.of(), List.of(), List.of()));

	UnaryOperator<String> row = UnaryOperator.identity();

	UnaryOperator<Sample> sample = UnaryOperator.identity();

	RunResult analyse(Path folder, Expectation... expect) throws IOException {
		return RunAnalysis.of(this.run, samples(), jtl(folder), List.of(expect), null, "raw/arm-2-r1");
	}

	RunFacts facts(Path folder) throws IOException {
		return RunFacts.of(this.run, samples(), jtl(folder), List.of());
	}

	private Path jtl(Path folder) throws IOException {
		List<String> rows = new ArrayList<>();
		rows.add("timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads");
		for (long start = T0; start < T0 + SECONDS * 1000 + 1; start += 500) {
			rows.add(this.row.apply(start + ",500,arm,200,OK,true,2"));
			rows.add(this.row.apply(start + ",500,arm,200,OK,true,2"));
		}
		return Files.write(folder.resolve("load.jtl"), rows);
	}

	/**
	 * A sample before, one each second, one after. All 50 requests are done in the last.
	 */
	private List<Sample> samples() {
		List<Sample> samples = new ArrayList<>();
		samples.add(sampleAt(-1, 0));
		for (int second = 0; second <= SECONDS; second++) {
			samples.add(sampleAt(second, 4L * second));
		}
		samples.add(sampleAt(SECONDS + 2, 50));
		return samples.stream().map(this.sample).toList();
	}

	private static Sample sampleAt(int second, long completed) {
		return new Sample(T0 + second * 1000L, new ProcessSample(100 + 8L * second, 300L << 20, 30, 0),
				new ProcessSample(50 + 4L * second, 100L << 20, 20, 0),
				new ProcessSample(12L * second, 500L << 20, 520, 0),
				new MachineSample(2000L * second, 1000L * second, 0),
				List.of(new CoreSample(0, 1000L * second, 0), new CoreSample(1, 1000L * second, 1000L * second)), 2,
				new AppLedger(completed, completed, 0, 0, completed, 0, Map.of("virtual", completed), 1L << 20, second,
						3L * second, Map.of(), Map.of(), 0, null, 0),
				new BackendCounters(completed, completed, 0, 0, 2, 2, 2.0 * Math.max(0, second), 500.0 * completed,
						501.0 * completed, new BackendCounters.TimerError(1, 1)),
				true);
	}

	static Sample with(Sample sample, AppLedger ledger) {
		return new Sample(sample.at(), sample.app(), sample.backend(), sample.generator(), sample.machine(),
				sample.cores(), sample.connections(), ledger, sample.counters(), true);
	}

	static Sample with(Sample sample, BackendCounters counters) {
		return new Sample(sample.at(), sample.app(), sample.backend(), sample.generator(), sample.machine(),
				sample.cores(), sample.connections(), sample.ledger(), counters, true);
	}

	static Sample with(Sample sample, MachineSample machine) {
		return new Sample(sample.at(), sample.app(), sample.backend(), sample.generator(), machine, sample.cores(),
				sample.connections(), sample.ledger(), sample.counters(), true);
	}

	static Sample with(Sample sample, List<CoreSample> cores) {
		return new Sample(sample.at(), sample.app(), sample.backend(), sample.generator(), sample.machine(), cores,
				sample.connections(), sample.ledger(), sample.counters(), sample.fresh());
	}

	static Sample withAppCpu(Sample sample, long millis) {
		return new Sample(sample.at(), new ProcessSample(millis, 1, 1, 0), sample.backend(), sample.generator(),
				sample.machine(), sample.cores(), sample.connections(), sample.ledger(), sample.counters(),
				sample.fresh());
	}

	static Sample withThreads(Sample sample, int threads) {
		return new Sample(sample.at(), new ProcessSample(sample.app().cpuMillis(), 1, threads, 0), sample.backend(),
				sample.generator(), sample.machine(), sample.cores(), sample.connections(), sample.ledger(),
				sample.counters(), sample.fresh());
	}

	RunRecord named(String variant) {
		return record(variant, this.run.path(), this.run.placement());
	}

	RunRecord computing(String path, Placement placement) {
		return record(this.run.variant(), path, placement);
	}

	private RunRecord record(String variant, String path, Placement placement) {
		return new RunRecord(variant, this.run.app(), this.run.users(), 1, this.run.seed(), this.run.latency(), path,
				this.run.plan(), this.run.rampMillis(), 0, this.run.measureMillis(), this.run.timeoutMillis(),
				this.run.terms(), placement, 0, 0, this.run.startedAt(), true, this.run.jmeterSummary(), 0, 0,
				this.run.commands());
	}

	static Sample withConnections(Sample sample, int connections) {
		return new Sample(sample.at(), sample.app(), sample.backend(), sample.generator(), sample.machine(),
				sample.cores(), connections, sample.ledger(), sample.counters(), true);
	}

}
