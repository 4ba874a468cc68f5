package lab.programs.pools;

import java.util.List;

import lab.programs.Printed;
import lab.programs.pools.Queues.Queue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueuesTests {

	@Test
	void runWhenBoundedShouldFillTheQueueBeforeTheFifthThread() throws InterruptedException {
		assertThat(lines(Queue.BOUNDED)).containsExactly(event("started", 1, 1, 0), event("started", 2, 2, 0),
				event("started", 3, 3, 0), event("started", 4, 4, 0), event("queued", 5, 4, 1),
				event("queued", 6, 4, 2), event("queued", 7, 4, 3), event("queued", 8, 4, 4), event("queued", 9, 4, 5),
				event("queued", 10, 4, 6), event("queued", 11, 4, 7), event("queued", 12, 4, 8),
				event("queued", 13, 4, 9), event("queued", 14, 4, 10), event("started", 15, 5, 10),
				event("started", 16, 6, 10), event("started", 17, 7, 10), event("started", 18, 8, 10),
				event("rejected", 19, 8, 10), event("rejected", 20, 8, 10), metric("started", 8), check("started", 8),
				metric("queued", 10), check("queued", 10), metric("rejected", 2), check("rejected", 2),
				metric("poolThreads", 8), check("poolThreads", 8), check("completed", 18),
				check("stepsAsInTheory", 20));
	}

	@Test
	void runWhenUnboundedShouldNeverStartAFifthThread() throws InterruptedException {
		List<String> lines = lines(Queue.UNBOUNDED);
		assertThat(lines.subList(0, 4)).allMatch((line) -> line.startsWith("{\"event\":\"started\""));
		assertThat(lines.subList(4, 20)).allMatch((line) -> line.startsWith("{\"event\":\"queued\""))
			.allMatch((line) -> line.contains("\"threads\":4"));
		assertThat(lines.subList(20, 30)).containsExactly(metric("started", 4), check("started", 4),
				metric("queued", 16), check("queued", 16), metric("rejected", 0), check("rejected", 0),
				metric("poolThreads", 4), check("poolThreads", 4), check("completed", 20),
				check("stepsAsInTheory", 20));
	}

	@Test
	void runWhenSynchronousShouldRejectFromTheNinthTaskOn() throws InterruptedException {
		List<String> lines = lines(Queue.SYNCHRONOUS);
		assertThat(lines.subList(0, 8)).allMatch((line) -> line.startsWith("{\"event\":\"started\""));
		assertThat(lines.subList(8, 20)).allMatch((line) -> line.startsWith("{\"event\":\"rejected\""));
		assertThat(lines.subList(20, 30)).containsExactly(metric("started", 8), check("started", 8),
				metric("queued", 0), check("queued", 0), metric("rejected", 12), check("rejected", 12),
				metric("poolThreads", 8), check("poolThreads", 8), check("completed", 8), check("stepsAsInTheory", 20));
	}

	private static List<String> lines(Queue queue) throws InterruptedException {
		Printed printed = new Printed();
		Queues.run(queue, printed.output(true));
		return printed.lines();
	}

	private static String event(String step, int task, int threads, int waiting) {
		return "{\"event\":\"%s\",\"at\":%d,\"task\":%d,\"threads\":%d,\"waiting\":%d}".formatted(step, task, task,
				threads, waiting);
	}

	private static String metric(String name, int value) {
		return "{\"metric\":\"%s\",\"value\":%d.0}".formatted(name, value);
	}

	private static String check(String name, int value) {
		return "{\"check\":\"%s\",\"value\":%d,\"expected\":%d}".formatted(name, value, value);
	}

}
