package lab.harness.run.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionCounterTests {

	private final Deque<Integer> kernel = new ArrayDeque<>();

	private final ConnectionCounter count = new ConnectionCounter(this.kernel::remove);

	@Test
	void nowWhenManyAreAtRestShouldAskTheKernelOnceInFiveTimes() {
		this.kernel.addAll(List.of(500, 500, 501));
		assertThat(ask(6)).containsExactly(500, 500, 500, 500, 500, 501);
		assertThat(this.kernel).isEmpty();
	}

	@Test
	void nowWhenFewShouldAskTheKernelEachTime() {
		this.kernel.addAll(List.of(9, 9, 9, 10));
		assertThat(ask(4)).containsExactly(9, 9, 9, 10);
	}

	@Test
	void nowWhenFewerThanBeforeShouldCountTwiceAndTakeTheMore() {
		this.kernel.addAll(List.of(500, 499, 500));
		assertThat(ask(2)).containsExactly(500, 500);
		assertThat(this.kernel).isEmpty();
	}

	@Test
	void nowWhenThereIsNoLoadShouldAskTheKernelEachTime() {
		this.kernel.addAll(List.of(200, 200, 3, 3));
		assertThat(this.count.now(false)).isEqualTo(200);
		assertThat(this.count.now(false)).isEqualTo(200);
		assertThat(this.count.now(false)).isEqualTo(3);
	}

	private List<Integer> ask(int times) {
		return IntStream.range(0, times).map((time) -> this.count.now(true)).boxed().toList();
	}

}
