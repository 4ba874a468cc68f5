package lab.harness.run;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

import lab.harness.model.result.Sample.ProcessSample;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WarmUp}; {@link HttpRunnerTests} tests the loads.
 */
class WarmUpTests {

	private static final Duration STEP = Duration.ofMillis(10);

	/** More CPU than any machine gives in a step. */
	private static final long HOUR = 3_600_000;

	private final WarmUp.CompilerWork compilers = new WarmUp.CompilerWork(5);

	@Test
	void areDoneWhenTheCompilersStillWorkInTheLastThirdShouldBeFalse() {
		// From the second 23, two thirds of 30 s after the first request, 801 of 8000 ms.
		read(1, 5, 1000);
		read(3, 6, 2000);
		read(22, 50, 19_000);
		read(23, 60, 20_000);
		read(31, 70, 20_801);
		assertThat(this.compilers.areDone(Duration.ofSeconds(30))).isFalse();
	}

	@Test
	void areDoneWhenTheCompilersAreQuietInTheLastThirdShouldBeTrue() {
		read(3, 6, 2000);
		read(22, 50, 19_000);
		read(23, 60, 20_000);
		read(31, 70, 20_800);
		assertThat(this.compilers.areDone(Duration.ofSeconds(30))).isTrue();
	}

	@Test
	void areDoneWhenThereAreTooFewReadingsShouldBeTrue() {
		assertThat(this.compilers.areDone(Duration.ofSeconds(1))).isTrue();
		read(1, 6, 2000);
		assertThat(this.compilers.areDone(Duration.ofSeconds(1))).isTrue();
	}

	/** A busy app answered after 5 s, in which its compilers worked for 3 s. */
	@Test
	void areAtRestWhenTheLastSecondsHaveOneReadingShouldCompareItWithTheOneBefore() {
		read(1, 6, 2000);
		read(9, 15_005, 9000);
		read(14, 17_000, 12_000);
		assertThat(this.compilers.areAtRest()).isFalse();
		read(19, 19_000, 12_400);
		assertThat(this.compilers.areAtRest()).isTrue();
	}

	@Test
	void areAtRestShouldBeTrueWhenTheCompilersDidLittleAfterEnoughRequests() {
		read(1, 6, 2000);
		read(9, 15_004, 9000);
		read(10, 15_005, 9500);
		read(12, 19_000, 9790);
		assertThat(this.compilers.areAtRest()).isFalse();
		// 300 of 3000 ms.
		read(13, 20_000, 9800);
		assertThat(this.compilers.areAtRest()).isTrue();
		assertThat(this.compilers.seen()).isEqualTo(Duration.ofSeconds(12));
		read(14, 21_000, 10_500);
		assertThat(this.compilers.areAtRest()).isFalse();
	}

	@Test
	void areAtRestWhenThereWereFewRequestsShouldBeFalse() {
		assertThat(this.compilers.areAtRest()).isFalse();
		read(1, 6, 2000);
		read(19, 15_004, 2000);
		assertThat(this.compilers.areAtRest()).isFalse();
	}

	@Test
	void areAtRestWhenThereAreFewRequestsShouldBeTrueAfterTwentySecondsAndALongRest() {
		read(1, 6, 500);
		read(15, 200, 9000);
		read(20, 300, 9100);
		assertThat(this.compilers.areAtRest()).isFalse();
		read(21, 320, 9701);
		assertThat(this.compilers.areAtRest()).isFalse();
		read(22, 340, 9701);
		read(26, 420, 9800);
		assertThat(this.compilers.areAtRest()).isTrue();
	}

	/** Of the last 5 s: 3 ms for each of 200 requests. */
	@Test
	void cpuMillisShouldBeThatOfTheLastRequests() {
		assertThat(this.compilers.cpuMillis()).isNull();
		read(1, 6, 500);
		assertThat(this.compilers.cpuMillis()).isNull();
		read(20, 300, 9100);
		read(25, 500, 9100);
		assertThat(this.compilers.cpuMillis()).isEqualTo(3);
	}

	@Test
	void awaitRestShouldEndWhenTheAppIsAtRest() throws InterruptedException {
		assertThat(awaitRest(Duration.ofMinutes(1), Stream.of(0L, HOUR, HOUR))).isTrue();
	}

	@Test
	void awaitRestWhenTheAppIsBusyShouldEndAtTheLimit() throws InterruptedException {
		assertThat(awaitRest(STEP.multipliedBy(2), Stream.iterate(0L, (millis) -> millis + HOUR))).isFalse();
	}

	@Test
	void awaitRestWhenTheAppHasEndedShouldNotWait() throws InterruptedException {
		assertThat(awaitRest(Duration.ofMinutes(1), Stream.of(0L, HOUR))).isFalse();
	}

	/**
	 * Waits for an app whose process has used this much CPU at each reading, and which
	 * has ended after the last.
	 */
	private static boolean awaitRest(Duration limit, Stream<Long> cpuMillis) throws InterruptedException {
		Iterator<Long> readings = cpuMillis.iterator();
		return WarmUp.awaitRest(() -> readings.hasNext()
				? Optional.of(new ProcessSample(readings.next(), 1, 1, 0, null)) : Optional.empty(), limit, STEP);
	}

	private void read(int second, long received, long compileMillis) {
		this.compilers.read(new WarmUp.CompilerWork.Reading(1000L * second, received, compileMillis, 3L * received));
	}

}
