package lab.programs.pools;

import java.time.Duration;
import java.util.List;

import lab.programs.Printed;
import lab.programs.pools.SizingRule.Arrivals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class SizingRuleTests {

	@ParameterizedTest
	@EnumSource
	void runShouldAnswerEveryRequest(Arrivals arrivals) {
		assertThat(run(arrivals, 50).checks()).containsExactly("answered");
	}

	@ParameterizedTest
	@CsvSource({ "25, 250.0", "50, 500.0", "80, 500.0" })
	void runShouldHaveTheSmallerOfRateAndThreadsOverTimeAsCeiling(int threads, double ceiling) {
		assertThat(run(Arrivals.EVEN, threads).lines())
			.contains("{\"metric\":\"tasksCeiling\",\"value\":" + ceiling + "}");
	}

	@Test
	void runWhenThreadsAreTooFewShouldNotServeMoreThanTheLaw() {
		/* In 300 ms 25 threads answer at most 75 requests, and 25 that began before. */
		assertThat(figure(run(Arrivals.EVEN, 25).lines(), "tasksPerSecond")).isBetween(1.0, 100 / 0.3);
	}

	@Test
	void runShouldCountTheTimeInTheQueue() {
		/* A request is answered 100 ms after its arrival at the earliest. */
		assertThat(figure(run(Arrivals.EVEN, 50).lines(), "answerMillis")).isGreaterThanOrEqualTo(100);
		/* By then requests that arrived in the first 100 ms wait for 25 threads. */
		assertThat(figure(run(Arrivals.EVEN, 25).lines(), "answerMillis")).isGreaterThanOrEqualTo(150);
	}

	private static Printed run(Arrivals arrivals, int threads) {
		Printed printed = new Printed();
		SizingRule.run(arrivals, threads, Duration.ofMillis(200), Duration.ofMillis(300), printed.output(true));
		return printed;
	}

	private static double figure(List<String> lines, String metric) {
		return lines.stream()
			.filter((line) -> line.contains("\"" + metric + "\""))
			.mapToDouble((line) -> Double.parseDouble(line.replaceAll(".*value\":|}", "")))
			.sum();
	}

}
