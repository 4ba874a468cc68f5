package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

import lab.harness.analysis.JtlRow.Cause;
import lab.harness.analysis.JtlRow.Group;
import lab.harness.analysis.JtlRow.Sender;
import lab.harness.model.DataFile;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.CoreSample;
import lab.harness.model.result.Sample.MachineSample;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.model.result.Series;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import lab.wire.Terms;

import static lab.harness.analysis.RunFixture.MIB;
import static lab.harness.analysis.RunFixture.T0;

/**
 * A closed workload, simulated event by event. Each of the users sends the next request
 * soon after the answer to the last one, or after a think time; slots serve the requests
 * in the order of their arrival, and each spends the overhead of the app and a delay at
 * the backend. The k-th delay depends on the seed and k alone, as in the backend, so all
 * variants of a round draw the same delays.
 */
final class ClosedLoop {

	/** JMeter's own time between an answer and the next request. */
	private static final double GENERATOR_MILLIS = 0.15;

	private static final Cause NO_CAUSE = new Cause("200", "OK", "");

	private final Variant variant;

	private final int slots;

	private final Terms terms;

	/**
	 * Creates the workload of a variant.
	 * @param thinkMillis time from an answer to the next request, 0 or more
	 * @param seconds duration of the load, ramp included
	 */
	ClosedLoop(String name, int users, int slots, String delays, int thinkMillis, int seconds) {
		Load load = new Load(lab.harness.model.experiment.Request.get("/"), users, null,
				Duration.ofMillis(Math.max(1000, thinkMillis)), Load.WarmUp.of(Duration.ZERO),
				Duration.ofSeconds(seconds), Duration.ofSeconds(60), Duration.ofMillis(thinkMillis));
		Service service = new Service(App.TOMCAT_PLATFORM, Map.of(),
				new Service.Backend(DelayDistribution.parse(delays)), load, List.of(), false, List.of(), null);
		this.variant = new Variant(name, service, new Axis(Axis.USERS, List.of((double) users)), null);
		this.slots = slots;
		this.terms = RunFixture.terms(App.TOMCAT_PLATFORM, slots, 10);
	}

	Variant variant() {
		return this.variant;
	}

	int users() {
		return this.variant.service().load().users();
	}

	int slots() {
		return this.slots;
	}

	DelayDistribution delays() {
		return this.variant.service().latency();
	}

	/** A run of the first round with an overhead of half a millisecond. */
	Simulated run(long seed) {
		return run(1, seed, 0.5, 0.2);
	}

	/**
	 * Simulates a run.
	 * @param appMillis time of the app for each request, half of it before the call
	 * @param cpuMillis CPU time of the app for each request
	 */
	Simulated run(int round, long seed, double appMillis, double cpuMillis) {
		SplittableRandom random = new SplittableRandom(seed);
		List<Request> requests = requests(random, appMillis);
		Run run = new Run(this.variant, new Point(Axis.USERS, users()), round, seed);
		RunRecord record = new RunRecord(run, Instant.EPOCH, RunFixture.knowledge(run, this.terms), Placement.SHARED,
				new RunRecord.Preparation(Duration.ZERO, 40 * MIB, null, null),
				new RunRecord.Commands(List.of(), List.of(), List.of()),
				new RunRecord.End(null, 0, List.of(), null, 50 * MIB), null);
		return new Simulated(record, rows(requests), samples(requests, random.nextInt(1000), cpuMillis));
	}

	private double millis() {
		return this.variant.service().load().measure().toMillis();
	}

	private double rampMillis() {
		return this.variant.service().load().ramp().toMillis();
	}

	/** From an answer to the next request of the same user. */
	private double pause() {
		return GENERATOR_MILLIS + this.variant.service().load().thinkTime().toMillis();
	}

	/** The requests in the order of their answers. */
	private List<Request> requests(SplittableRandom random, double appMillis) {
		DelayDistribution delays = delays();
		PriorityQueue<Send> sends = new PriorityQueue<>(Comparator.comparingDouble(Send::at));
		for (int user = 0; user < users(); user++) {
			sends.add(new Send(user * rampMillis() / users() + pause() - GENERATOR_MILLIS, user));
		}
		PriorityQueue<Double> free = new PriorityQueue<>();
		for (int slot = 0; slot < this.slots; slot++) {
			free.add(0.0);
		}
		List<Request> requests = new ArrayList<>();
		while (!sends.isEmpty()) {
			Send send = sends.remove();
			double called = Math.max(send.at, free.remove()) + appMillis / 2;
			Request request = new Request(send.user, send.at, called, delays.quantile(random.nextDouble()),
					appMillis / 2);
			free.add(request.answered());
			requests.add(request);
			if (request.answered() + pause() < millis()) {
				sends.add(new Send(request.answered() + pause(), send.user));
			}
		}
		requests.sort(Comparator.comparingDouble(Request::answered));
		return requests;
	}

	/** A user whose answer comes after the end of the load leaves. */
	private List<JtlRow> rows(List<Request> requests) {
		List<JtlRow> rows = new ArrayList<>();
		int left = 0;
		for (Request request : requests) {
			int started = Math.min(users(), 1 + (int) (request.answered() * users() / rampMillis()));
			long start = Math.round(request.sent);
			rows.add(new JtlRow(this.variant.name(), T0 + start, Math.round(request.answered()) - start, -1, true,
					NO_CAUSE, started - left, new Sender(new Group("", ""), "users 1-" + request.user)));
			left += (request.answered() + pause() >= millis()) ? 1 : 0;
		}
		return rows;
	}

	/**
	 * One sample before the load, one each second, one after the drain.
	 * @param phase milliseconds of the first sample after a whole second
	 */
	private List<Sample> samples(List<Request> requests, int phase, double cpuMillis) {
		long end = Math.round(requests.getLast().answered()) + 1000;
		List<Sample> samples = new ArrayList<>();
		for (long at = phase - 1000; at < end; at += 1000) {
			samples.add(sample(requests, at, cpuMillis));
		}
		samples.add(sample(requests, end, cpuMillis));
		return samples;
	}

	private Sample sample(List<Request> requests, long at, double cpuMillis) {
		long sent = 0;
		long called = 0;
		long returned = 0;
		long answered = 0;
		double drawn = 0;
		double inFlight = 0;
		double served = 0;
		for (Request request : requests) {
			sent += (request.sent <= at) ? 1 : 0;
			called += (request.called <= at) ? 1 : 0;
			answered += (request.answered() <= at) ? 1 : 0;
			inFlight += Math.clamp(at - request.called, 0, request.delay);
			served += Math.clamp(at - request.called + request.rest, 0, request.delay + 2 * request.rest);
			if (request.called + request.delay <= at) {
				returned++;
				drawn += request.delay;
			}
		}
		ProcessSample idle = new ProcessSample(1000, 100 * MIB, 20, 0, null);
		return new Sample(T0 + at, true,
				new Sample.Processes(new ProcessSample(Math.round(1000 + cpuMillis * answered), 300 * MIB, 30, 0, null),
						idle, idle),
				new MachineSample(at, 0, List.of(new CoreSample(0, 0), new CoreSample(1, at))), users(),
				new AppLedger(
						new AppLedger.Requests(sent, answered, 0, sent - answered, served / 1000, 0,
								Map.of("platform", answered), Map.of("ok", answered)),
						new AppLedger.Calls(called, 0, 0, Map.of(), 0), null, new AppLedger.JvmCounters(MIB, 0, 0, 0)),
				new BackendCounters(
						new BackendCounters.Requests(called, returned, 0, 0, called - returned, this.slots,
								inFlight / 1000, 0),
						new BackendCounters.Delays(drawn, drawn, new BackendCounters.TimerError(0, 0), 0, 0), Map.of(),
						Map.of()),
				Map.of());
	}

	/**
	 * A request, with moments in milliseconds since the beginning of the load.
	 *
	 * @param called the call of the backend
	 * @param delay the time at the backend
	 * @param rest the time of the app after the call, and as much before it
	 */
	private record Request(int user, double sent, double called, double delay, double rest) {

		double answered() {
			return this.called + this.delay + this.rest;
		}

	}

	private record Send(double at, int user) {
	}

	/**
	 * A simulated run, in the form of its files.
	 */
	record Simulated(RunRecord record, List<JtlRow> rows, List<Sample> samples) {

		Simulated with(List<JtlRow> rows) {
			return new Simulated(this.record, rows, this.samples);
		}

		ServiceRun read() {
			LabelSpan label = new LabelSpan();
			Window.FirstAnswers answers = new Window.FirstAnswers(this.record.run().variant().service().load().users());
			this.rows.forEach(label::add);
			this.rows.forEach(answers::add);
			Window planned = Window.of(this.record, label.all(), answers);
			List<Sample> window = this.samples.stream()
				.filter((sample) -> planned.begin() <= sample.at() && sample.at() <= planned.end())
				.toList();
			ProbeData probe = new ProbeData(this.samples, window, window);
			LoadTotals load = new LoadTotals(label.all(), new Window(probe.begin().at(), probe.end().at()),
					probe.middle().at(), Long.MAX_VALUE,
					this.record.run().variant().service().load().thinkTime().toMillis());
			this.rows.forEach(load::add);
			return new ServiceRun(this.record, load, Map.of(), planned, probe,
					new SideAnswers(List.of(), probe.begin().at(), List.of()), Recovery.of(load, false, List.of()),
					null, ClassHistogram.NONE);
		}

		/** The outcome as far as it follows from this run alone. */
		Outcome outcome() {
			ServiceRun run = read();
			return new Outcome(this.record.run(), Figures.of(run, null, null, List.of(run)),
					Checks.of(run, null, List.of(), true).checks(), Map.of(), Counts.NONE,
					new Behaviour(run.limitedBySlots(), List.of(), null, Map.of()), Series.NONE, null);
		}

		/** Writes the files of the run into the folder of a result. */
		void write(Path result) throws IOException {
			Evidence evidence = Evidence.of(result, this.record.run());
			Files.createDirectories(evidence.folder());
			DataFile.write(evidence.record(), this.record);
			Files.write(evidence.probe(), this.samples.stream().map(DataFile::line).toList());
			List<String> lines = new ArrayList<>(
					List.of("timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads,threadName"));
			this.rows.forEach((row) -> lines.add("%d,%d,%s,200,OK,true,%d,%s".formatted(row.start(), row.elapsed(),
					row.label(), row.users(), row.sender().thread())));
			Files.write(evidence.jtl(), lines);
		}

	}

}
