package lab.harness.run.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class CpuLatencyRequestTests {

	@TempDir
	private Path root;

	private Path device;

	@BeforeEach
	void createDevice() throws IOException {
		this.device = Files.createDirectories(this.root.resolve("dev")).resolve("cpu_dma_latency");
		Files.createFile(this.device);
	}

	@Test
	void startShouldAskToWakeUpWithinZeroMicroseconds() throws IOException {
		try (Closeable request = CpuLatencyRequest.start(this.root)) {
			assertThat(this.device).hasBinaryContent(new byte[] { 0, 0, 0, 0 });
		}
	}

	@Test
	void startWhenTheKernelDoesNotLetItShouldFail() throws IOException {
		Files.delete(this.device);
		Files.createDirectory(this.device);
		assertThatIOException().isThrownBy(() -> CpuLatencyRequest.start(this.root));
	}

	@Test
	void isPossibleWhenTheKernelHasADriverShouldBeTrue() throws IOException {
		driver("haltpoll\n");
		assertThat(CpuLatencyRequest.isPossible(this.root)).isTrue();
	}

	@Test
	void isPossibleWhenThereIsNoDriverShouldBeFalse() throws IOException {
		assertThat(CpuLatencyRequest.isPossible(this.root)).isFalse();
		driver("none\n");
		assertThat(CpuLatencyRequest.isPossible(this.root)).isFalse();
	}

	@Test
	void isPossibleWhenTheKernelDoesNotLetItShouldBeFalse() throws IOException {
		driver("haltpoll\n");
		Files.delete(this.device);
		Files.createDirectory(this.device);
		assertThat(CpuLatencyRequest.isPossible(this.root)).isFalse();
	}

	private void driver(String name) throws IOException {
		Path folder = Files.createDirectories(this.root.resolve("sys/devices/system/cpu/cpuidle"));
		Files.writeString(folder.resolve("current_driver"), name);
	}

}
