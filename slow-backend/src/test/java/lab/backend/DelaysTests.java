package lab.backend;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DelaysTests {

	private static final String UNIFORM = "uniform 0ms..1000ms";

	@Test
	void nextWhenSeedIsTheSameShouldDrawTheSame() {
		assertThat(draw(delays(UNIFORM, 42), 1000)).isEqualTo(draw(delays(UNIFORM, 42), 1000));
	}

	@Test
	void nextWhenSeedDiffersShouldDrawOthers() {
		assertThat(draw(delays(UNIFORM, 42), 1000)).doesNotContainAnyElementsOf(draw(delays(UNIFORM, 43), 1000));
	}

	@Test
	void nextWhenManyThreadsDrawShouldGiveTheSameSet() {
		Delays delays = delays(UNIFORM, 42);
		ConcurrentLinkedQueue<Long> drawn = new ConcurrentLinkedQueue<>();
		try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
			for (int thread = 0; thread < 4; thread++) {
				executor.submit(() -> drawn.addAll(draw(delays, 250)));
			}
		}
		assertThat(drawn).containsExactlyInAnyOrderElementsOf(draw(delays(UNIFORM, 42), 1000));
	}

	/**
	 * The mean of 10,000 draws has a standard error of 1000 / sqrt(12) / 100 = 2.89 ms;
	 * four of them are 11.5.
	 */
	@Test
	void nextWhenDrawnOftenShouldHaveTheMeanOfTheDistribution() {
		double mean = draw(delays(UNIFORM, 42), 10_000).stream().mapToLong(Long::longValue).average().orElseThrow();
		assertThat(mean / 1e6).isCloseTo(500, within(11.5));
	}

	@Test
	void restartWhenSeedIsSetAgainShouldBeginAgain() {
		Delays delays = delays(UNIFORM, 42);
		List<Long> first = draw(delays, 10);
		delays.restart(null, 42L);
		assertThat(draw(delays, 10)).isEqualTo(first);
	}

	@Test
	void restartWhenOnlyLatencyIsGivenShouldKeepTheSeedAndBeginAgain() {
		Delays delays = delays("fixed 1ms", 42);
		draw(delays, 10);
		assertThat(delays.restart(DelaySampler.of(UNIFORM), null)).isEqualTo(new Delays.Settings(UNIFORM, 42));
		assertThat(draw(delays, 10)).isEqualTo(draw(delays(UNIFORM, 42), 10));
	}

	@Test
	void restartWhenOnlySeedIsGivenShouldKeepTheLatency() {
		Delays delays = delays("exponential 500ms", 42);
		assertThat(delays.restart(null, -7L)).isEqualTo(new Delays.Settings("exponential 500ms", -7));
		assertThat(draw(delays, 10)).isEqualTo(draw(delays("exponential 500ms", -7), 10));
	}

	/** Every distribution uses the same probabilities, so long delays stay long. */
	@Test
	void nextWhenLatencyIsScaledShouldDrawTheSameDelaysScaled() {
		List<Long> once = draw(delays("uniform 0ms..1000ms", 42), 100);
		List<Long> twice = draw(delays("uniform 0ms..2000ms", 42), 100);
		for (int i = 0; i < 100; i++) {
			assertThat(twice.get(i) - 2 * once.get(i)).isBetween(-2L, 2L);
		}
	}

	/**
	 * Of 10,000 arrivals a share of 0.3 hits 3000, give or take four times sqrt(10000 x
	 * 0.3 x 0.7) = 46.
	 */
	@Test
	void nextWhenDrawnOftenShouldLetAFaultHitItsShare() {
		assertThat(hits(42, 10_000).stream().filter((hit) -> hit).count()).isBetween(2816L, 3184L);
	}

	@Test
	void nextWhenSeedIsTheSameShouldLetAFaultHitTheSame() {
		assertThat(hits(42, 100)).isEqualTo(hits(42, 100)).isNotEqualTo(hits(43, 100));
	}

	/**
	 * Faults hit slow requests as often as fast ones: the mean delay of those hit is 500
	 * ms too.
	 */
	@Test
	void nextWhenAFaultHitsShouldNotDependOnTheDelay() {
		Delays delays = delays(UNIFORM, 42);
		double mean = Stream.generate(delays::next)
			.limit(10_000)
			.filter((draw) -> draw.fault() < 0.3)
			.mapToLong(Draw::nanos)
			.average()
			.orElseThrow();
		// four standard errors of 3000 draws: 4 x 1000 / sqrt(12) / sqrt(3000) = 21
		assertThat(mean / 1e6).isCloseTo(500, within(21.0));
	}

	private static List<Boolean> hits(long seed, int count) {
		Delays delays = delays(UNIFORM, seed);
		return Stream.generate(() -> delays.next().fault() < 0.3).limit(count).toList();
	}

	private static Delays delays(String latency, long seed) {
		return new Delays(new BackendProperties(DelaySampler.of(latency), seed));
	}

	private static List<Long> draw(Delays delays, int count) {
		return Stream.generate(() -> delays.next().nanos()).limit(count).toList();
	}

}
