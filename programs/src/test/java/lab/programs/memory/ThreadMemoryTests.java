package lab.programs.memory;

import java.util.List;
import java.util.OptionalLong;

import lab.programs.ChildJvm;
import lab.programs.Options;
import lab.programs.Printed;
import lab.programs.memory.ThreadMemory.Kind;
import lab.programs.memory.ThreadMemory.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ThreadMemoryTests {

	private static final String SUMMARY = """
			Total: reserved=7742718KB, committed=479250KB
			       malloc: 19850KB #54321

			-                    Thread (reserved=18490KB, committed=762KB)
			                            (threads #18)
			                            (stack: reserved=18432KB, committed=704KB, peak=704KB)
			""";

	@Test
	void ofShouldReadTheTotalAndTheStacks() {
		assertThat(Memory.of(SUMMARY, OptionalLong.of(50_000), 1_000))
			.isEqualTo(new Memory(7_742_718, 18_432, 479_250, OptionalLong.of(50_000), 1_000));
	}

	@Test
	void ofWhenNothingIsTrackedShouldReportHowToStart() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Memory.of("Native memory tracking is not enabled", OptionalLong.empty(), 0))
			.withMessage("start with -XX:NativeMemoryTracking=summary");
	}

	@Test
	void printShouldDivideWhatWasAddedByTheThreads() {
		Memory before = new Memory(1_024_000, 10_240, 102_400, OptionalLong.of(51_200), 2_048);
		Memory after = new Memory(5_120_000, 4_106_240, 204_800, OptionalLong.of(102_400), 6_144);
		Printed printed = new Printed();
		after.print(before, 4_000, printed.output(true));
		assertThat(printed.lines()).containsExactly(metric("reserved", 5_000), metric("stacks", 4_010),
				metric("committed", 200), metric("resident", 100), metric("liveHeap", 6),
				metric("reservedPerThread", 1024), metric("committedPerThread", 25.6),
				metric("residentPerThread", 12.8), metric("heapPerThread", 1.024));
	}

	@Test
	void printWhenTheSystemReportsNoResidentMemoryShouldLeaveItOut() {
		Memory memory = new Memory(1, 1, 1, OptionalLong.empty(), 1);
		Printed printed = new Printed();
		memory.print(memory, 1, printed.output(true));
		assertThat(printed.lines()).hasSize(7).noneMatch((line) -> line.contains("resident"));
	}

	@ParameterizedTest
	@EnumSource
	void mainShouldFindAllThreadsAsleep(Kind kind) throws InterruptedException {
		ChildJvm ended = ChildJvm.run(List.of(), List.of("-XX:NativeMemoryTracking=summary"), ThreadMemory.class,
				"--json", "--kind=" + Options.word(kind), "--threads=50");
		assertThat(ended.code()).isZero();
		assertThat(ended.lines()).last().isEqualTo("{\"check\":\"asleep\",\"value\":50,\"expected\":50}");
	}

	@Test
	void mainWhenTheHeapIsTooSmallShouldEndAndFail() throws InterruptedException {
		ChildJvm ended = ChildJvm.run(List.of(), List.of("-XX:NativeMemoryTracking=summary", "-Xmx16m"),
				ThreadMemory.class, "--json", "--kind=virtual", "--threads=100000");
		assertThat(ended.code()).isNotZero();
		assertThat(OomKinds.messages(ended.lines())).isNotEmpty();
	}

	private static String metric(String name, double value) {
		return "{\"metric\":\"%s\",\"value\":%s}".formatted(name, value);
	}

}
