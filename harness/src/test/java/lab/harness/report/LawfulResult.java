package lab.harness.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import lab.harness.experiment.Experiment;
import lab.harness.experiment.ExperimentReader;
import lab.harness.experiment.Fault;
import lab.harness.experiment.On;
import lab.harness.probe.Environment;
import lab.harness.probe.JsonFile;
import lab.harness.probe.MachineSample;
import lab.harness.probe.Manifest;
import lab.harness.probe.Measurement;
import lab.harness.probe.Probe;
import lab.harness.probe.ProcessSample;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import lab.harness.probe.Stress;
import lab.harness.schedule.Run;
import lab.harness.schedule.Schedule;
import lab.harness.target.AppLedger;
import lab.harness.target.BackendCounters;
import lab.harness.target.Placement;
import lab.harness.target.Terms;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of a result in which every run obeys the law, made by simulation: nothing was
 * measured here. It serves to test what is drawn, never as a result.
 */
final class LawfulResult {

	private static final long T0 = 1_800_000_000_000L;

	private static final int CORES = 2;

	/** As much of the machine as the three processes can get. */
	private static final double FULL = 0.97;

	private static final double BACKEND_COST = 0.09;

	private static final double GENERATOR_COST = 0.3;

	private static final String YAML = """
			question: How many requests a second do 500 waiting users get from each model?
			source: vt-article
			load: { users: %s, ramp: 1s, warm-up: 10s, measure: %ds, timeout: 10s }
			expect: [at-ceiling, steady, no-errors]
			variants:
			  tomcat-platform-200: { app: tomcat-platform, published: 388 }
			  tomcat-platform-500: { app: tomcat-platform, properties: { server.tomcat.threads.max: 500 } }
			  tomcat-virtual:      { app: tomcat-virtual }
			  webflux:             { app: webflux, published: 964 }
			""";

	/** What the samples of a run look like in the JTL, row by row. */
	private final UnaryOperator<String> row;

	private LawfulResult(UnaryOperator<String> row) {
		this.row = row;
	}

	static void write(Path folder, String users, int measureSeconds, int rounds) throws IOException {
		write(folder, users, measureSeconds, rounds, UnaryOperator.identity());
	}

	/**
	 * Writes the raw files.
	 * @param row changes a row of a JTL
	 */
	static void write(Path folder, String users, int measureSeconds, int rounds, UnaryOperator<String> row)
			throws IOException {
		Path yaml = Files.createDirectories(folder.resolve("raw")).resolve("comparison.yml");
		Files.writeString(yaml, YAML.formatted(users, measureSeconds));
		Experiment experiment = ExperimentReader.read(yaml);
		JsonFile.write(folder.resolve("raw").resolve(Manifest.FILE),
				new Manifest(experiment, 42, rounds, false, List.of("./bench", "run", "comparison", "--seed", "42"),
						Instant.EPOCH, new Environment(2, "Simulated", 24_000, "Linux, simulated", "25.0.3",
								"simulated", false, On.PROCESS, null, false, null, null)));
		for (Run run : Schedule.of(experiment, rounds, 42)) {
			new LawfulResult(row).run(run, Files.createDirectories(folder.resolve("raw").resolve(run.id())));
		}
	}

	private void run(Run run, Path folder) throws IOException {
		Integer threads = switch (run.variant().name()) {
			case "tomcat-platform-200" -> 200;
			case "tomcat-platform-500" -> 500;
			default -> null;
		};
		long measure = run.variant().load().measure().toMillis();
		double allowed = FULL * CORES * 1000 / (cost(run, threads) + BACKEND_COST + GENERATOR_COST);
		double asked = 2.0 * Math.min(run.users(), (threads != null) ? threads : run.users());
		ClosedLoop loop = ClosedLoop.of(run.users(), threads, Math.max(1, asked / allowed), 1000, measure, run.seed());
		String app = run.variant().app().toString();
		double last = loop.requests().stream().mapToDouble(ClosedLoop.Request::ended).max().orElse(0);
		Terms terms = new Terms(app, "25.0.3", 2, "G1", 512L << 20, threads, "Simulated", 10_000, "kept for ever");
		List<String> none = List.of("simulated");
		JsonFile.write(folder.resolve(RunRecord.FILE),
				new RunRecord(run.variant().name(), app, run.users(), run.round(), run.seed(),
						run.variant().latency().text(), "/", "closed-loop", 1000, 10_000, measure, 10_000, terms,
						Placement.SHARED, 3000, 2000, Instant.EPOCH, true, loop.requests().size() * 1000 / last, 0, 0,
						new RunRecord.Commands(none, none, none)));
		try (Writer jtl = Files.newBufferedWriter(folder.resolve(Measurement.JTL))) {
			jtl.write("timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads\n");
			for (ClosedLoop.Request request : loop.requests()) {
				jtl.write(this.row
					.apply(String.format(Locale.ROOT, "%d,%d,%s,200,OK,true,%d", T0 + Math.round(request.sent()),
							Math.round(request.ended() - request.sent()), run.variant().name(), run.users()))
						+ "\n");
			}
		}
		try (Writer probe = Files.newBufferedWriter(folder.resolve(Probe.FILE))) {
			for (double moment = -1500; moment < last + 1000; moment += 1000) {
				probe.write(JsonMapper.shared().writeValueAsString(sample(run, loop, threads, moment)) + "\n");
			}
		}
	}

	/** CPU of the app a request in milliseconds. */
	private static double cost(Run run, @Nullable Integer threads) {
		return (threads != null) ? 0.36 : run.variant().name().equals("webflux") ? 0.15 : 0.19;
	}

	/** The same run of another variant. */
	static RunRecord renamed(RunRecord run, String variant) {
		return new RunRecord(variant, run.app(), run.users(), run.round(), run.seed(), run.latency(), run.path(),
				run.plan(), run.rampMillis(), run.warmUpMillis(), run.measureMillis(), run.timeoutMillis(), run.terms(),
				run.placement(), run.appStartMillis(), run.backendStartMillis(), run.startedAt(), run.complete(),
				run.jmeterSummary(), run.probeSkipped(), run.harnessCpuMillis(), run.commands());
	}

	/** The same runs, as if their backend had hung from second 5 to second 6. */
	static void hang(Path folder) throws IOException {
		Fault fault = new Fault(Fault.Kind.HANG, Duration.ofSeconds(5), Duration.ofSeconds(1), 1, null, null);
		try (Stream<Path> runs = Files.list(folder.resolve("raw"))) {
			for (Path run : runs.filter(Files::isDirectory).toList()) {
				RunRecord record = RunRecord.read(run);
				Stress stress = new Stress(null, record.users(),
						List.of(new Stress.Applied(fault, T0 + 5000, T0 + 6000, null)), false, null, null, null);
				JsonFile.write(run.resolve(RunRecord.FILE),
						new RunRecord(record.variant(), record.app(), record.users(), record.round(), record.seed(),
								record.latency(), record.path(), record.plan(), record.rampMillis(),
								record.warmUpMillis(), record.measureMillis(), record.timeoutMillis(), record.terms(),
								record.placement(), record.appStartMillis(), record.backendStartMillis(),
								record.startedAt(), true, record.jmeterSummary(), 0, 0, record.commands(), stress));
			}
		}
	}

	private static Sample sample(Run run, ClosedLoop loop, @Nullable Integer threads, double moment) {
		List<ClosedLoop.Request> ended = loop.endedBy(moment);
		long done = ended.size();
		long sent = loop.requests().stream().filter((request) -> request.sent() <= moment).count();
		long begun = loop.begunBy(moment).size();
		double drawn = ended.stream().mapToDouble(ClosedLoop.Request::drawn).sum();
		double given = ended.stream().mapToDouble(ClosedLoop.Request::given).sum();
		double cost = cost(run, threads);
		int held = (threads != null) ? threads + 32 : 29;
		long heap = (60 + (done / 40) % 90) << 20;
		return new Sample(T0 + Math.round(moment),
				new ProcessSample(5000 + Math.round(cost * done), (240L + held / 4 + Math.min(60, done / 400)) << 20,
						held, 0),
				new ProcessSample(2000 + Math.round(BACKEND_COST * done), 120L << 20, 20, 0),
				(moment < 0) ? null : new ProcessSample(2000 + Math.round(GENERATOR_COST * done), 500L << 20, 520, 0),
				new MachineSample(Math.round(20_000 + CORES * moment),
						Math.round(10_000 + CORES * moment - (cost + BACKEND_COST + GENERATOR_COST) * done), 0),
				List.of(), run.users(),
				new AppLedger(sent, done, 0, sent - done, begun, 0, Map.of(run.variant().app().threadKind(), done),
						heap, done / 1000),
				new BackendCounters(begun, done, 0, 0, begun - done, begun - done, loop.inFlightSeconds(moment), drawn,
						given + 0.3 * done, new BackendCounters.TimerError(0.2, 0.9)),
				true);
	}

}
