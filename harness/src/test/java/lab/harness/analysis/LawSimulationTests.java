package lab.harness.analysis;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.analysis.ClosedLoop.Simulated;
import lab.harness.model.Metric;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The checks of the ceilings on simulated runs: they pass correct ones whatever the
 * delays and however few the slots, and fail wrong ones.
 */
class LawSimulationTests {

	private static final int RUNS = Integer.getInteger("lab.campaigns", 100);

	private static final int SECONDS = 32;

	static Stream<Arguments> loads() {
		return Stream.of(load(2, 2, "exponential 200ms"), load(20, 20, "uniform 0ms..1000ms"),
				load(200, 200, "uniform 0ms..1000ms"), load(3, 1, "uniform 0ms..1000ms"),
				load(10, 4, "exponential 500ms"), load(30, 20, "uniform 0ms..1000ms"),
				load(60, 20, "uniform 0ms..1000ms"), load(60, 20, "exponential 500ms"),
				load(60, 40, "log-normal 400ms p99 2s"), load(300, 100, "uniform 0ms..1000ms"),
				load(60, 20, "uniform 400ms..600ms"), load(20, 20, "fixed 330ms"), load(30, 20, "fixed 330ms"),
				load(200, 20, "fixed 730ms"), Arguments.of(100, 60, "uniform 0ms..1000ms", 2000),
				Arguments.of(100, 20, "uniform 0ms..1000ms", 500), Arguments.of(30, 20, "exponential 500ms", 1000));
	}

	private static Arguments load(int users, int slots, String delays) {
		return Arguments.of(users, slots, delays, 0);
	}

	/**
	 * The law has no error at the edges of the window, so no correct run fails it. The
	 * limits of the others are four standard errors, which the long tails of a few
	 * exponential delays exceed once in some hundred runs. Slots with a fixed delay end
	 * in rounds, as they began, so {@code steady} is not asked of them.
	 */
	@ParameterizedTest
	@MethodSource("loads")
	void checksOfCorrectRunsShouldPass(int users, int slots, String delays, int think) {
		List<Check> failed = runs(users, slots, delays, think).flatMap((run) -> checks(run.read()))
			.filter((check) -> !check.ok())
			.toList();
		System.out.printf(Locale.ROOT, "%d users, %d slots, %s, think %d ms: of %d correct runs fail%s%n", users, slots,
				delays, think, RUNS,
				Stream.of(CheckKind.LAW, CheckKind.BELOW_CEILING, CheckKind.STEADY)
					.map((kind) -> " " + count(failed, kind) + " " + kind)
					.collect(Collectors.joining(",")));
		assertThat(count(failed, CheckKind.LAW)).isZero();
		assertThat(count(failed, CheckKind.BELOW_CEILING)).isLessThanOrEqualTo(Math.max(1, RUNS / 200));
		if (!delays.startsWith("fixed")) {
			assertThat(count(failed, CheckKind.STEADY)).isLessThanOrEqualTo(Math.max(1, RUNS / 200));
		}
		assertThat(failed).extracting(Check::kind)
			.isSubsetOf(CheckKind.BELOW_CEILING, CheckKind.STEADY, CheckKind.BACKEND_DELAY_DRAWN);
	}

	/** 100 users / (0.5 + 2) s, of whom 40 x 0.5 s wait; and 10 slots / 0.5 s. */
	@ParameterizedTest
	@CsvSource({ "60, 40, 20, USERS", "10, 20, 10, REQUEST_THREADS" })
	void ceilingWhenUsersThinkShouldBeTheSmallerOfUsersAndSlots(int slots, double ceiling, double waiting,
			Behaviour.Limit limit) {
		ServiceRun run = new ClosedLoop("simulated", 100, slots, "fixed 500ms", 2000, SECONDS).run(1).read();
		assertThat(run.ceiling()).isCloseTo(ceiling, within(1e-9));
		assertThat(run.nominalCeiling()).isCloseTo(ceiling, within(1e-9));
		assertThat(run.slots()).isCloseTo(waiting, within(1e-9));
		assertThat(run.limitedBySlots()).isEqualTo(limit);
	}

	/**
	 * Users who wait in front of the slots are not in the app, and JMeter is not either.
	 */
	@ParameterizedTest
	@CsvSource({ "20, 20", "60, 20" })
	void ownTimeShouldBeTheTimeOfTheAppAlone(int users, int slots) {
		Simulated run = new ClosedLoop("simulated", users, slots, "uniform 0ms..1000ms", 0, SECONDS).run(1, 42, 5, 1);
		assertThat(run.outcome().value(Metric.OWN_TIME)).isCloseTo(5, within(0.1));
	}

	private static long count(List<Check> checks, CheckKind kind) {
		return checks.stream().filter((check) -> check.kind() == kind).count();
	}

	/**
	 * A single slot answers 30 requests, so a share of them is a coarse fault. A latency
	 * is wrong by 2 % of the users' time.
	 */
	@ParameterizedTest
	@MethodSource("loads")
	void lawOfWrongRunsShouldFail(int users, int slots, String delays, int think) {
		runs(users, slots, delays, think).limit(20).forEach((run) -> {
			double wrong = 0.02 * users / run.read().load().meanInFlight();
			List<JtlRow> rows = run.rows();
			List<JtlRow> lost = IntStream.range(0, rows.size())
				.filter((row) -> row % 20 > 0)
				.mapToObj(rows::get)
				.toList();
			assertThat(failed(run.with(lost))).as("each 20th request lost").contains(CheckKind.LAW);
			assertThat(failed(run.with(rows.stream().map((row) -> longer(row, 1 + wrong)).toList())))
				.as("latency 2 % too long")
				.contains(CheckKind.LAW);
			assertThat(failed(run.with(rows.stream().map((row) -> longer(row, 1 - wrong)).toList())))
				.as("latency 2 % too short")
				.contains(CheckKind.LAW);
		});
	}

	private static JtlRow longer(JtlRow row, double factor) {
		return new JtlRow(row.label(), row.start(), Math.round(row.elapsed() * factor), row.late(), row.success(),
				row.cause(), row.users(), row.sender());
	}

	/**
	 * Throughput × mean latency differs from the users by (A(begin) - A(end)) / T, where
	 * A is the sum of the ages of the N requests in flight at an edge of the window. Its
	 * variance as a share of N is 2 s v / (N T)², s slots each contributing v:
	 *
	 * <p>
	 * v(R) = a² + σ² (R³ - μ³) / 3μ³ + (ā² - a²) (R² - μ²) / 2μ²
	 *
	 * <p>
	 * with mean μ and variance σ² of the delays, mean ā and variance a² of the age of a
	 * delay in progress, and R = μ N / s, the mean latency. Without a queue R = μ, and v
	 * is the variance of one age. With one, users send when answers come, so the slots'
	 * answers of the last R seconds determine all ages: a slot that answered k times more
	 * than its R / μ made them younger. The surplus of a stationary renewal process has
	 * the variance σ² t / μ³ + 1/6 + σ⁴ / 2μ⁴ - μ₃ / 3μ³ for long times t (D. R. Cox,
	 * "Renewal Theory", 1962, section 4.5), and the constant is (ā² - a²) / μ². A is the
	 * integral of the surplus, its first term that of a random walk, ∫ t² dt = R³ / 3,
	 * its second that of a shift by a random phase, R² / 2. For exponential and for fixed
	 * delays of random phase this is exact to first order in 1 / s.
	 */
	@ParameterizedTest
	@CsvSource({ "20, 20, uniform 0ms..1000ms", "60, 20, uniform 0ms..1000ms", "60, 20, exponential 500ms",
			"60, 40, log-normal 400ms p99 2s" })
	void throughputTimesLatencyShouldDifferFromUsersByTheAgesAtTheEdges(int users, int slots, String delays) {
		double sd = Math
			.sqrt(runs(users, slots, delays, 0).map(Simulated::read).map(ServiceRun::load).mapToDouble((load) -> {
				double error = load.endedPerSecond() * Objects.requireNonNull(load.meanLatency()) / 1000
						- load.meanInFlight();
				return Math.pow(error * load.window().seconds() * 1000, 2);
			}).average().orElseThrow());
		double theory = Math.sqrt(2 * slots * agesOfSlot(DelayDistribution.parse(delays), (double) users / slots));
		System.out.printf(Locale.ROOT, "%d users, %d slots, %s: sd of A(begin) - A(end) %.1f s, by theory %.1f s%n",
				users, slots, delays, sd / 1000, theory / 1000);
		assertThat(sd).isCloseTo(theory, within(0.15 * theory));
	}

	/** The v of one slot, in ms². */
	private static double agesOfSlot(DelayDistribution delays, double queue) {
		double mean = delays.meanMillis();
		double cv = delays.sdMillis() / mean;
		double age = Math.pow(delays.ageSdMillis(0), 2);
		double meanAge = mean * (1 + cv * cv) / 2;
		return age + cv * cv * mean * mean * (Math.pow(queue, 3) - 1) / 3
				+ (meanAge * meanAge - age) * (queue * queue - 1) / 2;
	}

	private static Stream<Simulated> runs(int users, int slots, String delays, int think) {
		ClosedLoop loop = new ClosedLoop("simulated", users, slots, delays, think, SECONDS);
		return IntStream.range(0, RUNS).mapToObj(loop::run);
	}

	private static Stream<Check> checks(ServiceRun run) {
		return Checks.of(run, null, List.of(Expectation.STEADY), true).checks().stream();
	}

	private static List<CheckKind> failed(Simulated run) {
		return checks(run.read()).filter((check) -> !check.ok()).map(Check::kind).toList();
	}

}
