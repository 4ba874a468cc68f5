package lab.programs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs(OS.LINUX)
class ProcessStatusTests {

	@Test
	void readWhenOnLinuxShouldKnowTheProcess() {
		assertThat(ProcessStatus.residentMib().orElseThrow()).isBetween(10.0, 1e6);
		assertThat(ProcessStatus.threads().orElseThrow()).isGreaterThanOrEqualTo(Thread.activeCount());
	}

	@Test
	void contextSwitchesWhenAThreadWaitedShouldHaveGrown() throws InterruptedException {
		long before = ProcessStatus.contextSwitches().orElseThrow();
		for (int i = 0; i < 20; i++) {
			Thread.sleep(1);
		}
		assertThat(ProcessStatus.contextSwitches().orElseThrow() - before).isGreaterThanOrEqualTo(20);
	}

}
