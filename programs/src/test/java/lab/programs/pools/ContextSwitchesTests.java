package lab.programs.pools;

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
		ContextSwitches.run(threads, 1, 50, printed.output(true));
		assertThat(printed.lines()).contains("{\"check\":\"completed\",\"value\":8192,\"expected\":8192}")
			.anyMatch((line) -> line.startsWith("{\"metric\":\"cpuUsed\""))
			.anyMatch((line) -> line.startsWith("{\"metric\":\"ownWork\""))
			.allMatch((line) -> line.contains("metric") || line.contains("check"));
	}

	@Test
	@Timeout(30)
	void runWhenInterruptedShouldEndItsThreads() throws Exception {
		Thread runner = Thread.ofPlatform()
			.start(() -> assertThatExceptionOfType(InterruptedException.class)
				.isThrownBy(() -> ContextSwitches.run(Threads.PLATFORM_64, 3600, 1, new Printed().output(true))));
		runner.interrupt();
		runner.join();
		assertThat(Thread.getAllStackTraces().keySet()).noneMatch((thread) -> thread.getName().startsWith("pool-")
				&& thread.isAlive() && thread.getStackTrace().length > 0);
	}

}
