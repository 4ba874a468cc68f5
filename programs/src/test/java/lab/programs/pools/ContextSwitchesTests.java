package lab.programs.pools;

import java.util.stream.Stream;

import lab.programs.Printed;
import lab.programs.pools.ContextSwitches.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ContextSwitchesTests {

	@ParameterizedTest
	@EnumSource
	void runWhenThreadsDifferShouldDoTheSameJobs(Threads threads) throws Exception {
		Printed printed = new Printed();
		ContextSwitches.run(threads, 0, 1, printed.output(true));
		assertThat(printed.lines()).contains("{\"check\":\"completed\",\"value\":4096,\"expected\":4096}")
			.anyMatch((line) -> line.startsWith("{\"metric\":\"cpuUsed\""));
		assertThat(printed.lines()).filteredOn((line) -> line.startsWith("{\"metric\":\"ownWork\""))
			.hasSize((threads == Threads.VIRTUAL_4096) ? 0 : 1)
			/* A part of the whole; but Linux counts the whole in ticks of 10 ms. */
			.allSatisfy(
					(line) -> assertThat(Double.parseDouble(line.replaceAll(".*value\":|}", ""))).isBetween(0.0, 1.1));
	}

	@Test
	@Timeout(30)
	void runWhenInterruptedShouldEndItsThreads() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> ContextSwitches.run(Threads.PLATFORM_64, 0, 3600, new Printed().output(true)));
		assertThat(Thread.getAllStackTraces().values()).noneMatch((frames) -> Stream.of(frames)
			.anyMatch((frame) -> frame.getClassName().equals(ContextSwitches.class.getName())));
	}

}
