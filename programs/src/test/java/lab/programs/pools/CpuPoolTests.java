package lab.programs.pools;

import java.util.Collection;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.withinPercentage;

class CpuPoolTests {

	private static final int CARRIERS = Integer.getInteger("jdk.virtualThreadScheduler.parallelism",
			Runtime.getRuntime().availableProcessors());

	private final CpuPool program = new CpuPool();

	@Test
	void benchmarkWhenPoolDiffersShouldDoTheSameWork() {
		this.program.threads = CARRIERS;
		double expected = 0;
		for (int task = 0; task < CpuPool.TASKS; task++) {
			expected += CpuPool.highestPrice(task);
		}
		assertThat(this.program.fixedPool()).isCloseTo(expected, withinPercentage(1e-9));
		assertThat(this.program.forkJoin()).isEqualTo(this.program.fixedPool());
		assertThat(this.program.virtualThreads()).isEqualTo(this.program.fixedPool());
	}

	@Test
	void virtualThreadsWhenCarriersDifferShouldReportHowToStart() {
		this.program.threads = CARRIERS + 1;
		assertThatIllegalStateException().isThrownBy(this.program::virtualThreads)
			.withMessageContaining("-Djdk.virtualThreadScheduler.parallelism=" + this.program.threads);
	}

	@Test
	void runWhenAskedAsBenchDoesShouldScoreTasksASecond() throws RunnerException {
		Collection<RunResult> results = new Runner(new OptionsBuilder().include("CpuPool\\.forkJoin$")
			.param("threads", "2")
			.forks(0)
			.warmupIterations(0)
			.measurementIterations(1)
			.measurementTime(TimeValue.milliseconds(1))
			.verbosity(VerboseMode.SILENT)
			.build()).run();
		assertThat(results).singleElement().satisfies((result) -> {
			assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("ops/s");
			assertThat(result.getPrimaryResult().getScore()).isPositive();
		});
	}

}
