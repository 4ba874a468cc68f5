package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Form;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.CoreSample;
import lab.harness.model.result.Sample.MachineSample;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.model.result.Series.Event;
import lab.harness.model.result.Series.Quantity;
import lab.harness.model.result.Software;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ProgramTests {

	private static final long T0 = 1_000_000;

	private final Axis axis = new Axis("threads", List.of(1.0, 4.0));

	private final Variant pool = new Variant("pool",
			new Program("lab.Pool", List.of(), null, Program.Ceiling.CPU, List.of(), null), this.axis, null);

	@TempDir
	private Path folder;

	@Test
	void ofWhenLinesArePrintedShouldReadFiguresEventsAndChecks() throws IOException {
		Outcome outcome = ofLines("""
				{"metric":"rejected","value":2}
				{"event":"started","at":1,"task":1,"thread":"pool-1"}
				{"event":"rejected","at":12.5,"task":14}
				{"check":"rejected","value":2,"expected":2}
				{"check":"started","value":9,"expected":8}
				""");
		assertThat(outcome.value(Metric.REJECTED)).isEqualTo(2);
		assertThat(outcome.series().events()).containsExactly(
				new Event(1, "started", Map.of("task", 1, "thread", "pool-1")),
				new Event(12.5, "rejected", Map.of("task", 14)));
		assertThat(outcome.checks()).filteredOn((check) -> check.kind() == CheckKind.THEORY)
			.containsExactly(new Check(CheckKind.THEORY, "rejected", 2.0, "= 2", true),
					new Check(CheckKind.THEORY, "started", 9.0, "= 8", false));
		assertThat(outcome.valid()).isFalse();
		assertThat(outcome.notApplied()).containsEntry(CheckKind.MACHINE_STEAL,
				"the program counts, and measures no time");
	}

	@Test
	void ofShouldReadTheSamplesOfTheProbe() throws IOException {
		Outcome outcome = ofLines("{\"metric\":\"seconds\",\"value\":2}\n");
		// Samples after 0, 1 and 2 s: 100, 300 and 200 MiB, 10 threads and 20 and 30.
		assertThat(outcome.value(Metric.RSS_PEAK)).isEqualTo(300);
		assertThat(outcome.value(Metric.RSS_MEAN)).isEqualTo(200);
		assertThat(outcome.value(Metric.PLATFORM_THREADS_PEAK)).isEqualTo(30);
		assertThat(outcome.value(Metric.PLATFORM_THREADS_MEAN)).isEqualTo(20);
		assertThat(outcome.value(Metric.PROGRAM_CPU)).isEqualTo(1);
		assertThat(outcome.series().tracks()).containsOnlyKeys(Quantity.THREADS, Quantity.RSS, Quantity.APP_CPU);
		assertThat(Objects.requireNonNull(outcome.series().tracks().get(Quantity.APP_CPU)).values())
			.containsExactly(0.5, 0.5);
		assertThat(RunFixture.check(outcome, CheckKind.MACHINE_STEAL).ok()).isTrue();
	}

	@Test
	void ofWhenAMetricIsNotInTheCatalogueShouldFailAndSaySo() throws IOException {
		Outcome outcome = ofLines("{\"metric\":\"rejected\",\"value\":2}\n{\"metric\":\"reservd\",\"value\":4}\n");
		assertThat(Objects.requireNonNull(outcome.failure()).reason()).contains("not in the catalogue: 'reservd'");
		assertThat(outcome.figures()).isEmpty();
		assertThat(outcome.checks()).isEmpty();
	}

	@Test
	void ofWhenItPrintedNothingShouldFail() throws IOException {
		Evidence evidence = evidence(1, 1);
		assertThat(Objects.requireNonNull(Analysis.of(evidence, experiment()).failure()).reason())
			.contains("left no figures");
	}

	@Test
	void ofWhenItIsCutOffShouldFail() throws IOException {
		assertThat(Objects.requireNonNull(ofLines("{\"metric\":\"rejected\",\"value\":2}\n{\"met").failure()).reason())
			.contains("cut off");
	}

	@Test
	void ofJmhShouldTakeTheMeanOfItsForksAndItsUnits() throws IOException {
		Outcome outcome = ofJmh("""
				[{"benchmark":"lab.Pool.run","mode":"thrpt","params":{"threads":"1"},
				  "primaryMetric":{"score":0.1,"scoreUnit":"ops/ms","rawData":[[0.09,0.1],[0.11]]},
				  "secondaryMetrics":{"rejected":{"score":3,"scoreUnit":"#","rawData":[[3,3],[3]]},
				                      "gc.alloc.rate":{"score":7,"scoreUnit":"MB/sec","rawData":[[7]]}}}]
				""");
		// The forks did 95 and 110 tasks a second; the second has one iteration.
		assertThat(outcome.value(Metric.TASKS_PER_SECOND)).isCloseTo(102.5, within(1e-9));
		assertThat(outcome.value(Metric.REJECTED)).isEqualTo(3);
		outcome = ofJmh("""
				[{"benchmark":"b","mode":"ss","primaryMetric":{"score":250,"scoreUnit":"ms/op","rawData":[[250]]}}]
				""");
		assertThat(outcome.figures().get(Metric.SECONDS)).isEqualTo(0.25);
		assertThat(outcome.figures()).doesNotContainKey(Metric.TASKS_PER_SECOND);
	}

	@Test
	void ofJmhWhenFileIsUnknownShouldFail() throws IOException {
		assertThat(Objects.requireNonNull(ofJmh("[]").failure()).reason()).contains("0 benchmarks");
		assertThat(Objects.requireNonNull(ofJmh("[{\"primaryMetric\":{\"scoreUnit\":\"B/op\"}}]").failure()).reason())
			.contains("unit 'B/op'");
		assertThat(Objects.requireNonNull(ofJmh("[{").failure()).reason()).contains("cannot be read");
	}

	/** 100 tasks a second by one thread are 200 by four of them on two cores. */
	@Test
	void ceilingShouldFollowFromServiceTimeOfOneThread() throws IOException {
		Files.writeString(evidence(1, 1).program(), "{\"metric\":\"tasksPerSecond\",\"value\":100}\n");
		Files.writeString(evidence(4, 1).program(), "{\"metric\":\"tasksPerSecond\",\"value\":190}\n");
		List<Outcome> outcomes = findings().outcomes();
		assertThat(outcomes.getLast().value(Metric.TASKS_CEILING)).isEqualTo(200);
		assertThat(outcomes.getLast().value(Metric.OF_CEILING)).isEqualTo(0.95);
		assertThat(RunFixture.check(outcomes.getLast(), CheckKind.BELOW_CEILING))
			.isEqualTo(new Check(CheckKind.BELOW_CEILING, null, 0.95, "<= 1.25", true));
		assertThat(outcomes.getFirst().value(Metric.TASKS_CEILING)).isEqualTo(100);
		assertThat(outcomes.getFirst().notApplied()).containsKey(CheckKind.BELOW_CEILING);
		Files.writeString(evidence(4, 1).program(), "{\"metric\":\"tasksPerSecond\",\"value\":260}\n");
		assertThat(findings().outcomes().getLast().valid()).isFalse();
	}

	@Test
	void ceilingWithoutARunOfOneThreadShouldBeAbsent() throws IOException {
		Files.writeString(evidence(4, 1).program(), "{\"metric\":\"tasksPerSecond\",\"value\":190}\n");
		Findings findings = findings();
		assertThat(findings.complete()).isFalse();
		assertThat(findings.outcomes()).singleElement()
			.satisfies((outcome) -> assertThat(outcome.figures()).doesNotContainKeys(Metric.TASKS_CEILING,
					Metric.OF_CEILING));
	}

	private Outcome ofLines(String lines) throws IOException {
		Evidence evidence = evidence(1, 1);
		Files.writeString(evidence.program(), lines);
		return Analysis.of(evidence, experiment());
	}

	private Outcome ofJmh(String json) throws IOException {
		Evidence evidence = evidence(1, 1);
		Files.writeString(evidence.jmh(), json);
		return Analysis.of(evidence, experiment());
	}

	private Experiment experiment() {
		return new Experiment("pools", new About("?", About.Group.OTHER, List.of(), null), Cores.SHARED, List.of(),
				Metric.TASKS_PER_SECOND, List.of(), List.of(this.pool));
	}

	private Run run(double threads, int round) {
		Point point = new Point("threads", threads);
		return new Run(this.pool.at(point), point, round, 42);
	}

	private Evidence evidence(double threads, int round) throws IOException {
		Run run = run(threads, round);
		Evidence evidence = Evidence.of(this.folder, run);
		Files.createDirectories(evidence.folder());
		DataFile.write(evidence.record(),
				new RunRecord(run, Instant.ofEpochMilli(T0), Knowledge.NONE, Placement.SHARED,
						new RunRecord.Preparation(Duration.ZERO, null, null, null),
						new RunRecord.Commands(List.of(), List.of(), List.of()),
						new RunRecord.End(null, 0, List.of(), null, null), null));
		Files.write(evidence.probe(),
				List.of(sample(0, 100, 10), sample(1, 300, 20), sample(2, 200, 30))
					.stream()
					.map(DataFile::line)
					.toList());
		return evidence;
	}

	private static Sample sample(int second, long mib, int threads) {
		return new Sample(T0 + 1000L * second, true,
				new Sample.Processes(new ProcessSample(500L * second, mib << 20, threads, 0, null), null, null),
				new MachineSample(1000L * second, 0, List.of(new CoreSample(0, 1000L * second))), 0, AppLedger.NONE,
				BackendCounters.NONE, Map.of());
	}

	private Findings findings() throws IOException {
		Environment environment = new Environment(2, "25", "Linux", "abc", false,
				new Environment.Machine("cpu", 1024, false, Map.of()), new Software(Map.of(), Map.of(), List.of(), 0));
		DataFile.write(this.folder.resolve(Evidence.RAW).resolve(Manifest.FILE), new Manifest(experiment(),
				List.of(run(1, 1), run(4, 1)), 42, Form.FULL, List.of("./bench"), Instant.EPOCH, null, environment));
		return Analysis.of(this.folder);
	}

}
