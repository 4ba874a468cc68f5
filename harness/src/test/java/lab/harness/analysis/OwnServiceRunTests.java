package lab.harness.analysis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Paths;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Gauge;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Sample;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two users who wait 500 ms for each answer of a service of one's own: 4 requests a
 * second.
 */
class OwnServiceRunTests {

	private final RunFixture fixture = new RunFixture();

	@TempDir
	private Path folder;

	@Test
	void analyseWhenSlotsAreKnownShouldHaveTheCeilingAndNoLedger() {
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, threads(2));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failure()).isNull();
		assertThat(outcome.valid()).isTrue();
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(4);
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(4);
		assertThat(outcome.value(Metric.SLOTS)).isEqualTo(2);
		assertThat(outcome.checks()).extracting(Check::kind)
			.contains(CheckKind.LAW, CheckKind.BELOW_CEILING, CheckKind.BACKEND_DELAY_GIVEN)
			.doesNotContain(CheckKind.LEDGER_SENT, CheckKind.CONNECTIONS, CheckKind.THREAD_KIND);
		assertThat(outcome.notApplied()).containsEntry(CheckKind.LEDGER_SENT,
				"a service of your own counts no requests for the harness");
		assertThat(outcome.counts().ledger()).containsOnlyKeys("sent", "refused");
	}

	/** A cache that answers half of the requests leaves half of the calls out. */
	@Test
	void analyseWhenACacheAnswersHalfShouldWithholdTheLaw() {
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, threads(2));
		this.fixture.sample = (sample) -> {
			long calls = sample.counters().requests().completed() / 2;
			return RunFixture.with(sample,
					Map.of("counters", RunFixture.backend(calls, calls, 0, 500.0 * calls, 501.0 * calls)));
		};
		Outcome outcome = this.fixture.analyse(this.folder);
		Check calls = RunFixture.check(outcome, CheckKind.BACKEND_CALLS);
		assertThat(calls.value()).isEqualTo(0.5);
		assertThat(outcome.value(Metric.CALLS_PER_REQUEST)).isEqualTo(0.5);
		assertThat(outcome.allows(ClaimKind.LAW)).isFalse();
	}

	@Test
	void analyseWhenThereAreFewerSlotsThanUsersShouldNameThemAsTheLimit() {
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, threads(1));
		Outcome outcome = this.fixture.analyse(this.folder);
		// One request at a time, of 500 ms each.
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(2);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Behaviour.Limit.REQUEST_THREADS);
	}

	@Test
	void analyseWhenThereIsNoLimitShouldTakeTheUsers() {
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, threads(null));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(4);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Behaviour.Limit.USERS);
		assertThat(DataFile.line(this.fixture.record().knowledge()))
			.contains("\"slots\":{\"unlimited\":\"no limit of threads, connections or permits\"}");
	}

	@Test
	void analyseWhenSlotsAreNotKnownShouldGuessNoCeiling() {
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, unknown());
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.figures()).doesNotContainKeys(Metric.CEILING, Metric.SLOTS, Metric.REQUEST_THREADS);
		assertThat(outcome.behaviour().limitedBy()).isNull();
		assertThat(outcome.notApplied().get(CheckKind.BELOW_CEILING))
			.startsWith("the slots of the service are not known");
	}

	@Test
	void analyseWhenARequestCallsTwiceShouldHaveNoCeiling() {
		this.fixture.ownTerms = terms("/?calls={calls}", WaitsFor.BACKEND, 2, threads(2));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.figures()).doesNotContainKey(Metric.CEILING);
		assertThat(outcome.notApplied()).containsEntry(CheckKind.BELOW_CEILING,
				"the first request did not call the backend exactly once");
	}

	@Test
	void analyseWhenItsPathsDifferShouldSayThatThereIsNoSingleCeiling() {
		this.fixture.paths = new Paths(Map.of("/", 1, "/plain", 3));
		Endpoint calls = new Endpoint("/", WaitsFor.BACKEND, List.of(Limit.REQUEST_THREADS), 1, false);
		Endpoint plain = new Endpoint("/plain", WaitsFor.NOTHING, List.of(Limit.REQUEST_THREADS), 0, false);
		this.fixture.ownTerms = new Terms("the service", Terms.NONE.jvm(), "", "", threads(2), List.of(calls, plain));
		assertThat(this.fixture.analyse(this.folder).notApplied()).containsEntry(CheckKind.BELOW_CEILING,
				"the requests of its paths wait in different ways, so there is no single ceiling");
	}

	@Test
	void analyseWhenThereIsNoBackendShouldLeaveOutWhatItWouldTell() {
		this.fixture.ownTerms = terms("/", WaitsFor.NOTHING, 0, threads(2));
		this.fixture.hasBackend = false;
		this.fixture.sample = OwnServiceRunTests::withoutBackend;
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failure()).isNull();
		assertThat(outcome.valid()).isTrue();
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(4);
		// 8 ms of CPU a second for 4 requests, and 3 ms of compilers.
		assertThat(outcome.value(Metric.APP_CPU)).isEqualTo(2);
		assertThat(outcome.value(Metric.WARM)).isEqualTo(0.003);
		assertThat(outcome.figures()).doesNotContainKeys(Metric.CEILING, Metric.BACKEND_CPU, Metric.LOSS,
				Metric.CALLS_PER_REQUEST);
		assertThat(outcome.checks()).extracting(Check::kind)
			.contains(CheckKind.LAW, CheckKind.MACHINE_IDLE, CheckKind.MACHINE_STEAL, CheckKind.PROBE_COVERAGE)
			.doesNotContain(CheckKind.BACKEND_DELAY_GIVEN);
	}

	@Test
	void analyseWhenTheMeanWaitIsGivenShouldHaveACeilingThatProvesNothing() {
		this.fixture.ownTerms = terms("/", WaitsFor.NOTHING, 0, threads(1));
		this.fixture.hasBackend = false;
		this.fixture.meanWait = Duration.ofMillis(400);
		this.fixture.sample = OwnServiceRunTests::withoutBackend;
		Outcome outcome = this.fixture.analyse(this.folder);
		// One thread and 0.4 s; 4 requests a second show that it is not so.
		assertThat(outcome.value(Metric.CEILING)).isEqualTo(2.5);
		assertThat(outcome.value(Metric.OF_CEILING)).isEqualTo(1.6);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Behaviour.Limit.REQUEST_THREADS);
		assertThat(outcome.notApplied()).containsEntry(CheckKind.BELOW_CEILING,
				"the mean wait of a request is given, not measured");
		assertThat(outcome.valid()).isTrue();
	}

	@Test
	void analyseWhenItIsNoJvmShouldLeaveOutHeapAndCompilers() {
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, unknown());
		this.fixture.hasJvm = false;
		this.fixture.sample = (sample) -> new Sample(sample.at(), true, sample.processes(), sample.machine(), 2,
				AppLedger.NONE, sample.counters(), Map.of());
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.figures()).doesNotContainKeys(Metric.WARM, Metric.GC_PAUSES, Metric.FULL_COLLECTIONS)
			.containsKeys(Metric.APP_CPU, Metric.RSS_PEAK, Metric.PLATFORM_THREADS_PEAK);
	}

	@Test
	void analyseWhenItsMetersAreReadShouldNameTheLimitThatIsFull() {
		Map<Limit, @Nullable Integer> limits = threads(2);
		limits.put(Limit.DATABASE_CONNECTIONS, 10);
		this.fixture.ownTerms = terms("/", WaitsFor.NOTHING, 0, limits);
		this.fixture.hasBackend = false;
		this.fixture.sample = (sample) -> with(sample, Map.of(Gauge.IN_FLIGHT, 1.95, Gauge.POOL_USED, 9.0));
		Outcome outcome = this.fixture.analyse(this.folder);
		// 95 % of 2 threads are 1.9, and of 10 connections 9.5.
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Behaviour.Limit.REQUEST_THREADS);
		assertThat(outcome.value(Metric.SERVING)).isEqualTo(1.95);
		assertThat(outcome.value(Metric.OPEN_CONNECTIONS)).isEqualTo(2);
		assertThat(outcome.value(Metric.SWITCHES)).isZero();
		assertThat(outcome.value(Metric.POOL_USED)).isEqualTo(9);
		assertThat(outcome.figures()).doesNotContainKey(Metric.POOL_WAITING);
	}

	@Test
	void analyseWhenRequestsWaitForTheDatabasePoolShouldNameItBeforeTheSlots() {
		Map<Limit, @Nullable Integer> limits = threads(null);
		limits.put(Limit.DATABASE_CONNECTIONS, 10);
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, limits);
		this.fixture.sample = (sample) -> with(sample, Map.of(Gauge.POOL_USED, 10.0, Gauge.POOL_WAITING, 5.0));
		assertThat(this.fixture.analyse(this.folder).behaviour().limitedBy())
			.isEqualTo(Behaviour.Limit.DATABASE_CONNECTIONS);
		this.fixture.sample = (sample) -> with(sample, Map.of(Gauge.POOL_USED, 10.0, Gauge.POOL_WAITING, 0.0));
		assertThat(this.fixture.analyse(this.folder).behaviour().limitedBy()).isEqualTo(Behaviour.Limit.USERS);
	}

	@Test
	void analyseWhenItsProcessIsNotVisibleShouldLeaveOutItsCost() {
		this.fixture.ownTerms = terms("/", WaitsFor.BACKEND, 1, threads(2));
		this.fixture.hasJvm = false;
		this.fixture.isVisible = false;
		this.fixture.sample = (sample) -> new Sample(sample.at(), true,
				new Sample.Processes(Sample.ProcessSample.UNSEEN, sample.processes().backend(),
						sample.processes().generator()),
				sample.machine(), 0, AppLedger.NONE, sample.counters(), Map.of());
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.valid()).isTrue();
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(4);
		assertThat(outcome.figures())
			.doesNotContainKeys(Metric.APP_CPU, Metric.RSS_MEAN, Metric.PLATFORM_THREADS_PEAK,
					Metric.MEMORY_PER_REQUEST, Metric.CPU_CEILING, Metric.OPEN_CONNECTIONS, Metric.SWITCHES)
			.containsKeys(Metric.GENERATOR_CPU, Metric.BACKEND_CPU);
	}

	private static Sample with(Sample sample, Map<Gauge, Double> gauges) {
		return new Sample(sample.at(), true, sample.processes(), sample.machine(), 2,
				new AppLedger(AppLedger.NONE.requests(), AppLedger.NONE.calls(), null, sample.ledger().jvm()),
				sample.counters(), gauges);
	}

	private static Sample withoutBackend(Sample sample) {
		return new Sample(sample.at(), true, new Sample.Processes(sample.app(), null, sample.processes().generator()),
				sample.machine(), 2,
				new AppLedger(AppLedger.NONE.requests(), AppLedger.NONE.calls(), null, sample.ledger().jvm()),
				BackendCounters.NONE, Map.of());
	}

	private static Map<Limit, @Nullable Integer> threads(@Nullable Integer threads) {
		Map<Limit, @Nullable Integer> limits = new EnumMap<>(Limit.class);
		limits.put(Limit.REQUEST_THREADS, threads);
		return limits;
	}

	private static Map<Limit, @Nullable Integer> unknown() {
		Map<Limit, @Nullable Integer> limits = new EnumMap<>(Limit.class);
		return limits;
	}

	private static Terms terms(String path, WaitsFor waitsFor, int calls, Map<Limit, @Nullable Integer> limits) {
		return new Terms("the service", Terms.NONE.jvm(), "", "", limits, List.of(new Endpoint(path, waitsFor,
				limits.containsKey(Limit.REQUEST_THREADS) ? List.of(Limit.REQUEST_THREADS) : List.of(), calls, false)));
	}

}
