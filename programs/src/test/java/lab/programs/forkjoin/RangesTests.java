package lab.programs.forkjoin;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RangesTests {

	@ParameterizedTest
	@CsvSource({ "1, 100, 10", "4, 100, 10", "3, 101, 1", "7, 5, 10" })
	void sumWhenSharedShouldHaveEveryElementOnce(int threads, int elements, int leaf) {
		long expected = (long) elements * (elements - 1) / 2;
		assertThat(Ranges.forkJoin(threads, elements, leaf, RangesTests::sum)).isEqualTo(expected);
		assertThat(Ranges.threadPool(threads, elements, RangesTests::sum)).isEqualTo(expected);
	}

	@Test
	void forkJoinShouldGiveNoTaskMoreThanALeaf() {
		AtomicInteger most = new AtomicInteger();
		AtomicInteger leaves = new AtomicInteger();
		Ranges.forkJoin(4, 1_000, 10, (from, to) -> {
			most.accumulateAndGet(to - from, Math::max);
			return leaves.incrementAndGet();
		});
		assertThat(most.get()).isLessThanOrEqualTo(10);
		/* Halves of halves: 1000 / 128 is the first part that is no more than ten. */
		assertThat(leaves.get()).isEqualTo(128);
	}

	@Test
	void threadPoolShouldHaveAsManyTasksAsThreads() {
		AtomicInteger tasks = new AtomicInteger();
		Ranges.threadPool(4, 1_000, (from, to) -> tasks.incrementAndGet());
		assertThat(tasks.get()).isEqualTo(4);
	}

	@Test
	void threadPoolWhenAPartFailsShouldFail() {
		assertThatIllegalStateException().isThrownBy(() -> Ranges.threadPool(2, 10, (from, to) -> {
			throw new IllegalArgumentException("broken");
		})).withRootCauseInstanceOf(IllegalArgumentException.class);
	}

	private static long sum(int from, int to) {
		long sum = 0;
		for (int element = from; element < to; element++) {
			sum += element;
		}
		return sum;
	}

}
