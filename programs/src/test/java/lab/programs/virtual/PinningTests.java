package lab.programs.virtual;

import java.time.Duration;
import java.util.List;

import lab.programs.Printed;
import lab.programs.virtual.Pinning.Inside;
import lab.programs.virtual.Pinning.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PinningTests {

	private static final int CARRIERS = Scheduler.carriers();

	@ParameterizedTest
	@EnumSource
	void runWhenJsonShouldPrintThroughputCeilingAndCheck(Inside inside) throws Exception {
		List<String> lines = lines(inside, Threads.VIRTUAL, 2);
		assertThat(lines).hasSize(3);
		assertThat(lines.get(0)).matches("\\{\"metric\":\"tasksPerSecond\",\"value\":[0-9.]+}");
		assertThat(lines.get(1)).matches("\\{\"metric\":\"tasksCeiling\",\"value\":[0-9.]+}");
		assertThat(lines.get(2)).matches("\\{\"check\":\"asleepAtOnce\",\"value\":[0-9]+,\"expected\":[0-9]+}");
	}

	@ParameterizedTest
	@EnumSource(names = { "NATIVE", "CLASS_LOADING" })
	void runWhenANativeFramePinsShouldNeverHaveMoreAsleepThanCarriers(Inside inside) throws Exception {
		List<String> lines = lines(inside, Threads.VIRTUAL, 2 * CARRIERS);
		assertThat(lines.get(1)).isEqualTo("{\"metric\":\"tasksCeiling\",\"value\":%s}".formatted(10.0 * CARRIERS));
		assertThat(lines.get(2)).endsWith(",\"expected\":%d}".formatted(CARRIERS));
		assertThat(Integer.parseInt(lines.get(2).replaceAll(".*value\":|,.*", ""))).isBetween(1, CARRIERS);
	}

	@Test
	void runWhenThreadsAreOfThePlatformShouldPinNothing() throws Exception {
		List<String> lines = lines(Inside.NATIVE, Threads.PLATFORM, 2 * CARRIERS);
		assertThat(lines.get(2)).endsWith(",\"expected\":%d}".formatted(2 * CARRIERS));
	}

	@Test
	void mainWhenCarriersDifferShouldReportHowToStart() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> Pinning.main("--json", "--quick", "--carriers=" + (CARRIERS + 1), "--inside=lock"))
			.withMessageEndingWith("start with -Djdk.virtualThreadScheduler.parallelism=" + (CARRIERS + 1));
	}

	private static List<String> lines(Inside inside, Threads threads, int tasks) throws Exception {
		Printed printed = new Printed();
		Pinning.run(inside, threads, tasks, 1, Duration.ZERO, printed.output(true));
		return printed.lines();
	}

}
