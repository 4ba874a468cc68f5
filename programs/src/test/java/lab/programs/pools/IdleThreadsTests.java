package lab.programs.pools;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

class IdleThreadsTests {

	private final IdleThreads program = new IdleThreads();

	@AfterEach
	void end() {
		this.program.end();
	}

	@ParameterizedTest
	@ValueSource(ints = { 20, 200 })
	void benchmarkWhenThreadsDifferShouldDoTheSameWork(int threads) throws InterruptedException {
		this.program.threads = threads;
		this.program.start();
		double expected = 0;
		for (int task = 0; task < IdleThreads.TASKS; task++) {
			expected += CpuPool.highestPrice(task);
		}
		assertThat(this.program.compute()).isCloseTo(expected, withinPercentage(1e-9));
		/* The numbers from 0 to 9,999, for each of 4,096 values. */
		assertThat(this.program.ownData()).isCloseTo(4096 * 49_995_000.0, withinPercentage(1e-9));
	}

}
