package lab.harness.analysis;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

import lab.harness.analysis.ResultComparison.Change;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim.Status;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Form;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Software;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class ResultComparisonTests {

	private static final int PAIRS = Integer.getInteger("lab.campaigns", 200);

	/** As one app differs from itself in {@code same-together}. */
	private static final double BETWEEN_JVMS = 0.02;

	/**
	 * The logarithms of the ratios are 0, 0.1, 0.2 before and 0.7, 0.8, 0.9 after: each
	 * mean has the error 0.1 / √3, their difference 0.7 the error 0.081650 with 4 degrees
	 * of freedom, and Student's t(0.975, 4) is 2.77645.
	 */
	@Test
	void ofShouldCompareRatiosByTheIntervalOfWelch() {
		Change change = ResultComparison.of(result(0, 0.1, 0.2), result(0.7, 0.8, 0.9)).changes().getFirst();
		assertThat(change.pair()).containsExactly("other", "one");
		assertThat(change.before().mean()).isCloseTo(Math.exp(0.1), within(1e-9));
		assertThat(change.after().mean()).isCloseTo(Math.exp(0.8), within(1e-9));
		isBetween(change.change(), 0.7, 0.22670);
		assertThat(change.status()).isEqualTo(Status.SEEN);
	}

	/**
	 * Variances 0.01 of three rounds and 0.0001 of three: the squared errors are 1/300
	 * and 1/30000, so there are (1/300 + 1/30000)² / ((1/300)² / 2 + (1/30000)² / 2) =
	 * 2.0400 degrees of freedom.
	 */
	@Test
	void ofWhenOneResultVariesMoreShouldHaveFewerDegreesOfFreedom() {
		Interval change = ResultComparison.of(result(0, 0.1, 0.2), result(0.1, 0.11, 0.12))
			.changes()
			.getFirst()
			.change();
		// 0.11 - 0.1 ± 4.22281 x 0.058023
		isBetween(change, 0.01, 0.24502);
	}

	private static void isBetween(Interval interval, double logarithm, double half) {
		assertThat(Math.log(interval.mean())).isCloseTo(logarithm, within(1e-9));
		assertThat(Math.log(Statistics.known(interval.low()))).isCloseTo(logarithm - half, within(1e-4));
		assertThat(Math.log(Statistics.known(interval.high()))).isCloseTo(logarithm + half, within(1e-4));
	}

	@Test
	void ofWhenRoundsAreTooFewShouldDecideNothing() {
		ResultComparison comparison = ResultComparison.of(result(0, 0.1), result(0.7, 0.8, 0.9));
		assertThat(comparison.decided()).isFalse();
		assertThat(comparison.changes()).singleElement()
			.satisfies((change) -> assertThat(change.status()).isEqualTo(Status.UNDECIDED))
			.satisfies((change) -> assertThat(change.change().low()).isNull());
	}

	@Test
	void ofWhenNoRoundAllowsThePairShouldNameTheCheck() {
		Runs cold = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "one", "other");
		for (int round = 1; round <= 3; round++) {
			cold.add("one", 0, round, 1);
			cold.add("other", 0, round, 2);
			cold.failLast(Check.within(CheckKind.WARM, 9, 0, 5));
		}
		ResultComparison comparison = ResultComparison.of(result(0, 0.1, 0.2), findings(cold, Form.FULL));
		assertThat(comparison.decided()).isFalse();
		assertThat(comparison.changes()).singleElement().satisfies((change) -> {
			assertThat(change.status()).isEqualTo(Status.WITHHELD);
			assertThat(change.because()).containsExactly("warm");
			assertThat(change.after().runs()).isZero();
		});
	}

	@Test
	void ofWhenNoPairIsInBothShouldBeRefused() {
		Runs alone = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "one", "other");
		alone.add("one", 0, 1, 1);
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> ResultComparison.of(result(0, 0.1, 0.2), findings(alone, Form.FULL)))
			.withMessageContaining("no two variants");
	}

	@Test
	void ofWhenFormsDifferShouldBeRefused() {
		Runs quick = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "one", "other");
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> ResultComparison.of(result(0, 0.1, 0.2), findings(quick, Form.QUICK)))
			.withMessageContaining("form full, the other quick");
	}

	/** The machine is 1.5 times as fast in the second result, which is no change. */
	@Test
	void equalResultsShouldRarelyBeCalledDifferent() {
		int different = 0;
		for (int seed = 0; seed < PAIRS; seed++) {
			Random random = new Random(seed);
			different += isAnyChanged(campaign(random, 1, 1), campaign(random, 1.5, 1)) ? 1 : 0;
		}
		System.out.printf("equal results are called different in %d of %d pairs%n", different, PAIRS);
		assertThat(different).isLessThanOrEqualTo((int) (PAIRS * 0.05 + 2 * Math.sqrt(PAIRS * 0.05 * 0.95)));
	}

	@Test
	void resultsWhenOneVariantTakesTenPerCentMoreShouldBeCalledDifferent() {
		int found = 0;
		for (int seed = 0; seed < PAIRS; seed++) {
			Random random = new Random(seed);
			found += isAnyChanged(campaign(random, 1, 1), campaign(random, 1.5, 1.1)) ? 1 : 0;
		}
		System.out.printf("10 %% more of one variant are found in %d of %d pairs%n", found, PAIRS);
		assertThat(found).isGreaterThanOrEqualTo((int) (0.9 * PAIRS));
	}

	private static boolean isAnyChanged(Findings before, Findings after) {
		return ResultComparison.of(before, after)
			.changes()
			.stream()
			.anyMatch((change) -> change.status() == Status.SEEN);
	}

	/** Five rounds of three variants; the speed of the machine is that of a round. */
	private static Findings campaign(Random random, double speed, double last) {
		Runs runs = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "one", "other", "third");
		for (int round = 1; round <= 5; round++) {
			double machine = speed * Math.exp(0.1 * random.nextGaussian());
			for (String variant : List.of("one", "other", "third")) {
				runs.add(variant, 0, round, machine * (variant.equals("third") ? last : 1)
						* Math.exp(BETWEEN_JVMS * random.nextGaussian()));
			}
		}
		return findings(runs, Form.FULL);
	}

	/** A result in which the second variant took e to these powers times the first. */
	private static Findings result(double... logarithms) {
		Runs runs = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "one", "other");
		for (int round = 1; round <= logarithms.length; round++) {
			runs.add("one", 0, round, round);
			runs.add("other", 0, round, round * Math.exp(logarithms[round - 1]));
		}
		return findings(runs, Form.FULL);
	}

	private static Findings findings(Runs runs, Form form) {
		Environment environment = new Environment(2, "25", "Linux", "abc", false,
				new Environment.Machine("cpu", 1024, false, Map.of()), new Software(Map.of(), Map.of(), List.of(), 0));
		Manifest manifest = new Manifest(runs.experiment(), runs.outcomes.stream().map(Outcome::run).toList(), 42, form,
				List.of("./bench", "run", "runs"), Instant.EPOCH, null, environment);
		return new Findings("runs", manifest, runs.outcomes, Map.of(), List.of(), List.of(), List.of(), true, Map.of(),
				List.of());
	}

}
