package lab.programs;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@EnabledOnOs(OS.LINUX)
class ProcessStatusTests {

	@Test
	void readWhenOnLinuxShouldKnowTheProcess() {
		assertThat(ProcessStatus.residentMib().orElseThrow()).isBetween(10.0, 1e6);
		assertThat(ProcessStatus.threads().orElseThrow()).isGreaterThanOrEqualTo(Thread.activeCount());
	}

	/** A thread that ends meanwhile takes its switches out of the sum. */
	@Test
	void contextSwitchesWhenAThreadWaitsShouldGrow() {
		long before = ProcessStatus.contextSwitches().orElseThrow();
		await().pollInterval(Duration.ofMillis(1))
			.until(() -> ProcessStatus.contextSwitches().orElseThrow() - before >= 20);
	}

}
