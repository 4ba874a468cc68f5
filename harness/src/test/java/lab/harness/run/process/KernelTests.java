package lab.harness.run.process;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import lab.harness.model.result.Sample.CoreSample;
import lab.harness.model.result.Sample.MachineSample;
import lab.harness.model.result.Sample.ProcessSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import oshi.SystemInfo;

import static org.assertj.core.api.Assertions.assertThat;

class KernelTests {

	@TempDir
	private Path folder;

	@Test
	void processShouldBeReadFromTheSystem() {
		ProcessSample sample = own().process().orElseThrow();
		assertThat(sample.cpuMillis()).isPositive();
		assertThat(sample.rssBytes()).isGreaterThan(20L << 20);
		assertThat(sample.threads()).isGreaterThanOrEqualTo(Thread.activeCount());
		// The first thread of a JVM alone has a handful; all of them have far more.
		assertThat(sample.contextSwitches()).isGreaterThan(50);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void processWhenItIsAJvmShouldHaveTheTimeOfItsCompilers() {
		ProcessSample sample = own().process().orElseThrow();
		assertThat(sample.compilerMillis()).isPositive().isLessThan(sample.cpuMillis());
	}

	@Test
	void processWhenThereIsNoneShouldBeEmpty() {
		assertThat(new Kernel(Integer.MAX_VALUE).process()).isEmpty();
	}

	@Test
	void connectionsShouldCountTheServersSideOnly() throws IOException {
		Kernel kernel = own();
		try (ServerSocket server = new ServerSocket(0)) {
			assertThat(kernel.connections(server.getLocalPort())).isZero();
			try (Socket first = new Socket("127.0.0.1", server.getLocalPort());
					Socket second = new Socket("127.0.0.1", server.getLocalPort())) {
				assertThat(first.isConnected() && second.isConnected()).isTrue();
				assertThat(kernel.connections(server.getLocalPort())).isEqualTo(2);
			}
		}
	}

	@Test
	void connectionsWhenThereIsNoTableShouldComeFromOshi() throws IOException {
		Kernel kernel = new Kernel(ProcessHandle.current().pid(), this.folder);
		try (ServerSocket server = new ServerSocket(0);
				Socket client = new Socket("127.0.0.1", server.getLocalPort())) {
			assertThat(client.isConnected()).isTrue();
			assertThat(kernel.connections(server.getLocalPort())).isEqualTo(1);
		}
	}

	@Test
	void connectionsShouldBeThoseEstablishedOnThePort() throws IOException {
		// 8081 is 1F91 in hexadecimal; 01 is established, 06 is TIME_WAIT, 0A is
		// listening.
		Files.writeString(this.folder.resolve("tcp"),
				"""
								  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
								   0: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
								   1: 0100007F:1F91 0100007F:A001 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 100 0 0 10 0
								   2: 0100007F:A001 0100007F:1F91 01 00000000:00000000 00:00000000 00000000     0        0 3 1 0 100 0 0 10 0
								  10: 0100007F:1F91 0100007F:A002 06 00000000:00000000 03:00000000 00000000     0        0 0 3 0
								1000: 0100007F:1F91 0100007F:A003 01 00000000:00000000 00:00000000 00000000     0        0 5 1 0 100 0 0 10 0
						1001: 0100007F:1F91 0100007F:A003 01 00000000:00000000 00:00000000 00000000     0        0 5 1 0 100 0 0 10 0
								""");
		assertThat(new Kernel(1, this.folder).connections(8081)).isEqualTo(2);
	}

	@Test
	void machineShouldCountWaitingForDiskAsIdle() {
		// user 10, nice 1, system 5, idle 70, iowait 4, irq 2, softirq 3, steal 6, guest
		// 9
		assertThat(Kernel.machine(new long[] { 10, 1, 5, 70, 4, 2, 3, 6, 9 }, List.of()))
			.isEqualTo(new MachineSample(74, 6, List.of()));
	}

	@Test
	void machineShouldNameEachProcessorWithItsOwnTime() {
		List<CoreSample> cores = own().machine().cores();
		assertThat(cores).hasSize(new SystemInfo().getHardware().getProcessor().getLogicalProcessorCount());
		assertThat(cores).extracting(CoreSample::processor).doesNotHaveDuplicates();
		assertThat(cores).allSatisfy((core) -> assertThat(core.idleMillis()).isPositive());
	}

	private static Kernel own() {
		return new Kernel(ProcessHandle.current().pid());
	}

}
