package lab.harness.analysis;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import lab.harness.analysis.JtlRow.Cause;
import lab.harness.analysis.JtlRow.Sender;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.result.FaultSpan;
import lab.harness.model.result.RunRecord.AppliedFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * A throughput of 100, a fault from second 5 to 8, followed by hand.
 */
class RecoveryTests {

	private static final List<Double> RATES = List.of(0.0, 100.0, 100.0, 100.0, 100.0, 40.0, 10.0, 10.0, 10.0, 55.0,
			100.0, 94.0, 94.0, 97.0, 100.0);

	private static final List<Double> HUNDRED = Collections.nCopies(RATES.size(), 100.0);

	@Test
	void meanShouldCountWholeStepsOnly() {
		// Steps 1, 2, 3 and 4 lie whole between 0.5 and 5.2.
		assertThat(Recovery.mean(RATES, 1, 0.5, 5.2)).isEqualTo(100);
		assertThat(Recovery.mean(RATES, 1, 4.0, 6.0)).isEqualTo(70);
		assertThat(Recovery.mean(RATES, 1, 4.5, 4.9)).isZero();
	}

	@Test
	void backShouldTakeTheFirstMeanOfThreeSecondsThatReaches95Percent() {
		Recovery.Back back = Recovery.back(RATES, 1, 5, 8, HUNDRED);
		// Seconds 6, 7, 8 are the lowest. From 9 on 83 = (55 + 100 + 94) / 3, from 10 on
		// 96 = (100 + 94 + 94) / 3.
		assertThat(back.lowest()).isEqualTo(10);
		assertThat(back.seconds()).isEqualTo(2);
	}

	@Test
	void backWhenTheFaultEndsWithinASecondShouldCountFromThere() {
		assertThat(Recovery.back(RATES, 1, 5.3, 8.4, HUNDRED).seconds()).isCloseTo(1.6, within(1e-9));
	}

	@Test
	void backWhenThroughputNeverRecoversShouldBeNull() {
		Recovery.Back back = Recovery.back(RATES.subList(0, 11), 1, 5, 8, HUNDRED);
		assertThat(back.lowest()).isEqualTo(10);
		assertThat(back.seconds()).isNull();
	}

	@Test
	void backWhenNothingFellShouldBeImmediate() {
		Recovery.Back back = Recovery.back(HUNDRED, 1, 1, 3, HUNDRED);
		assertThat(back.lowest()).isEqualTo(100);
		assertThat(back.seconds()).isZero();
	}

	@Test
	void backWhenFewArriveAfterTheFaultShouldCompareWithWhatArrived() {
		/* From 9 on 55 + 60 + 62 of 60 + 62 + 63 that arrived are 95.7 %. */
		List<Double> arrived = List.of(100.0, 110.0, 95.0, 90.0, 100.0, 100.0, 100.0, 100.0, 100.0, 60.0, 62.0, 63.0);
		List<Double> answered = List.of(100.0, 110.0, 95.0, 90.0, 100.0, 0.0, 0.0, 0.0, 0.0, 55.0, 60.0, 62.0);
		assertThat(Recovery.back(answered, 1, 5, 8, arrived).seconds()).isEqualTo(1);
		assertThat(Recovery.back(answered, 1, 5, 8, HUNDRED).seconds()).isNull();
	}

	/**
	 * One request in two is answered, 50 of 100 a second. After the fault half as many
	 * arrive, so 25 a second are all that there can be.
	 */
	@ParameterizedTest
	@CsvSource({ "true, 0", "false, NaN" })
	void ofShouldExpectTheShareThatWasAnsweredBeforeWhereArrivalsAreOpen(boolean open, double seconds) {
		List<JtlRow> rows = IntStream.range(0, 1200).mapToObj(RecoveryTests::row).toList();
		Recovery recovery = Recovery.of(load(rows), open, List.of(hang(5000, 8000)));
		assertThat(recovery.before()).isEqualTo(50);
		assertThat(recovery.slowestSeconds()).isEqualTo(Double.valueOf(seconds));
	}

	/**
	 * Nothing is answered from 5 to 12 s. The fault from 5 to 8 s is over for 2 s when
	 * the next one begins, whose effect is not its own.
	 */
	@Test
	void ofWhenTheNextFaultBeginsFirstShouldCountUntilThen() {
		List<JtlRow> rows = IntStream.range(0, 1800)
			.mapToObj((number) -> row(10 * number, number < 500 || number >= 1200))
			.toList();
		Recovery recovery = Recovery.of(load(rows), true, List.of(hang(5000, 8000), hang(10_000, 12_000)));
		assertThat(recovery.faults()).extracting(FaultSpan::recoveredAfter).containsExactly(null, 0.0);
		assertThat(recovery.slowestSeconds()).isEqualTo(2);
	}

	private static LoadTotals load(List<JtlRow> rows) {
		LoadSpan span = LoadSpan.EMPTY;
		for (JtlRow row : rows) {
			span = span.plus(row);
		}
		LoadTotals load = new LoadTotals(span, new Window(0, 16_000), 8000, Long.MAX_VALUE, 0);
		rows.forEach(load::add);
		return load;
	}

	private static AppliedFault hang(long from, long to) {
		return new AppliedFault(new PlannedFault(PlannedFault.Kind.HANG, Duration.ofMillis(from),
				Duration.ofMillis(to - from), 1.0, null), from, to, null);
	}

	/**
	 * One request every 10 ms for 8 s, then one every 20 ms; the fault begins after 5 s.
	 */
	private static JtlRow row(int number) {
		int millis = (number < 800) ? 10 * number : 8000 + 20 * (number - 800);
		return row(millis, number % 2 == 0 && (millis < 5000 || millis >= 8000));
	}

	private static JtlRow row(int millis, boolean answered) {
		return new JtlRow("/", millis, 1, -1, answered, new Cause(answered ? "200" : "503", "", ""), 1, Sender.UNKNOWN);
	}

}
