package lab.harness.probe;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ContainerKernelTests {

	@Test
	void processShouldBeReadFromStatStatusAndItsThreads() {
		// utime 150 and stime 50 ticks of 10 ms; 3 + 4 times on a processor.
		List<String> lines = List.of(
				"1 (java -x) S 0 1 1 0 -1 4194560 100 0 0 0 150 50 7 7 20 0 30 0 900 4000000 50000", "Name:\tjava",
				"VmRSS:\t  204800 kB", "Threads:\t30", "111 222 3", "5 6 4");
		assertThat(ContainerKernel.process(lines)).isEqualTo(new ProcessSample(2000, 204_800L * 1024, 30, 7));
	}

	@Test
	void machineShouldBeSummedFromTicksAsAWholeAndByProcessor() {
		// user, nice, system, idle, iowait, irq, softirq, steal; guest is within user.
		MachineTimes times = ContainerKernel.machine(List.of("cpu  10 1 5 70 4 2 3 6 9 0", "cpu0 1 0 1 7 1 0 0 0 0 0",
				"cpu3 2 0 0 3 0 0 0 1 0 0", "intr 5 6", "ctxt 7"));
		assertThat(times.all()).isEqualTo(new MachineSample(1010, 740, 60));
		assertThat(times.cores()).containsExactly(new CoreSample(0, 100, 80), new CoreSample(3, 60, 30));
	}

}
