package lab.programs;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutputTests {

	private final Printed printed = new Printed();

	@Test
	void printWhenJsonShouldWriteOneObjectALine() {
		print(this.printed.output(true));
		assertThat(this.printed.lines()).containsExactly(
				"{\"event\":\"rejected\",\"at\":12,\"by\":\"pool\",\"task\":14}",
				"{\"metric\":\"tasksPerSecond\",\"value\":1946.25}",
				"{\"check\":\"rejected\",\"value\":2,\"expected\":2}",
				"{\"check\":\"queued\",\"value\":9,\"expected\":10}");
	}

	@Test
	void printWhenForPeopleShouldWriteWords() {
		print(this.printed.output(false));
		assertThat(this.printed.lines()).containsExactly("", "bounded", "    12  rejected  by pool, task 14",
				"  tasksPerSecond: 1946.3", "  rejected: 2, as expected", "  queued: 9, EXPECTED 10");
	}

	private static void print(Output output) {
		output.heading("bounded");
		output.event("rejected", 12, Map.of("task", 14, "by", "pool"));
		output.metric("tasksPerSecond", 1946.25);
		output.check("rejected", 2, 2);
		output.check("queued", 9, 10);
	}

}
