package lab.harness.probe;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OperatingSystem;

import static org.assertj.core.api.Assertions.assertThat;

class SystemProbesTests {

	private static final OperatingSystem OS = new SystemInfo().getOperatingSystem();

	@TempDir
	private Path folder;

	@Test
	void processShouldBeReadFromTheSystem() {
		ProcessSample sample = new ProcessProbe(OS).read((int) ProcessHandle.current().pid()).orElseThrow();
		assertThat(sample.cpuMillis()).isPositive();
		assertThat(sample.rssBytes()).isGreaterThan(20L << 20);
		assertThat(sample.threads()).isGreaterThanOrEqualTo(Thread.activeCount());
		// The first thread of a JVM alone has a handful; all of them have far more.
		assertThat(sample.contextSwitches()).isGreaterThan(50);
	}

	@Test
	void processWhenThereIsNoneShouldBeEmpty() {
		assertThat(new ProcessProbe(OS).read(Integer.MAX_VALUE)).isEmpty();
	}

	@Test
	void connectionsShouldCountTheServersSideOnly() throws IOException {
		ConnectionProbe probe = new ConnectionProbe(OS);
		try (ServerSocket server = new ServerSocket(0)) {
			assertThat(probe.count(server.getLocalPort())).isZero();
			try (Socket first = new Socket("127.0.0.1", server.getLocalPort());
					Socket second = new Socket("127.0.0.1", server.getLocalPort())) {
				assertThat(first.isConnected() && second.isConnected()).isTrue();
				assertThat(probe.count(server.getLocalPort())).isEqualTo(2);
			}
		}
	}

	@Test
	void connectionsWhenThereIsNoTableShouldComeFromOshi() throws IOException {
		ConnectionProbe probe = new ConnectionProbe(OS, List.of());
		try (ServerSocket server = new ServerSocket(0);
				Socket client = new Socket("127.0.0.1", server.getLocalPort())) {
			assertThat(client.isConnected()).isTrue();
			assertThat(probe.count(server.getLocalPort())).isEqualTo(1);
		}
	}

	@Test
	void connectionsShouldBeThoseEstablishedOnThePort() throws IOException {
		// 8081 is 1F91 in hexadecimal; 01 is established, 06 is TIME_WAIT, 0A is
		// listening.
		Path table = Files.writeString(this.folder.resolve("tcp"),
				"""
								  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
								   0: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
								   1: 0100007F:1F91 0100007F:A001 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 100 0 0 10 0
								   2: 0100007F:A001 0100007F:1F91 01 00000000:00000000 00:00000000 00000000     0        0 3 1 0 100 0 0 10 0
								  10: 0100007F:1F91 0100007F:A002 06 00000000:00000000 03:00000000 00000000     0        0 0 3 0
								1000: 0100007F:1F91 0100007F:A003 01 00000000:00000000 00:00000000 00000000     0        0 5 1 0 100 0 0 10 0
						1001: 0100007F:1F91 0100007F:A003 01 00000000:00000000 00:00000000 00000000     0        0 5 1 0 100 0 0 10 0
								""");
		assertThat(new ConnectionProbe(OS, List.of(table)).count(8081)).isEqualTo(2);
	}

	@Test
	void machineShouldSumTicksOnceAndCountWaitingForDiskAsIdle() {
		// user 10, nice 1, system 5, idle 70, iowait 4, irq 2, softirq 3, steal 6
		assertThat(MachineProbe.sample(new long[] { 10, 1, 5, 70, 4, 2, 3, 6 }))
			.isEqualTo(new MachineSample(101, 74, 6));
	}

	@Test
	void coresShouldNameEachProcessorWithItsOwnTime() {
		CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
		List<CoreSample> cores = new MachineProbe(processor).cores();
		assertThat(cores).hasSize(processor.getLogicalProcessorCount());
		assertThat(cores).extracting(CoreSample::processor).doesNotHaveDuplicates();
		assertThat(cores).allSatisfy((core) -> assertThat(core.idleMillis()).isBetween(1L, core.totalMillis()));
	}

}
