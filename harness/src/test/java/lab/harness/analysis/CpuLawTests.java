package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import lab.harness.experiment.Expectation;
import lab.harness.probe.CoreSample;
import lab.harness.probe.MachineSample;
import lab.harness.target.AppLedger;
import lab.harness.target.BackendCounters;
import lab.harness.target.Placement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CpuLawTests {

	private static final Placement APART = new Placement(List.of(0), List.of(1), List.of(1));

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
	void fitWhenNoRunLeftTheMachineIdleShouldKnowNothing() {
		assertThat(CpuLaw.fit(2, List.of())).isNull();
	}

	@Test
	void ofWhenProcessorsAreSharedShouldCountAllThreeProcesses() throws IOException {
		Measured run = this.fixture.facts(this.folder).measured();
		CpuLaw law = CpuLaw.of(run, List.of(run));
		// 8 + 4 + 12 ms of CPU a second for 4 req/s; 2000 ms of processor time a second
		assertThat(law).isEqualTo(new CpuLaw(2, 0, 6));
		assertThat(this.fixture.analyse(this.folder).cpuCeiling()).isCloseTo(2000 / 6.0, within(1e-9));
	}

	@Test
	void ofWhenMachineIsTooFullShouldNotTell() throws IOException {
		busy(0.39);
		Measured run = this.fixture.facts(this.folder).measured();
		assertThat(CpuLaw.of(run, List.of(run))).isNull();
		busy(0.4);
		Measured other = this.fixture.facts(this.folder).measured();
		assertThat(CpuLaw.of(run, List.of(run, other))).isNotNull();
	}

	@Test
	void ofWhenVariantIsAnotherShouldNotTakeItsCost() throws IOException {
		Measured other = this.fixture.facts(this.folder).measured();
		busy(0);
		this.fixture.run = this.fixture.named("another");
		assertThat(CpuLaw.of(this.fixture.facts(this.folder).measured(), List.of(other))).isNull();
	}

	@Test
	void checksWhenFullByTheLawShouldHoldTheCpuCeilingInstead() throws IOException {
		// 2 users / 0.5 s ask for 4 req/s; at 440 ms each 4.545 req/s are all 2 cores can
		// do, and 85 % of them are 3.86.
		RunResult result = full(0.1, 440);
		assertThat(result.valid()).isTrue();
		// The users' ceiling is the lower one, and reached.
		assertThat(result.limitedBy()).isEqualTo("users");
		assertThat(result.cpuCeiling()).isCloseTo(4.545, within(0.001));
		// App 8, backend 4 and generator 12 ms of CPU a second, of 2 cores.
		assertThat(value(result, "below-cpu-ceiling")).isCloseTo(0.012, within(1e-9));
		assertThat(value(result, "law-in-flight")).isEqualTo(1);
		assertThat(names(result)).doesNotContain("law", "machine-idle", "at-ceiling");
	}

	@Test
	void ofWhenTheCpuCeilingIsTheLowerOneShouldBeLimitedByIt() throws IOException {
		// 2 cores / 520 ms are 3.846 req/s, and 4 are asked for
		RunResult result = full(0.1, 520);
		assertThat(result.valid()).isTrue();
		assertThat(result.limitedBy()).isEqualTo("CPU");
	}

	@Test
	void checksWhenFullThoughTheLawLeavesItIdleShouldRefuseIt() throws IOException {
		// At 420 ms 4 req/s are 1.68 of 2 cores: 16 % are left.
		RunResult result = full(0.1, 420);
		assertThat(result.failedChecks()).extracting(Check::name).containsExactly("machine-idle");
		assertThat(result.limitedBy()).isEqualTo("users");
	}

	@Test
	void checksWhenIdleThoughTheLawFillsItShouldKeepThemAll() throws IOException {
		RunResult result = full(0.2, 440);
		assertThat(result.valid()).isTrue();
		assertThat(result.limitedBy()).isEqualTo("users");
		assertThat(names(result)).contains("machine-idle", "at-ceiling").doesNotContain("below-cpu-ceiling");
	}

	@Test
	void checksWhenARequestIsCheaperThanAtLowLoadShouldAllowIt() throws IOException {
		// 2 cores / 560 ms are 3.571 req/s; there were 4
		assertThat(full(0.1, 560).valid()).isTrue();
	}

	@Test
	void checksWhenMoreCpuIsUsedThanThereIsShouldRefuseIt() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.withAppCpu(sample, 2100 * (sample.at() - RunFixture.T0) / 1000);
		RunResult result = full(0.1, 440);
		assertThat(result.failedChecks()).extracting(Check::name).containsExactly("below-cpu-ceiling");
		// 2100 + 4 + 12 ms a second of 2 cores
		assertThat(value(result, "below-cpu-ceiling")).isCloseTo(1.058, within(1e-9));
	}

	@Test
	void checksWhenFullByTheLawShouldExcuseALateBackendButNoEarlyOne() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.with(sample, given(sample.counters(), 510));
		assertThat(full(0.1, 440).valid()).isTrue();
		assertThat(full(0.1, 420).failedChecks()).extracting(Check::name).contains("backend-gave-what-it-drew");
		this.fixture.sample = (sample) -> RunFixture.with(sample, given(sample.counters(), 490));
		assertThat(full(0.1, 440).failedChecks()).extracting(Check::name).containsExactly("backend-gave-what-it-drew");
	}

	@Test
	void ofWhenAppHasItsOwnCoresShouldSetItAgainstThoseAlone() throws IOException {
		computing(0);
		RunResult result = this.fixture.analyse(this.folder, Expectation.STEADY, Expectation.NO_ERRORS);
		assertThat(result.valid()).isTrue();
		// 1 core / 2 ms; 8 ms of CPU a second fill 0.8 % of it
		assertThat(result.cpuCeiling()).isEqualTo(500);
		assertThat(result.limitedBy()).isEqualTo("users");
		assertThat(result.ceiling()).isNull();
		assertThat(result.nominalCeiling()).isNull();
		assertThat(result.ofCeiling()).isNull();
		assertThat(value(result, "generator-idle")).isEqualTo(1);
		assertThat(names(result)).containsExactly("law", "ledger-sent", "ledger-app", "ledger-backend",
				"generator-idle", "below-cpu-ceiling", "machine-steal", "connections", "thread-kind", "probe-coverage",
				"steady", "no-errors");
	}

	@Test
	void ofWhenAppFillsItsOwnCoresShouldBeLimitedByThem() throws IOException {
		computing(0);
		// 900 ms of CPU a second
		this.fixture.sample = this.fixture.sample
			.andThen((sample) -> RunFixture.withAppCpu(sample, 900 * (sample.at() - RunFixture.T0) / 1000))::apply;
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.limitedBy()).isEqualTo("CPU");
		assertThat(value(result, "below-cpu-ceiling")).isCloseTo(0.9, within(1e-9));
	}

	@Test
	void checksWhenGeneratorIsStarvedShouldRefuseIt() throws IOException {
		computing(0);
		this.fixture.sample = this.fixture.sample.andThen((sample) -> RunFixture.with(sample, List
			.of(new CoreSample(0, sample.at(), sample.at()), new CoreSample(1, sample.at(), sample.at() / 10))))::apply;
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.failedChecks()).extracting(Check::name).containsExactly("generator-idle");
		assertThat(value(result, "generator-idle")).isCloseTo(0.1, within(0.001));
	}

	@Test
	void checksWhenABackendIsCalledThatShouldNotBeShouldFailTheLedger() throws IOException {
		computing(3);
		assertThat(this.fixture.analyse(this.folder).failedChecks()).extracting(Check::name)
			.containsExactly("ledger-backend");
	}

	/** The fixture's run on a machine as idle as that, by a law of that CPU a request. */
	private RunResult full(double idle, double cpuMillis) throws IOException {
		var before = this.fixture.sample;
		busy(idle);
		Measured run = this.fixture.facts(this.folder).measured();
		this.fixture.sample = before;
		return RunAnalysis.of(run, List.of(Expectation.AT_CEILING), null, "raw", new CpuLaw(2, 0, cpuMillis));
	}

	private void busy(double idle) {
		var before = this.fixture.sample;
		this.fixture.sample = (sample) -> RunFixture.with(before.apply(sample), new MachineSample(
				sample.machine().totalMillis(), Math.round(idle * sample.machine().totalMillis()), 0));
	}

	/** As if the path called no backend, and yet some calls were made after the load. */
	private void computing(long calls) {
		this.fixture.run = this.fixture.computing("/compute/1000", APART);
		this.fixture.sample = (sample) -> RunFixture.with(
				RunFixture.with(sample, withoutBackend(sample.ledger(), (sample.ledger().received() < 50) ? 0 : calls)),
				new BackendCounters((sample.ledger().received() < 50) ? 0 : calls, 0, 0, 0, 0, 0, 0, 0, 0,
						sample.counters().timerErrorMillis()));
	}

	private static AppLedger withoutBackend(AppLedger ledger, long calls) {
		return new AppLedger(ledger.received(), ledger.completed(), 0, 0, calls, 0, ledger.servedBy(), 0,
				ledger.gcPauseMillis());
	}

	private static BackendCounters given(BackendCounters counters, double given) {
		return new BackendCounters(counters.received(), counters.completed(), 0, 0, 2, 2, counters.inFlightSeconds(),
				counters.drawnMillis(), given * counters.completed(), counters.timerErrorMillis());
	}

	private static CpuLaw fit(double cores, double[]... points) {
		return Objects.requireNonNull(CpuLaw.fit(cores, List.of(points)));
	}

	private static List<String> names(RunResult result) {
		return result.checks().stream().map(Check::name).toList();
	}

	private static @Nullable Double value(RunResult result, String name) {
		assertThat(names(result)).contains(name);
		return result.checks()
			.stream()
			.filter((check) -> check.name().equals(name))
			.map(Check::value)
			.findFirst()
			.orElse(null);
	}

}
