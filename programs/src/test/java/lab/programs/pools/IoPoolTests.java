package lab.programs.pools;

import java.time.Duration;
import java.util.List;

import lab.programs.Printed;
import lab.programs.pools.IoPool.Pool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class IoPoolTests {

	@ParameterizedTest
	@EnumSource
	void runWhenThereAreThreadsForAllShouldHaveTheCeilingOfTheTasks(Pool pool) {
		assertThat(lines(pool, 20, 50))
			.contains("{\"metric\":\"tasksCeiling\",\"value\":400.0}",
					"{\"check\":\"completed\",\"value\":20,\"expected\":20}")
			.noneMatch((line) -> line.contains("asleepAtOnce"));
	}

	@Test
	void runWhenThereAreMoreTasksThanThreadsShouldLet200SleepAtOnce() {
		assertThat(lines(Pool.FIXED_200, 401, 200)).contains("{\"metric\":\"tasksCeiling\",\"value\":1000.0}",
				"{\"metric\":\"poolThreads\",\"value\":200.0}",
				"{\"check\":\"completed\",\"value\":401,\"expected\":401}",
				"{\"check\":\"asleepAtOnce\",\"value\":200,\"expected\":200}");
	}

	@Test
	void runWhenThreadsAreTooFewShouldNotBeFasterThanTheLaw() {
		/* Three turns of 20 ms; a sleep is never shorter. */
		assertThat(lines(Pool.FIXED_200, 401, 20)).filteredOn((line) -> line.contains("\"seconds\""))
			.singleElement()
			.satisfies((line) -> assertThat(Double.parseDouble(line.replaceAll(".*value\":|}", "")))
				.isGreaterThanOrEqualTo(0.06));
	}

	private static List<String> lines(Pool pool, int tasks, int millis) {
		Printed printed = new Printed();
		IoPool.run(pool, tasks, Duration.ofMillis(millis), printed.output(true));
		return printed.lines();
	}

}
