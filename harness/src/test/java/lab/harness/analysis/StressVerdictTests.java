package lab.harness.analysis;

import java.util.List;
import java.util.Map;

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

	@Test
	void wordsWhenOtherRequestsSufferedShouldSaySoAndWhy() {
		Map<String, AnsweredBeside> beside = Map.of("sleep", new AnsweredBeside(1.0, 0.05, 0.05), "health",
				new AnsweredBeside(1.0, 1.0, 1.0));
		String suffered = "webflux: 10 req/s answered well; 0 lost without an answer; /sleep/1 kept 5 % of its rate";
		assertThat(words(StressedRun.of("webflux", 1, 200, 200, beside)))
			.isEqualTo(suffered + ", since all 200 request threads were taken.");
		assertThat(words(StressedRun.of("webflux", 1, 200, 199, beside))).isEqualTo(suffered + ".");
		assertThat(words(StressedRun.of("webflux", 1, null, 1600, beside))).isEqualTo(suffered + ".");
	}

	@Test
	void wordsWhenHealthSufferedShouldSaySo() {
		assertThat(words(StressedRun.of("webflux", 1, null, 0, Map.of("health", new AnsweredBeside(1.0, 0.9, 0.9)))))
			.endsWith("; health kept 90 % of its rate.");
		assertThat(words(StressedRun.of("webflux", 1, null, 0, Map.of("health", new AnsweredBeside(1.0, 0.95, 0.95)))))
			.doesNotContain("health");
	}

	private static String words(RunResult... runs) {
		return StressVerdict.words(List.of(runs), VARIANTS, true);
	}

}
