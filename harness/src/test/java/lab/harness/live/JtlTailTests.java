package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
	void makeTail() {
		this.file = this.folder.resolve("load.jtl");
		this.tail = new JtlTail(this.file);
	}

	private void add(String text) throws IOException {
		Files.writeString(this.file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
	}

	@Test
	void readWhenThereIsNoFileShouldBeUnknown() {
		assertThat(this.tail.read()).isNull();
	}

	@Test
	void readShouldGiveNearestRanksOfSuccessfulSamples() throws IOException {
		add("timeStamp,elapsed,success\n");
		for (int i = 1; i <= 200; i++) {
			add("1,%d,true\n1,9999,false\n".formatted(i));
		}
		// Ranks 100 and 198 of 200.
		assertThat(this.tail.read()).isEqualTo(new JtlTail.Percentiles(100, 198));
	}

	@Test
	void readWhenLineIsNotWholeShouldReadItWithTheNext() throws IOException {
		add("timeStamp,elapsed,success\n1,10,true\n1,2");
		assertThat(this.tail.read()).isEqualTo(new JtlTail.Percentiles(10, 10));
		add("0,true\n");
		assertThat(this.tail.read()).isEqualTo(new JtlTail.Percentiles(10, 20));
	}

	@Test
	void readWhenSampleIsOldShouldForgetIt() throws IOException {
		add("timeStamp,elapsed,success\n1,10,true\n");
		for (int i = 0; i < JtlTail.READS; i++) {
			assertThat(this.tail.read()).isNotNull();
		}
		assertThat(this.tail.read()).isNull();
	}

	@Test
	void readWhenLineIsNoSampleShouldIgnoreIt() throws IOException {
		add("timeStamp,elapsed,success\nnonsense\n1,x,true\n1,99999999,true\n");
		assertThat(this.tail.read()).isEqualTo(new JtlTail.Percentiles(20_000, 20_000));
	}

}
