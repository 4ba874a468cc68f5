package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LiveHeapTests {

	@TempDir
	private Path folder;

	@Test
	void bytesShouldBeWhatIsLeftWhenGarbageIsCollected() {
		Path log = this.folder.resolve("child.log");
		try (ChildProcess process = ChildProcess.start("child", ChildProgram.command("heap"), this.folder, log)) {
			await().until(() -> says(log, "waiting"));
			// It holds 8 MiB, and has dropped as much.
			assertThat(LiveHeap.bytes(process)).isBetween(8L << 20, 12L << 20);
		}
	}

	@Test
	void bytesWhenItIsNoJavaShouldBeUnknown() {
		try (ChildProcess process = ChildProcess.start("sleep", List.of("sleep", "60"), this.folder,
				this.folder.resolve("log"))) {
			assertThat(LiveHeap.bytes(process)).isNull();
		}
	}

	private static boolean says(Path log, String word) throws IOException {
		return Files.readString(log).contains(word);
	}

}
