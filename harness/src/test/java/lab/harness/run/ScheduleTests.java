package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Together;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Schedule}.
 */
class ScheduleTests {

	private final Experiment comparison = ExperimentFile.read(Path.of("../experiments/comparison.yml"));

	@Test
	void ofWhenThreeRoundsShouldHaveEveryVariantOnceInEachBlock() {
		List<Run> runs = Schedule.of(this.comparison, 3, 42).runs();
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
		assertThat(Schedule.of(this.comparison, 9, 7).runs())
			.startsWith(Schedule.of(this.comparison, 5, 7).runs().toArray(Run[]::new));
	}

	@Test
	void ofWhenSameSeedShouldHaveSameOrder() {
		assertThat(Schedule.of(this.comparison, 5, 7).runs()).isEqualTo(Schedule.of(this.comparison, 5, 7).runs());
	}

	@Test
	void ofWhenSeedsDifferShouldPutEachVariantFirstSomewhere() {
		assertThat(IntStream.range(0, 100)
			.mapToObj((seed) -> Schedule.of(this.comparison, 1, seed).runs().getFirst().variant().name())
			.distinct()).hasSize(4);
	}

	@Test
	void ofWhenTheVariantsRunTogetherShouldGroupThoseOfAPointInRandomOrder() {
		Schedule together = Schedule.of(with(this.comparison, Together.TRUE), 2, 42);
		assertThat(together.groups()).hasSize(2);
		assertThat(together.groups().getLast()).hasSize(4).extracting(Run::round).containsOnly(2);
		assertThat(together.runs()).isEqualTo(Schedule.of(this.comparison, 2, 42).runs());
		assertThat(together.oneByOne()).isEqualTo(Schedule.of(this.comparison, 2, 42));
	}

	@Test
	void ofWhenThereAreSeveralPointsShouldRunOneAtATime() {
		Experiment threads = ExperimentFile.read(Path.of("../experiments/threads.yml"));
		List<List<Run>> groups = Schedule.of(with(threads, Together.AUTO), 1, 42).groups();
		assertThat(groups).hasSizeGreaterThan(2)
			.allSatisfy((group) -> assertThat(group).extracting(Run::point).containsOnly(group.getFirst().point()));
	}

	@Test
	void ofWhenTheFirstGroupDecidesShouldGiveItTheMostLoad() {
		Experiment memory = with(ExperimentFile.read(Path.of("../experiments/waiting-memory.yml")), Together.AUTO);
		for (int seed = 0; seed < 20; seed++) {
			Schedule schedule = Schedule.of(memory, 2, seed);
			assertThat(schedule.isTried()).isTrue();
			assertThat(schedule.groups().getFirst()).allSatisfy((run) -> {
				assertThat(run.round()).isOne();
				assertThat(run.point().value()).isEqualTo(3000);
			});
			assertThat(schedule.groups()).hasSize(4);
		}
	}

	@Test
	void ofWhenThereIsOneVariantShouldTryNothing() {
		Experiment alone = new Experiment(this.comparison.name(), this.comparison.about(), this.comparison.cores(),
				Together.AUTO, this.comparison.expect(), this.comparison.compare(), this.comparison.effects(),
				this.comparison.variants().subList(0, 1));
		assertThat(Schedule.of(alone, 1, 42).isTried()).isFalse();
		assertThat(Schedule.of(with(this.comparison, Together.AUTO), 1, 42).isTried()).isTrue();
	}

	/** One start for 25 and 50 users, in an order that the seed decides. */
	@Test
	void ofWhenJvmsAreKeptShouldMeasureThePointsOneAfterTheOther() {
		Experiment kept = ExperimentFile.read(Path.of("../experiments/models-together.yml"));
		Schedule together = Schedule.of(kept, 2, 42);
		assertThat(together.groups()).hasSize(2);
		List<List<Run>> stages = Schedule.stages(together.groups().getFirst());
		assertThat(stages).hasSize(2).allSatisfy((stage) -> assertThat(stage).hasSize(3));
		assertThat(stages).extracting((stage) -> stage.getFirst().point().value())
			.containsExactlyInAnyOrder(25.0, 50.0);
		assertThat(IntStream.range(0, 100)
			.mapToObj((seed) -> Schedule.of(kept, 1, seed).runs().getFirst().point())
			.distinct()).hasSize(2);
		assertThat(together.oneByOne().groups()).hasSize(6)
			.allSatisfy((group) -> assertThat(group).hasSize(2)
				.extracting((run) -> run.variant().name())
				.containsOnly(group.getFirst().variant().name()));
		// Three starts and warm-ups of 6 + 80 + 2 x 3 s, and two loads of 75 + 6 s.
		assertThat(Schedule.time(together.groups().getFirst())).isEqualTo(Duration.ofSeconds(3 * 92 + 2 * 81));
		assertThat(Run.words(together.oneByOne().groups().getFirst()))
			.matches("[a-z0-9-]+, (25|50) users then (25|50) users");
	}

	/** Two starts and warm-ups one after the other, and one load. */
	@Test
	void leastWhenTwoRunTogetherShouldCountOneLoad() {
		Run run = Runs.of(Runs.webflux());
		assertThat(new Schedule(List.of(List.of(run, run)), false).least())
			.isEqualTo(Duration.ofSeconds(2 * (6 + 4) + 10));
		// 3 users: 256 + 4 MiB of heap.
		assertThat(Schedule.memoryMiB(List.of(run, run))).isEqualTo(2 * (700 + 400 + 200 + 260));
	}

	/** A group: 6 s to start, 1 + 3 s to warm up, 4 + 6 s to measure. */
	@Test
	void leastShouldCountLoadsAndWhatIsAroundThem() {
		assertThat(schedule(2).least()).isEqualTo(Duration.ofSeconds(2 * 20));
	}

	@Test
	void leastWhenAWarmUpIsLongShouldCountTheTimeInWhichCompilersRestSoon() {
		// 20 s of warm-up, of which 15 s are the least.
		Schedule schedule = Schedule.of(ExperimentFile.read(Path.of("../experiments/contenders.yml")), 1, 42);
		int runs = schedule.runs().size();
		assertThat(schedule.planned().minus(schedule.least())).isEqualTo(Duration.ofSeconds(5L * runs));
	}

	@Test
	void mostShouldLeaveTimeForASlowMachineAndForRepeats() {
		// 12 s, two warm-ups of 4 s, and one repeat.
		assertThat(schedule(2).most()).isEqualTo(Duration.ofSeconds(40 + 12 + 8 + 20));
		// A tenth and a seventh of 84 runs, and 84 warm-ups: 1680 + 168 + 240 + 336 s.
		assertThat(schedule(84).most()).isEqualTo(Duration.ofMinutes(41));
		Run quick = Runs.of(Runs.webflux("-XX:TieredStopAtLevel=1"));
		assertThat(new Schedule(List.of(List.of(quick)), false).most()).isEqualTo(Duration.ofSeconds(20 + 12 + 4));
	}

	/**
	 * Five loads of 80 s with 12 s around them, twice 34.5 s until all have answered
	 * once, and once for the last answers.
	 */
	@Test
	void plannedWhenAnAnswerTakesLongShouldCountTheFirstAndTheLast() {
		Experiment generator = ExperimentFile.read(Path.of("../experiments/generator.yml"));
		assertThat(Schedule.of(generator, 1, 0).planned())
			.isEqualTo(Duration.ofMillis(1000 * 5 * (80 + 12) + 3 * 34_500));
	}

	/**
	 * Six loads of 50 s behind 15 s of delay, with warm-ups of 12 s: 6 + 12 + 3 + 50 + 15
	 * + 6 s each.
	 */
	@Test
	void plannedWhenTheBackendTakesLongShouldCountTheLastAnswers() {
		Experiment crowd = ExperimentFile.read(Path.of("../experiments/crowd.yml"));
		assertThat(Schedule.of(crowd, 1, 0).planned()).isEqualTo(Duration.ofSeconds(6 * 92));
	}

	/**
	 * 552 s, a tenth, six warm-ups of 15 s, a repeat of 92 s, and 60 s for the requests
	 * of users who gave up: 849.2 s.
	 */
	@Test
	void mostWhenUsersMayGiveUpShouldCountWhatOneAppWorksOn() {
		Experiment crowd = ExperimentFile.read(Path.of("../experiments/crowd.yml"));
		assertThat(Schedule.of(crowd, 1, 0).most()).isEqualTo(Duration.ofMinutes(15));
	}

	/**
	 * Two groups of two: 2 x (6 + 4) + 10 s each, or 4 x 20 s one after the other with 12
	 * + 4 x 4 + 20 s more, after a start of 20 s and a trial of 25: 173 s.
	 */
	@Test
	void mostWhenThereMayBeNoRoomShouldCountTheStartThatIsLost() {
		Run run = Runs.of(Runs.webflux());
		Run other = Runs.of("other", Runs.webflux(), run.point());
		Schedule tried = new Schedule(List.of(List.of(run, other), List.of(run, other)), true);
		assertThat(tried.least()).isEqualTo(Duration.ofSeconds(2 * 30));
		assertThat(tried.planned()).isEqualTo(Duration.ofSeconds(2 * 30 + 25));
		assertThat(tried.most()).isEqualTo(Duration.ofMinutes(3));
	}

	private static Experiment with(Experiment all, Together together) {
		return new Experiment(all.name(), all.about(), all.cores(), together, all.expect(), all.compare(),
				all.effects(), all.variants());
	}

	private static Schedule schedule(int runs) {
		return new Schedule(Collections.nCopies(runs, List.of(Runs.of(Runs.webflux()))), false);
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
		assertThat(Schedule.of(this.comparison, 2, 42).runs()).extracting(Run::id)
			.contains("webflux-500-r1", "tomcat-platform-200-500-r2")
			.doesNotHaveDuplicates();
	}

}
