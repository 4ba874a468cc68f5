package lab.harness.analysis;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StressVerdictTests {

	private static final List<String> VARIANTS = List.of("tomcat-virtual", "webflux");

	@Test
	void wordsShouldTellOfTheArmsInTheOrderOfTheExperiment() {
		assertThat(words(StressedRun.of("webflux", 1), StressedRun.of("tomcat-virtual", 1)))
			.isEqualTo("tomcat-virtual: 10 req/s answered well; 0 lost without an answer. "
					+ "webflux: 10 req/s answered well; 0 lost without an answer.");
	}

	@Test
	void wordsWhenThereAreRoundsShouldNameThemInOrder() {
		assertThat(words(StressedRun.of("webflux", 2), StressedRun.of("webflux", 1)))
			.isEqualTo("webflux, round 1: 10 req/s answered well; 0 lost without an answer. "
					+ "webflux, round 2: 10 req/s answered well; 0 lost without an answer.");
	}

	private static String words(RunResult... runs) {
		return StressVerdict.words(List.of(runs), VARIANTS, true);
	}

}
