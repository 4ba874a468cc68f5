package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.experiment.Paths;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.ErrorKind;
import lab.harness.model.result.EventTotals;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.CoreSample;
import lab.harness.model.result.Sample.ProcessSample;
import lab.wire.BackendCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static lab.harness.analysis.RunFixture.T0;
import static lab.harness.analysis.RunFixture.failed;
import static lab.harness.analysis.RunFixture.with;
import static lab.harness.analysis.RunFixture.withDelays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * A run of users in a closed workload.
 */
class ServiceTests {

	/** What can be promised of a run without faults. */
	private static final Expectation[] ALL = { Expectation.AT_CEILING, Expectation.STEADY, Expectation.NO_ERRORS,
			Expectation.NONE_LOST };

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void ofWhenHealthyShouldPassEveryCheck() {
		Outcome outcome = this.fixture.analyse(this.folder, ALL);
		assertThat(outcome.failedChecks()).isEmpty();
		assertThat(outcome.valid()).isTrue();
		assertThat(outcome.checks()).hasSize(18);
	}

	/** Every other request asks the second path, which takes as long and fails. */
	@Test
	void ofWhenThereAreSeveralPathsShouldHaveFiguresOfEach() {
		this.fixture.paths = new Paths(Map.of("/sleep/9", 1, "/guarded", 1));
		AtomicInteger count = new AtomicInteger();
		this.fixture.row = (row) -> (count.getAndIncrement() % 2 == 0) ? row.replace(",variant,", ",virtual /sleep/9,")
				: row.replace(",variant,200,OK,true", ",virtual /guarded,500,Error,false");
		Map<String, Map<Metric, Double>> paths = this.fixture.analyse(this.folder).behaviour().paths();
		assertThat(paths).containsOnlyKeys("/sleep/9", "/guarded");
		assertThat(paths.get("/sleep/9")).containsEntry(Metric.THROUGHPUT, 2.0)
			.containsEntry(Metric.LATENCY_P99, 500.0)
			.containsEntry(Metric.ERRORS, 0.0);
		assertThat(paths.get("/guarded")).containsEntry(Metric.THROUGHPUT, 0.0).containsEntry(Metric.ERRORS, 25.0);
	}

	/** It uses 8 ms of CPU a second, and then 120. */
	@Test
	void ofWhenTheAppUsesMoreThanItsProcessorsShouldBeInvalid() {
		this.fixture.cpus = "0.1";
		Outcome within = this.fixture.analyse(this.folder);
		assertThat(within.failedChecks()).isEmpty();
		// 0.1 processors / 2 ms
		assertThat(within.value(Metric.CPU_CEILING)).isEqualTo(50);
		this.fixture.sample = (sample) -> with(sample, Map.of("cpuMillis", 100 + 120 * (sample.at() - T0) / 1000));
		Outcome above = this.fixture.analyse(this.folder);
		assertThat(failed(above)).containsEntry(CheckKind.QUOTA, 1.2);
		assertThat(above.valid()).isFalse();
	}

	/** Ten events a second, 140 in all; two subscribers hold 300 MiB. */
	@Test
	void ofWhenTheUsersSubscribeShouldHaveFiguresOfTheEvents() {
		this.fixture.path = "/events?every=200";
		this.fixture.sample = (sample) -> with(sample, Map.of("events", Math.max(0, (sample.at() - T0) / 100)));
		this.fixture.events = new EventTotals(140, 140, 1.5, 2.5, 3.5);
		Outcome whole = this.fixture.analyse(this.folder);
		// Its backend still has the calls of the other path.
		assertThat(failed(whole)).containsOnlyKeys(CheckKind.LEDGER_BACKEND);
		assertThat(whole.value(Metric.EVENTS)).isEqualTo(10);
		assertThat(whole.value(Metric.EVENT_DELAY_P99)).isEqualTo(2.5);
		assertThat(whole.value(Metric.EVENTS_LOST)).isZero();
		// 8 ms of CPU a second for 10 events
		assertThat(whole.value(Metric.EVENT_CPU)).isEqualTo(800);
		assertThat(whole.figures()).doesNotContainKeys(Metric.THROUGHPUT, Metric.CEILING);
	}

	@ParameterizedTest
	@CsvSource({ "140, 139, 1", "139, 139, 1" })
	void ofWhenAnEventIsLostShouldBeInvalid(int expected, int received, double lost) {
		this.fixture.path = "/events?every=200";
		this.fixture.sample = (sample) -> with(sample, Map.of("events", Math.max(0, (sample.at() - T0) / 100)));
		this.fixture.events = new EventTotals(expected, received, 1.5, 2.5, 3.5);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(failed(outcome)).containsEntry(CheckKind.EVENTS, lost);
		assertThat(outcome.valid()).isFalse();
	}

	@Test
	void ofWhenHealthyShouldHaveFiguresWorkedOutByHand() {
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(10);
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(4);
		// 2 users / 4 a second - 500 ms
		assertThat(outcome.value(Metric.NEXT_REQUEST)).isZero();
		assertThat(outcome.value(Metric.GENERATOR_RSS)).isEqualTo(500);
		// 2 users / 0.5 s
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(4);
		assertThat(outcome.value(Metric.NOMINAL_CEILING)).isEqualTo(4);
		assertThat(outcome.value(Metric.OF_CEILING)).isEqualTo(1);
		assertThat(outcome.value(Metric.SLOTS)).isEqualTo(2);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Limit.USERS);
		assertThat(outcome.value(Metric.LATENCY_P50)).isEqualTo(500);
		assertThat(outcome.value(Metric.LATENCY_P90)).isEqualTo(500);
		assertThat(outcome.value(Metric.LATENCY_MAX)).isEqualTo(500);
		assertThat(outcome.value(Metric.LATENCY_MEAN)).isEqualTo(500);
		// 8 ms, 4 ms and 12 ms of CPU a second over 4 requests a second
		assertThat(outcome.value(Metric.APP_CPU)).isEqualTo(2);
		assertThat(outcome.value(Metric.BACKEND_CPU)).isEqualTo(1);
		assertThat(outcome.value(Metric.GENERATOR_CPU)).isEqualTo(3);
		assertThat(outcome.value(Metric.RSS_MEAN)).isEqualTo(300);
		assertThat(outcome.value(Metric.PLATFORM_THREADS_PEAK)).isEqualTo(30);
		// 300 MiB over 2 requests in flight
		assertThat(outcome.value(Metric.MEMORY_PER_REQUEST)).isEqualTo(300 * 1024 / 2.0);
		assertThat(outcome.value(Metric.GC_PAUSES)).isEqualTo(10);
		// After 4, 8 and 12 s of the window from 2 to 12 s.
		assertThat(outcome.value(Metric.FULL_COLLECTIONS)).isEqualTo(3);
		assertThat(outcome.value(Metric.WARM)).isEqualTo(0.003);
		assertThat(outcome.value(Metric.JMETER_SUMMARY)).isEqualTo(3.9);
		assertThat(outcome.counts().ledger()).containsEntry("sent", 50L)
			.containsEntry("appReceived", 50L)
			.containsEntry("backendReceived", 50L)
			.containsEntry("refused", 0L)
			.hasSize(8);
		assertThat(outcome.figures()).doesNotContainKeys(Metric.LOST, Metric.BEFORE, Metric.PREDICTED);
	}

	/** Two users wait all the time for 4 requests a second of 0.5 s each. */
	@Test
	void lossShouldBeTheShareOfEmptySlots() {
		this.fixture.sample = (sample) -> RunFixture.withWaiting(sample, 0.95);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.LOSS)).isCloseTo(0.05, within(1e-9));
	}

	@Test
	void ofWhenRequestMakesSeveralCallsShouldHaveNoCeiling() {
		this.fixture.path = "/fan-out?calls=3";
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.figures()).doesNotContainKeys(Metric.CEILING, Metric.NOMINAL_CEILING, Metric.OF_CEILING,
				Metric.LOSS, Metric.OWN_TIME);
		assertThat(outcome.checks()).extracting(Check::kind)
			.doesNotContain(CheckKind.BELOW_CEILING)
			.contains(CheckKind.BACKEND_DELAY_GIVEN);
	}

	@Test
	void ofWhenAnswersAreTooQuickForUsersShouldFailLaw() {
		this.fixture.row = (row) -> row.replace(",500,", ",400,");
		// 4 req/s x 0.4 s / 2 users
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys(CheckKind.LAW)
			.containsEntry(CheckKind.LAW, 0.8);
	}

	@Test
	void ofWhenRequestsOverlapShouldFailLaw() {
		this.fixture.row = (row) -> row.replace(",500,", ",750,");
		// 4 a second stay for 0.75 s each: 3 in place of 2, edges and all.
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys(CheckKind.LAW)
			.containsEntry(CheckKind.LAW, 1.5);
	}

	@Test
	void ofWhenThroughputIsAboveCeilingShouldFail() {
		this.fixture.sample = (sample) -> withDelays(sample, 580, 581);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.CEILING)).isCloseTo(3.448, within(0.001));
		assertThat(failed(outcome)).containsOnlyKeys(CheckKind.BELOW_CEILING);
		assertThat(failed(outcome).get(CheckKind.BELOW_CEILING)).isCloseTo(1.16, within(1e-9));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void ofWhenSamplesShowAFaultShouldFailItsCheckAlone(String fault, CheckKind check, double value,
			UnaryOperator<Sample> samples) {
		this.fixture.sample = samples;
		assertThat(failed(this.fixture.analyse(this.folder))).containsExactly(Map.entry(check, value));
	}

	static Stream<Arguments> ofWhenSamplesShowAFaultShouldFailItsCheckAlone() {
		return Stream.of(
				fault("the backend gives more than it drew", CheckKind.BACKEND_DELAY_GIVEN, 6,
						(sample) -> withDelays(sample, 500, 506)),
				// sd 288.7 / √40 requests = 45.6; four of them are 182.6
				fault("the backend draws from another distribution", CheckKind.BACKEND_DELAY_DRAWN, -183,
						(sample) -> withDelays(sample, 317, 317)),
				fault("somebody else sends requests", CheckKind.LEDGER_SENT, -3,
						after(Map.of("received", 53, "completed", 53))),
				fault("a request vanishes in the app", CheckKind.LEDGER_APP, 1, after(Map.of("completed", 49))),
				fault("a call is repeated", CheckKind.LEDGER_BACKEND, 1, after(Map.of("backendAttempts", 51))),
				fault("the machine is busy", CheckKind.MACHINE_IDLE, 0.125,
						(sample) -> RunFixture.withIdle(sample, 0.125)),
				fault("another guest takes time", CheckKind.MACHINE_STEAL, 0.02, ServiceTests::steal),
				fault("a connection is missing once", CheckKind.CONNECTIONS, 1,
						(sample) -> (sample.at() == T0 + 5000) ? with(sample, Map.of("connections", 1)) : sample),
				fault("another kind of thread serves", CheckKind.THREAD_KIND, 0,
						(sample) -> with(sample,
								Map.of("servedBy", Map.of("platform", sample.ledger().requests().received())))),
				// 11 samples in the 10 s of the window; the 4 from 5 s to 8 s are not
				// fresh.
				fault("the probe misses a part of the window", CheckKind.PROBE_COVERAGE, 0.7,
						(sample) -> (T0 + 5000 <= sample.at() && sample.at() <= T0 + 8000) ? RunFixture.stale(sample)
								: sample));
	}

	private static Arguments fault(String name, CheckKind check, double value, UnaryOperator<Sample> samples) {
		return Arguments.of(name, check, value, samples);
	}

	/**
	 * 15 % of two cores have to be idle, so the run may use 1700 ms a second. Backend and
	 * generator use 4 + 12 of them.
	 */
	@ParameterizedTest
	@CsvSource({ "1685, LOAD", "1683, MACHINE" })
	void ofWhenMachineIsBusyShouldBlameLoadThatFillsItOrOtherPrograms(long appMillis, CheckKind.Blame blame) {
		this.fixture.sample = (sample) -> with(withDelays(RunFixture.withIdle(sample, 0.125), 500, 520),
				Map.of("cpuMillis", appMillis * (sample.at() - T0) / 1000));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(failed(outcome)).containsOnlyKeys(CheckKind.MACHINE_IDLE, CheckKind.BACKEND_DELAY_GIVEN);
		assertThat(outcome.failedChecks()).allSatisfy((check) -> assertThat(check.blame()).isEqualTo(blame));
		assertThat(outcome.disturbed()).isEqualTo(blame == CheckKind.Blame.MACHINE);
		assertThat(outcome.overloaded()).isEqualTo(blame == CheckKind.Blame.LOAD);
	}

	/** Of core 1 the generator and the backend may use 850 ms a second. */
	@ParameterizedTest
	@CsvSource({ "847, LOAD", "845, MACHINE" })
	void ofWhenCoresOfGeneratorAreBusyShouldBlameLoadThatFillsThem(long generatorMillis, CheckKind.Blame blame) {
		this.fixture.placement = new Placement(List.of(0), List.of(1), List.of(1));
		this.fixture.sample = (sample) -> withBusyGenerator(sample, generatorMillis * (sample.at() - T0) / 1000);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(failed(outcome)).containsOnlyKeys(CheckKind.GENERATOR_IDLE);
		assertThat(RunFixture.check(outcome, CheckKind.GENERATOR_IDLE).blame()).isEqualTo(blame);
	}

	/** The hypervisor took that time, whatever the load did with the rest. */
	@Test
	void ofWhenLoadFillsMachineShouldStillBlameMachineForSteal() {
		this.fixture.sample = (sample) -> with(steal(sample), Map.of("cpuMillis", 2 * (sample.at() - T0)));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(RunFixture.check(outcome, CheckKind.MACHINE_STEAL).blame()).isEqualTo(CheckKind.Blame.MACHINE);
	}

	private static Sample withBusyGenerator(Sample sample, long cpuMillis) {
		List<CoreSample> cores = sample.machine().cores();
		return with(sample, Map.of("generator", new ProcessSample(cpuMillis, 1, 1, 0, null), "cores",
				List.of(cores.getFirst(), new CoreSample(1, 0))));
	}

	/** They wait for a processor: 950 ms of each second in progress, 10 ms at work. */
	@Test
	void ofWhenCompilersStarveShouldTellTheirWorkFromTheirWaiting() {
		this.fixture.sample = (sample) -> RunFixture.with(sample,
				Map.of("compileMillis", 950 * (sample.at() - T0) / 1000, "compilerMillis", (sample.at() - T0) / 100));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.WARM)).isEqualTo(0.01);
		assertThat(outcome.value(Metric.COMPILING)).isEqualTo(0.95);
		assertThat(outcome.allows(Metric.APP_CPU)).isTrue();
	}

	/** The compilers work for 60 ms of each second. */
	@Test
	void ofWhenCompilersStillWorkShouldWithholdCpuAndNotTheLaw() {
		this.fixture.sample = (sample) -> RunFixture.with(sample,
				Map.of("compileMillis", 60 * (sample.at() - T0) / 1000));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.WARM)).isEqualTo(0.06);
		assertThat(outcome.valid()).isTrue();
		assertThat(outcome.allows(Metric.APP_CPU)).isFalse();
		assertThat(outcome.allows(ClaimKind.LAW)).isTrue();
	}

	/**
	 * Such a run must not be repeated: others tell whether it had to fill the machine.
	 */
	@Test
	void ofWhenMachineIsSaturatedAndOtherPointsHaveFewerUsersShouldNotApplyMachineIdle() {
		this.fixture.axis = new Axis(Axis.USERS, List.of(1.0, 2.0));
		this.fixture.sample = (sample) -> withDelays(RunFixture.withIdle(sample, 0.1), 500, 520);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failedChecks()).isEmpty();
		assertThat(outcome.disturbed()).isFalse();
		assertThat(outcome.notApplied()).containsKey(CheckKind.MACHINE_IDLE);
		// A neighbour on the host is no part of that.
		this.fixture.sample = (sample) -> steal(RunFixture.withIdle(sample, 0.1));
		assertThat(this.fixture.analyse(this.folder).disturbed()).isTrue();
	}

	@Test
	void ofWhenPoolIsSmallShouldFailAtCeilingThoughLawHolds() {
		this.fixture.sample = (sample) -> RunFixture.withWaiting(sample, 0.5);
		assertThat(failed(this.fixture.analyse(this.folder, Expectation.AT_CEILING)))
			.containsOnlyKeys(CheckKind.AT_CEILING)
			.containsEntry(CheckKind.AT_CEILING, 0.5);
		assertThat(failed(this.fixture.analyse(this.folder))).isEmpty();
	}

	@Test
	void ofWhenThreadsAreTheLimitShouldHaveTheirCeiling() {
		this.fixture.requestThreads = 1;
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.REQUEST_THREADS)).isEqualTo(1);
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(2);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Limit.REQUEST_THREADS);
		assertThat(failed(outcome)).containsOnlyKeys(CheckKind.BELOW_CEILING);
	}

	@Test
	void limitedByShouldBeArrivalsOrTheSmallestLimit() {
		this.fixture.rate = 4;
		assertThat(this.fixture.analyse(this.folder).behaviour().limitedBy()).isEqualTo(Limit.ARRIVALS);
		this.fixture.rate = null;
		this.fixture.path = "/guarded";
		this.fixture.users = 151;
		assertThat(this.fixture.analyse(this.folder).behaviour().limitedBy()).isEqualTo(Limit.BULKHEAD);
	}

	@Test
	void ofWhenThePathsWaitInDifferentWaysShouldHaveNoCeilingAndSayWhy() {
		this.fixture.paths = new Paths(Map.of("/", 1, "/guarded", 3));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failedChecks()).isEmpty();
		assertThat(outcome.notApplied()).containsEntry(CheckKind.BELOW_CEILING,
				"the requests of its paths wait in different ways, so there is no single ceiling");
		assertThat(outcome.figures()).doesNotContainKeys(Metric.CEILING, Metric.OF_CEILING, Metric.NOMINAL_CEILING,
				Metric.LOSS, Metric.SLOTS);
		assertThat(outcome.behaviour().limitedBy()).isNull();
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(4);
	}

	@Test
	void ofWhenThePathsWaitAlikeShouldHaveTheCeilingOfOne() {
		this.fixture.paths = new Paths(Map.of("/", 1, "/?x=1", 3));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failedChecks()).isEmpty();
		// 2 users, 0.5 s.
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(4);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Limit.USERS);
	}

	@Test
	void ofWhenStillWarmingUpShouldFailSteady() {
		// In the first half of the window every second request fails: 2 of 4 req/s are
		// successes.
		boolean[] odd = new boolean[1];
		this.fixture.row = (row) -> {
			odd[0] = !odd[0];
			return (odd[0] && Long.parseLong(row.substring(0, row.indexOf(','))) <= T0 + 6500)
					? row.replace("200,OK,true", "503,Full,false") : row;
		};
		Outcome outcome = this.fixture.analyse(this.folder, Expectation.STEADY, Expectation.NO_ERRORS);
		assertThat(failed(outcome)).containsOnlyKeys(CheckKind.STEADY, CheckKind.NO_ERRORS)
			.containsEntry(CheckKind.STEADY, 2.0);
		assertThat(outcome.counts().errorKinds()).containsOnlyKeys(new ErrorKind("503", ""));
		assertThat(outcome.value(Metric.ERRORS)).isEqualTo(14);
		assertThat(outcome.disturbed()).isFalse();
	}

	/** JMeter counts a redirect as a success; the plans do not. */
	@Test
	void ofWhenRequestsAreRedirectedShouldCountTheirStatus() {
		this.fixture.row = (row) -> row.replace("200,OK,true", "302,Found,false");
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(failed(outcome)).containsKey(CheckKind.NO_ERRORS);
		assertThat(outcome.counts().errorKinds()).containsOnlyKeys(new ErrorKind("302", ""));
	}

	@Test
	void ofWhenOpenArrivalsAreNeverServedShouldFailServed() {
		this.fixture.rate = 4;
		this.fixture.row = (row) -> row.replace("200,OK,true", "503,Full,false");
		assertThat(failed(this.fixture.analyse(this.folder))).containsEntry(CheckKind.SERVED, 0.0);
		assertThat(failed(this.fixture.analyse(this.folder, Expectation.ERRORS))).doesNotContainKey(CheckKind.SERVED);
		int[] count = new int[1];
		this.fixture.row = (row) -> (count[0]++ % 10 != 0) ? row.replace("200,OK,true", "503,Full,false") : row;
		assertThat(failed(this.fixture.analyse(this.folder))).doesNotContainKey(CheckKind.SERVED);
	}

	@Test
	void ofWhenEveryRequestFailsShouldHaveTheWaitOfTheUsersAndNoMean() {
		this.fixture.row = (row) -> row.replace("200,OK,true", "503,Full,false");
		Outcome outcome = this.fixture.analyse(this.folder, ALL);
		assertThat(outcome.figures()).doesNotContainKey(Metric.LATENCY_MEAN);
		assertThat(outcome.value(Metric.LATENCY_P50)).isEqualTo(500);
		assertThat(outcome.value(Metric.THROUGHPUT)).isZero();
		assertThat(failed(outcome)).containsOnlyKeys(CheckKind.NO_ERRORS, CheckKind.STEADY);
		assertThat(failed(outcome).get(CheckKind.STEADY)).isNull();
	}

	@Test
	void ofWhenRequestsAreRefusedShouldLeaveThemOutOfLedger() {
		this.fixture.row = (row) -> row.startsWith(T0 + ",") ? row.replace("200,OK,true",
				"Non HTTP response code: org.apache.http.conn.HttpHostConnectException,Connection refused,false") : row;
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.counts().errorKinds()).isEqualTo(Map.of(ErrorKind.unanswered("connect refused"), 2L));
		assertThat(failed(outcome)).containsOnlyKeys(CheckKind.LEDGER_SENT, CheckKind.NO_ERRORS)
			.containsEntry(CheckKind.LEDGER_SENT, -2.0);
	}

	@Test
	void ofWhenProbeHasNoFreshSampleShouldFailAndSaySo() {
		this.fixture.sample = RunFixture::stale;
		Failure failure = Objects.requireNonNull(this.fixture.analyse(this.folder).failure());
		assertThat(failure.reason()).contains("cannot be judged").contains("told their counters 0 times");
	}

	private static Sample steal(Sample sample) {
		return with(sample, Map.of("stealMillis", 2 * (sample.at() - T0) / 50));
	}

	/** Other counters in the sample after the drain. */
	private static UnaryOperator<Sample> after(Map<String, ?> counters) {
		return (sample) -> (sample.ledger().requests().received() < 50) ? sample : with(sample, counters);
	}

	@Test
	void ofWhenQueriesWaitShouldHaveCeilingOfTheirTimeAndPool() {
		this.fixture.path = "/database/250";
		this.fixture.databaseConnections = 1;
		this.fixture.sample = ServiceTests::withoutBackend;
		Outcome outcome = this.fixture.analyse(this.folder, ALL);
		assertThat(outcome.failedChecks()).isEmpty();
		assertThat(outcome.value(Metric.SLOTS)).isEqualTo(1);
		// 1 connection / 0.25 s
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(4);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Limit.CONNECTIONS);
	}

	/** Three connections serve one request that occupies two; the third is no use. */
	@Test
	void ofWhenAQueryOccupiesTwoConnectionsShouldHaveHalfTheSlots() {
		this.fixture.path = "/database/nested/250";
		this.fixture.databaseConnections = 3;
		this.fixture.sample = ServiceTests::withoutBackend;
		Outcome outcome = this.fixture.analyse(this.folder, ALL);
		assertThat(outcome.failedChecks()).isEmpty();
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(4);
	}

	/** 4 requests a second of the 2 or the 5 that one connection allows. */
	@ParameterizedTest
	@CsvSource({ "500, BELOW_CEILING, 2", "200, AT_CEILING, 0.8" })
	void ofWhenQueriesExceedOrMissCeilingOfPoolShouldFail(int millis, CheckKind check, double value) {
		this.fixture.path = "/database/" + millis;
		this.fixture.databaseConnections = 1;
		this.fixture.sample = ServiceTests::withoutBackend;
		assertThat(failed(this.fixture.analyse(this.folder, ALL))).containsExactly(Map.entry(check, value));
	}

	private static Sample withoutBackend(Sample sample) {
		return with(sample, Map.of("backendAttempts", 0, "counters", BackendCounters.NONE));
	}

}
