package lab.harness.run.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LineCountTests {

	@Test
	void nowShouldCountTheLinesThatWereAdded(@TempDir Path folder) throws IOException {
		Path file = folder.resolve("load.jtl");
		LineCount lines = new LineCount(file);
		assertThat(lines.now()).isZero();
		Files.writeString(file, "head\nfirst\nsec");
		assertThat(lines.now()).isEqualTo(2);
		Files.writeString(file, "ond\n" + "more\n".repeat(20_000), StandardOpenOption.APPEND);
		assertThat(lines.now()).isEqualTo(20_003);
		assertThat(lines.now()).isEqualTo(20_003);
	}

}
