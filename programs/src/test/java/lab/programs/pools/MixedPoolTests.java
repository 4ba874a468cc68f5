package lab.programs.pools;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import lab.programs.Printed;
import lab.programs.pools.MixedPool.Task;
import lab.programs.pools.MixedPool.Times;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MixedPoolTests {

	@Test
	void threadsShouldBeCoresTimesOnePlusWaitOverCompute() {
		/* The example of the source: 0.1 ms of I/O and 5 us of compute on 4 cores. */
		assertThat(new Times(5_000, 100_000).threads(4)).isEqualTo(84);
		assertThat(new Times(5_000, 0).threads(4)).isEqualTo(4);
		assertThat(new Times(3_000, 1_000).threads(1)).isEqualTo(1);
	}

	@Test
	void waitWhenATaskSleepsShouldBeNoShorterThanTheSleep() throws InterruptedException {
		assertThat(MixedPool.waitNanos(new Task(TimeUnit.MILLISECONDS.toNanos(5)), 3)).isGreaterThanOrEqualTo(5e6);
		assertThat(MixedPool.computeNanos(3)).isPositive();
	}

	@Test
	void runShouldTryFiveSizesAroundThePredictedOne() throws InterruptedException {
		Printed printed = new Printed();
		MixedPool.run(4, 2, Duration.ofMillis(20), printed.output(true));
		List<String> lines = printed.lines();
		int predicted = (int) number(lines, "\"poolThreads\"", "value");
		assertThat(lines).filteredOn((line) -> line.contains("\"tried\""))
			.hasSize(5)
			.extracting((line) -> number(List.of(line), "tried", "threads"))
			.containsExactly(size(predicted, 0.25), size(predicted, 0.5), size(predicted, 1), size(predicted, 2),
					size(predicted, 4));
		assertThat(lines).filteredOn((line) -> line.contains("\"metric\":\"tasksPerSecond\"")).hasSize(2);
		assertThat(number(lines, "\"ofBest\"", "value")).isBetween(0.0, 1.0);
		double best = lines.stream()
			.filter((line) -> line.contains("\"tried\""))
			.mapToDouble((line) -> number(List.of(line), "tried", "tasksPerSecond"))
			.max()
			.orElseThrow();
		assertThat(lines)
			.anyMatch((line) -> line.contains("\"threads\":%.0f}".formatted(number(lines, "\"bestThreads\"", "value")))
					&& line.contains("\"tasksPerSecond\":%.0f".formatted(best)));
	}

	@Test
	@Timeout(20)
	void throughputWhenInterruptedShouldStopItsThreads() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> MixedPool.throughput(3, new Task(1_000), Duration.ofMinutes(1)));
		assertThat(Thread.getAllStackTraces().values()).noneMatch((frames) -> List.of(frames)
			.stream()
			.anyMatch((frame) -> frame.getClassName().startsWith(Task.class.getName())));
	}

	private static double size(int predicted, double part) {
		return Math.max(1, Math.round(part * predicted));
	}

	private static double number(List<String> lines, String of, String key) {
		return lines.stream()
			.filter((line) -> line.contains(of))
			.map((line) -> line.replaceAll(".*\"" + key + "\":([0-9.E-]+).*", "$1"))
			.mapToDouble(Double::parseDouble)
			.findFirst()
			.orElseThrow();
	}

}
