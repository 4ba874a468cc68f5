package lab.harness.schedule;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import lab.harness.experiment.Experiment;
import lab.harness.experiment.Experiments;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScheduleTests {

	private final Experiment comparison = new Experiments(Path.of("../experiments")).read("comparison");

	@Test
	void ofWhenThreeRoundsShouldHaveEveryVariantOnceInEachBlock() {
		List<Run> runs = Schedule.of(this.comparison, 3, 42);
		assertThat(runs).hasSize(12);
		for (int round = 1; round <= 3; round++) {
			assertThat(runs.subList((round - 1) * 4, round * 4)).extracting((run) -> run.variant().name())
				.containsExactlyInAnyOrder("tomcat-platform-200", "tomcat-platform-500", "tomcat-virtual", "webflux");
			assertThat(runs.subList((round - 1) * 4, round * 4)).extracting(Run::seed).containsOnly(42L + round);
		}
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
	void idShouldNameVariantUsersAndRound() {
		assertThat(Schedule.of(this.comparison, 2, 42)).extracting(Run::id)
			.contains("webflux-500-r1", "tomcat-platform-200-500-r2")
			.doesNotHaveDuplicates();
	}

}
