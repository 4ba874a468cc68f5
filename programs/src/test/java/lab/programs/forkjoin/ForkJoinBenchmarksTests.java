package lab.programs.forkjoin;

import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;

import lab.programs.pools.CpuPool;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

class ForkJoinBenchmarksTests {

	@Test
	void balancedWhenPoolDiffersShouldCountTheSame() {
		Balanced program = new Balanced();
		program.threads = 3;
		program.fill();
		long below = program.threadPool(new Balanced.Collecting());
		assertThat(below).isBetween(Balanced.ELEMENTS * 49L / 100, Balanced.ELEMENTS * 51L / 100);
		assertThat(program.forkJoin(new Balanced.Collecting())).isEqualTo(below);
	}

	@Test
	void unbalancedWhenPoolAndLeafDifferShouldDoTheSameWork() {
		Unbalanced program = new Unbalanced();
		program.threads = 3;
		program.leaf = 7;
		assertThat(program.threadPool()).isEqualTo(Unbalanced.work(0, Unbalanced.ELEMENTS));
		assertThat(program.forkJoin()).isEqualTo(program.threadPool());
	}

	@Test
	void parallelStreamWhenInAPoolOfItsOwnShouldHaveItsThreadsAlone() throws RunnerException {
		assertThat(poolThreads("ParallelStream\\.ownPool", 2)).isEqualTo(2);
		assertThat(poolThreads("ParallelStream\\.threadPool", 2)).isEqualTo(2);
	}

	@Test
	void parallelStreamWhenTheCommonPoolDiffersShouldReportHowToStart() {
		ParallelStream program = new ParallelStream();
		program.threads = 77;
		assertThatIllegalStateException().isThrownBy(() -> program.commonPool(new ParallelStream.Workers()))
			.withMessageContaining("-Djava.util.concurrent.ForkJoinPool.common.parallelism=77");
	}

	@Test
	void parallelStreamWhenTheCommonPoolFitsShouldHaveOneThreadMore() throws RunnerException {
		int threads = ForkJoinPool.getCommonPoolParallelism();
		assertThat(poolThreads("ParallelStream\\.commonPool", threads)).isEqualTo(threads + 1);
	}

	@Test
	void checkWhenOtherThreadsComputedShouldFail() {
		ParallelStream program = new ParallelStream();
		program.threads = 2;
		ParallelStream.Workers workers = new ParallelStream.Workers();
		program.ownPool(workers);
		assertThatIllegalStateException().isThrownBy(workers::check).withMessage("0 threads computed, not 2");
		workers.count();
		assertThatNoException().isThrownBy(workers::check);
	}

	@Test
	void parallelStreamShouldComputeEveryHistory() {
		ParallelStream program = new ParallelStream();
		program.threads = 2;
		double[] histories = program.ownPool(new ParallelStream.Workers());
		assertThat(histories).hasSize(CpuPool.TASKS).isEqualTo(program.threadPool(new ParallelStream.Workers()));
		assertThat(histories[7]).isEqualTo(CpuPool.highestPrice(7));
	}

	private static double poolThreads(String benchmark, int threads) throws RunnerException {
		RunResult result = run(benchmark, threads).iterator().next();
		return Objects.requireNonNull(result.getSecondaryResults().get("poolThreads")).getScore();
	}

	private static Collection<RunResult> run(String benchmark, int threads) throws RunnerException {
		ChainedOptionsBuilder options = new OptionsBuilder().include(benchmark)
			.param("threads", String.valueOf(threads))
			.forks(0)
			.shouldFailOnError(true)
			.warmupIterations(0)
			.measurementIterations(1)
			.measurementTime(TimeValue.milliseconds(1))
			.verbosity(VerboseMode.SILENT);
		return new Runner(options.build()).run();
	}

}
