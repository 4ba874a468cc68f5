package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import lab.harness.live.JtlTail.Percentiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class JtlTailTests {

	@TempDir
	private Path folder;

	private Path file;

	private JtlTail tail;

	@BeforeEach
	void setUp() {
		this.file = this.folder.resolve("webflux.jtl");
		this.tail = new JtlTail(this.file);
	}

	@Test
	void readWhenThereIsNoFileYetShouldBeNull() {
		assertThat(this.tail.read()).isNull();
	}

	@Test
	void readShouldTakeTheNearestRank() throws IOException {
		// 1 to 200 ms: half of them need 100 ms at most, 99 % of them 198 ms
		append("timeStamp,elapsed,success\n" + samples(1, 200));
		assertThat(this.tail.read()).isEqualTo(new Percentiles(100, 198));
	}

	@Test
	void readShouldLeaveOutFailedSamples() throws IOException {
		append("timeStamp,elapsed,success\n1,10,true\n1,9000,false\n");
		assertThat(this.tail.read()).isEqualTo(new Percentiles(10, 10));
	}

	@Test
	void readWhenALineIsHalfWrittenShouldTakeItWhenItIsWhole() throws IOException {
		append("timeStamp,elapsed,success\n1,10,true\n1,20");
		assertThat(this.tail.read()).isEqualTo(new Percentiles(10, 10));
		append("0,true\n");
		assertThat(this.tail.read()).isEqualTo(new Percentiles(10, 200));
	}

	@Test
	void readShouldForgetSamplesAfterSomeReads() throws IOException {
		append("timeStamp,elapsed,success\n1,10,true\n");
		for (int i = 0; i < JtlTail.READS; i++) {
			assertThat(this.tail.read()).isEqualTo(new Percentiles(10, 10));
		}
		assertThat(this.tail.read()).isNull();
	}

	@Test
	void readWhenTheFileIsReplacedShouldReadItFromItsBeginning() throws IOException {
		append("timeStamp,elapsed,success\n1,9000,false\n1,9000,false\n");
		assertThat(this.tail.read()).isNull();
		Files.writeString(this.file, "timeStamp,elapsed,success\n1,10,true\n");
		assertThat(this.tail.read()).isEqualTo(new Percentiles(10, 10));
	}

	@Test
	void readWhenLinesAreNoSamplesShouldSkipThem() throws IOException {
		append("timeStamp,elapsed,success\n\n1\n1,soon,true\n1,30,true\n");
		assertThat(this.tail.read()).isEqualTo(new Percentiles(30, 30));
	}

	private void append(String text) throws IOException {
		Files.writeString(this.file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
	}

	private static String samples(int least, int most) {
		return IntStream.rangeClosed(least, most)
			.mapToObj((millis) -> "1," + millis + ",true\n")
			.collect(Collectors.joining());
	}

}
