package lab.harness.run;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Run;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Schedule}.
 */
class ScheduleTests {

	private final Experiment comparison = ExperimentFile.read(Path.of("../experiments/comparison.yml"));

	@Test
	void ofWhenThreeRoundsShouldHaveEveryVariantOnceInEachBlock() {
		List<Run> runs = Schedule.of(this.comparison, 3, 42);
		assertThat(runs).hasSize(12);
		for (int round = 1; round <= 3; round++) {
			List<Run> block = runs.subList((round - 1) * 4, round * 4);
			assertThat(block).extracting((run) -> run.variant().name())
				.containsExactlyInAnyOrder("tomcat-platform-200", "tomcat-platform-500", "tomcat-virtual", "webflux");
			assertThat(block).extracting(Run::round).containsOnly(round);
			assertThat(block).extracting(Run::seed).containsOnly(Schedule.seed(42, round));
		}
	}

	@Test
	void ofWhenThereAreMoreRoundsShouldBeginWithTheSameRuns() {
		assertThat(Schedule.of(this.comparison, 9, 7))
			.startsWith(Schedule.of(this.comparison, 5, 7).toArray(Run[]::new));
	}

	@Test
	void ofWhenSameSeedShouldHaveSameOrder() {
		assertThat(Schedule.of(this.comparison, 5, 7)).isEqualTo(Schedule.of(this.comparison, 5, 7));
	}

	@Test
	void ofWhenSeedsDifferShouldPutEachVariantFirstSomewhere() {
		assertThat(IntStream.range(0, 100)
			.mapToObj((seed) -> Schedule.of(this.comparison, 1, seed).getFirst().variant().name())
			.distinct()).hasSize(4);
	}

	@Test
	void seedWhenOneSeedFollowsAnotherShouldShareNoRound() {
		assertThat(Schedule.seed(42, 2)).isNotEqualTo(Schedule.seed(43, 1));
		Set<Long> seeds = new HashSet<>();
		for (int seed = 0; seed < 200; seed++) {
			for (int round = 1; round <= 100; round++) {
				seeds.add(Schedule.seed(seed, round));
			}
		}
		// 20,000 draws of 2^31: by chance 0.09 of them meet.
		assertThat(seeds).hasSizeGreaterThan(19_997)
			.allSatisfy((seed) -> assertThat(seed).isBetween(0L, (long) Integer.MAX_VALUE));
	}

	@Test
	void idShouldNameVariantPointAndRound() {
		assertThat(Schedule.of(this.comparison, 2, 42)).extracting(Run::id)
			.contains("webflux-500-r1", "tomcat-platform-200-500-r2")
			.doesNotHaveDuplicates();
	}

}
