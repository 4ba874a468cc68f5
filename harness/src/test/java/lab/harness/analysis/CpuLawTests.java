package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.CoreSample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.RunFixture.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CpuLawTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void fitShouldTakeTheSlopeOfTheLine() {
		// 0.25 cores without a request, 0.5 ms for each
		CpuLaw law = fit(2, new double[] { 100, 0.3 }, new double[] { 300, 0.4 }, new double[] { 500, 0.5 });
		assertThat(law.cpuMillis()).isCloseTo(0.5, within(1e-9));
		assertThat(law.baseCores()).isCloseTo(0.25, within(1e-9));
		// 2 cores / 0.5 ms
		assertThat(law.ceiling()).isCloseTo(4000, within(1e-6));
	}

	@Test
	void fitWhenPointsAreTooCloseShouldTakeTheMean() {
		// 0.4 + 0.5 cores over 400 + 600 req/s
		assertThat(fit(2, new double[] { 400, 0.4 }, new double[] { 600, 0.5 }).cpuMillis()).isCloseTo(0.9,
				within(1e-9));
		assertThat(fit(2, new double[] { 400, 0.4 }).ceiling()).isCloseTo(2000, within(1e-6));
	}

	@Test
	void fitWhenLineFallsOrBeginsBelowZeroShouldTakeTheMean() {
		assertThat(fit(2, new double[] { 100, 0.5 }, new double[] { 500, 0.4 }).cpuMillis()).isCloseTo(1.5,
				within(1e-9));
		assertThat(fit(2, new double[] { 100, 0.1 }, new double[] { 500, 0.9 }).cpuMillis()).isCloseTo(1000 / 600.0,
				within(1e-9));
	}

	@Test
	void fitWhenPointsAreUnevenShouldTakeTheSlopeOfTheLine() {
		// 0.25 cores without a request, 0.5 ms for each
		CpuLaw law = fit(4, new double[] { 400, 0.45 }, new double[] { 600, 0.55 }, new double[] { 1000, 0.75 });
		assertThat(law.cpuMillis()).isCloseTo(0.5, within(1e-9));
		assertThat(law.baseCores()).isCloseTo(0.25, within(1e-9));
	}

	@Test
	void fitWithoutPointsShouldBeNull() {
		assertThat(CpuLaw.fit(2, List.of())).isNull();
	}

	@Test
	void ofWhenCoresAreSharedShouldCountAllThreeProcesses() {
		ServiceRun run = this.fixture.measured(this.folder);
		CpuLaw law = CpuLaw.of(run, List.of(run));
		// 8 + 4 + 12 ms of CPU a second for 4 req/s; 2000 ms of processor time a second
		assertThat(law).isEqualTo(new CpuLaw(2, 0, 6));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.CPU_CEILING)).isCloseTo(2000 / 6.0, within(1e-9));
		assertThat(outcome.value(Metric.OF_CPU_CEILING)).isCloseTo(4 * 6 / 2000.0, within(1e-9));
	}

	@Test
	void ofWhenMachineIsBusyShouldBeNull() {
		this.fixture.sample = (sample) -> RunFixture.withIdle(sample, 0.39);
		ServiceRun run = this.fixture.measured(this.folder);
		assertThat(CpuLaw.of(run, List.of(run))).isNull();
		this.fixture.sample = (sample) -> RunFixture.withIdle(sample, 0.4);
		ServiceRun other = this.fixture.measured(this.folder);
		assertThat(CpuLaw.of(run, List.of(run, other))).isNotNull();
	}

	@Test
	void ofWhenVariantDiffersShouldIgnoreItsCost() {
		ServiceRun other = this.fixture.measured(this.folder);
		this.fixture.sample = (sample) -> RunFixture.withIdle(sample, 0);
		this.fixture.variant = "another";
		assertThat(CpuLaw.of(this.fixture.measured(this.folder), List.of(other))).isNull();
	}

	@Test
	void ofWhenFaultsArePlannedShouldBeNull() {
		this.fixture.faults = RunFixture.hang(5000, 7000);
		assertThat(this.fixture.analyse(this.folder).figures()).doesNotContainKey(Metric.CPU_CEILING);
	}

	@Test
	void checksWhenSaturatedByLawShouldLeaveOutMachineIdle() {
		// 2 users / 0.5 s ask for 4 req/s; at 440 ms each 4.545 req/s are all 2 cores can
		// do, and 85 % of them are 3.86.
		Checks.Results checks = full(0.1, 440);
		assertThat(checks.checks()).allMatch(Check::ok);
		// App 8, backend 4 and generator 12 ms of CPU a second, of 2 cores, and 10 %
		// idle.
		assertThat(value(checks, CheckKind.BELOW_CPU_CEILING)).isCloseTo(0.112, within(1e-9));
		assertThat(value(checks, CheckKind.LAW)).isEqualTo(1);
		assertThat(kinds(checks)).doesNotContain(CheckKind.MACHINE_IDLE, CheckKind.AT_CEILING);
		assertThat(checks.notApplied()).containsKeys(CheckKind.MACHINE_IDLE, CheckKind.AT_CEILING);
	}

	@Test
	void limitShouldFollowTheLowerCeiling() {
		full(0.1, 440);
		ServiceRun run = this.fixture.measured(this.folder);
		// The users' ceiling of 4 req/s is the lower one, and reached.
		assertThat(new CpuLaw(2, 0, 440).limit(run)).isEqualTo(Limit.USERS);
		// 2 cores / 520 ms are 3.846 req/s, and 4 are asked for.
		assertThat(new CpuLaw(2, 0, 520).limit(run)).isEqualTo(Limit.CPU);
	}

	@Test
	void limitWhenNearlySaturatedShouldBeCpuIfOtherCeilingIsMissed() {
		// Delays of 400 ms: 2 users could get 5 req/s, and got 4.
		this.fixture.sample = (sample) -> RunFixture.withDelays(sample, 400, 400);
		full(0.2, 440);
		ServiceRun missed = this.fixture.measured(this.folder);
		assertThat(new CpuLaw(2, 0, 520).limit(missed)).isEqualTo(Limit.CPU);
		// At 440 ms the processors could do 4.545 req/s, more than the 4 of the users.
		assertThat(new CpuLaw(2, 0, 440).limit(missed)).isEqualTo(Limit.USERS);
	}

	/** Half of the time was idle, so expensive requests are not the reason. */
	@Test
	void limitWhenFarFromFullShouldNotBeCpu() {
		this.fixture.sample = (sample) -> RunFixture.withDelays(sample, 400, 400);
		full(0.5, 440);
		assertThat(new CpuLaw(2, 0, 520).limit(this.fixture.measured(this.folder))).isEqualTo(Limit.USERS);
	}

	@Test
	void limitWhenDedicatedCoresAreNotFullShouldBeUnknownIfTheirCeilingIsTheLowerOne() {
		this.fixture.placement = new Placement(List.of(0, 1), List.of(1), List.of(1));
		// Delays of 400 ms: 2 users could get 5 req/s, and got 4.
		this.fixture.sample = (sample) -> cpu(RunFixture.withDelays(sample, 400, 400), 1600);
		ServiceRun notFull = this.fixture.measured(this.folder);
		assertThat(new CpuLaw(2, 0, 520).limit(notFull)).isNull();
		// The app uses 1.8 of its 2 cores.
		and((sample) -> cpu(sample, 1800));
		assertThat(new CpuLaw(2, 0, 520).limit(this.fixture.measured(this.folder))).isEqualTo(Limit.CPU);
	}

	@Test
	void checksWhenSaturatedAgainstLawShouldFailMachineIdle() {
		// At 420 ms 4 req/s are 1.68 of 2 cores: 16 % are left.
		assertThat(failed(full(0.1, 420))).containsExactly(CheckKind.MACHINE_IDLE);
	}

	@Test
	void checksWhenIdleAgainstLawShouldApplyAll() {
		Checks.Results checks = full(0.2, 440);
		assertThat(failed(checks)).isEmpty();
		assertThat(kinds(checks)).contains(CheckKind.MACHINE_IDLE, CheckKind.AT_CEILING);
	}

	@Test
	void checksWhenRequestsAreCheaperThanAtLowLoadShouldPass() {
		// 2 cores / 560 ms are 3.571 req/s; there were 4
		assertThat(failed(full(0.1, 560))).isEmpty();
	}

	@Test
	void checksWhenMoreCpuIsUsedThanExistsShouldFail() {
		this.fixture.sample = (sample) -> cpu(sample, 2100);
		Checks.Results checks = full(0.1, 440);
		assertThat(failed(checks)).containsExactly(CheckKind.BELOW_CPU_CEILING);
		// 2100 + 4 + 12 ms a second of 2 cores, and 10 % idle
		assertThat(value(checks, CheckKind.BELOW_CPU_CEILING)).isCloseTo(1.158, within(1e-9));
	}

	/** The counters of the processors say that half of the time was idle. */
	@Test
	void checksWhenIdleAndUsedTimeAreMoreThanThereIsShouldFail() {
		this.fixture.sample = (sample) -> cpu(sample, 1100);
		Checks.Results checks = full(0.5, 440);
		assertThat(failed(checks)).containsExactly(CheckKind.BELOW_CPU_CEILING);
		// 1100 + 4 + 12 ms a second of 2 cores, and half idle
		assertThat(value(checks, CheckKind.BELOW_CPU_CEILING)).isCloseTo(1.058, within(1e-9));
	}

	@Test
	void checksWhenSaturatedByLawShouldAllowLateBackendOnly() {
		this.fixture.sample = (sample) -> RunFixture.withDelays(sample, 500, 510);
		assertThat(failed(full(0.1, 440))).isEmpty();
		assertThat(failed(full(0.1, 420))).contains(CheckKind.BACKEND_DELAY_GIVEN);
		this.fixture.sample = (sample) -> RunFixture.withDelays(sample, 500, 490);
		assertThat(failed(full(0.1, 440))).containsExactly(CheckKind.BACKEND_DELAY_GIVEN);
	}

	@Test
	void ofWhenCoresAreDedicatedShouldUseThemAlone() {
		computing(0);
		Outcome outcome = this.fixture.analyse(this.folder, Expectation.STEADY, Expectation.NO_ERRORS);
		assertThat(outcome.valid()).isTrue();
		// 1 core / 2 ms; 8 ms of CPU a second fill 0.8 % of it
		assertThat(outcome.value(Metric.CPU_CEILING)).isEqualTo(500);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Limit.USERS);
		assertThat(outcome.figures()).doesNotContainKeys(Metric.CEILING, Metric.NOMINAL_CEILING, Metric.OF_CEILING);
		assertThat(check(outcome, CheckKind.GENERATOR_IDLE).value()).isEqualTo(1);
		assertThat(outcome.checks()).extracting(Check::kind)
			.containsExactly(CheckKind.LAW, CheckKind.LEDGER_SENT, CheckKind.LEDGER_APP, CheckKind.LEDGER_BACKEND,
					CheckKind.BELOW_CPU_CEILING, CheckKind.GENERATOR_IDLE, CheckKind.MACHINE_STEAL,
					CheckKind.CONNECTIONS, CheckKind.THREAD_KIND, CheckKind.PROBE_COVERAGE, CheckKind.WARM,
					CheckKind.STEADY, CheckKind.NO_ERRORS);
	}

	@Test
	void ofWhenAppHalfFillsDedicatedCoresShouldBeLimitedByUsers() {
		computing(0);
		this.fixture.placement = new Placement(List.of(0, 1), List.of(1), List.of(1));
		// 900 ms of CPU a second, of 2 cores; nothing is idle
		and((sample) -> cpu(RunFixture.withIdle(sample, 0), 900));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Limit.USERS);
		assertThat(check(outcome, CheckKind.BELOW_CPU_CEILING).value()).isCloseTo(0.458, within(1e-9));
	}

	@Test
	void ofWhenAppFillsDedicatedCoresShouldBeLimitedByCpu() {
		computing(0);
		// 900 ms of CPU a second of its one core; nothing is idle
		and((sample) -> cpu(RunFixture.withIdle(sample, 0), 900));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.behaviour().limitedBy()).isEqualTo(Limit.CPU);
		assertThat(check(outcome, CheckKind.BELOW_CPU_CEILING).value()).isCloseTo(0.9, within(1e-9));
		assertThat(check(outcome, CheckKind.LAW).ok()).isTrue();
	}

	@Test
	void checksWhenGeneratorIsStarvedShouldFail() {
		computing(0);
		and((sample) -> RunFixture.with(sample,
				Map.of("cores", List.of(new CoreSample(0, sample.at()), new CoreSample(1, sample.at() / 10)))));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(RunFixture.failed(outcome)).containsOnlyKeys(CheckKind.GENERATOR_IDLE);
		assertThat(check(outcome, CheckKind.GENERATOR_IDLE).value()).isCloseTo(0.1, within(0.001));
	}

	@Test
	void checksWhenUnusedBackendIsCalledShouldFailLedger() {
		computing(3);
		assertThat(RunFixture.failed(this.fixture.analyse(this.folder))).containsOnlyKeys(CheckKind.LEDGER_BACKEND)
			.containsEntry(CheckKind.LEDGER_BACKEND, 6.0);
	}

	/** A run that leaves a share of the machine idle, judged by a law. */
	private Checks.Results full(double idle, double cpuMillis) {
		and((sample) -> RunFixture.withIdle(sample, idle));
		return Checks.of(this.fixture.measured(this.folder), new CpuLaw(2, 0, cpuMillis),
				List.of(Expectation.AT_CEILING), true);
	}

	/** An app that has a core of its own and calls no backend, but for so many calls. */
	private void computing(long calls) {
		this.fixture.path = "/compute/1000";
		this.fixture.placement = new Placement(List.of(0), List.of(1), List.of(1));
		this.fixture.sample = (sample) -> {
			long made = (sample.ledger().requests().received() < 50) ? 0 : calls;
			return RunFixture.with(sample,
					Map.of("backendAttempts", made, "counters", RunFixture.backend(made, 0, 0, 0, 0)));
		};
	}

	/** The app uses so many milliseconds of CPU a second. */
	private static Sample cpu(Sample sample, long millis) {
		return RunFixture.with(sample, Map.of("cpuMillis", millis * (sample.at() - RunFixture.T0) / 1000));
	}

	private void and(UnaryOperator<Sample> change) {
		UnaryOperator<Sample> before = this.fixture.sample;
		this.fixture.sample = (sample) -> change.apply(before.apply(sample));
	}

	private static CpuLaw fit(double cores, double[]... points) {
		return Objects.requireNonNull(CpuLaw.fit(cores, List.of(points)));
	}

	private static List<CheckKind> kinds(Checks.Results checks) {
		return checks.checks().stream().map(Check::kind).toList();
	}

	private static List<CheckKind> failed(Checks.Results checks) {
		return checks.checks().stream().filter((check) -> !check.ok()).map(Check::kind).toList();
	}

	private static @Nullable Double value(Checks.Results checks, CheckKind kind) {
		assertThat(kinds(checks)).contains(kind);
		return checks.checks()
			.stream()
			.filter((check) -> check.kind() == kind)
			.map(Check::value)
			.findFirst()
			.orElse(null);
	}

}
