package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import lab.harness.experiment.InvalidInputException;
import lab.harness.target.AppLedger;
import lab.harness.target.BackendCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ProbeFileTests {

	private static final Sample SAMPLE = new Sample(1795237077784L, new ProcessSample(1, 2, 3, 4),
			new ProcessSample(5, 6, 7, 8), null, new MachineSample(9, 10, 11), List.of(new CoreSample(0, 9, 10)), 12,
			new AppLedger(13, 14, 0, 0, 15, 0, Map.of("virtual", 13L), 16, 17),
			new BackendCounters(18, 19, 0, 0, 1, 20, 0.5, 1.5, 2.5, new BackendCounters.TimerError(0.1, 0.9)), true);

	private static final String LINE = JsonMapper.shared().writeValueAsString(SAMPLE) + "\n";

	@TempDir
	private Path folder;

	@Test
	void readShouldGiveBackWhatWasWritten() throws IOException {
		ProbeFile file = ProbeFile.read(file(LINE + LINE));
		assertThat(file.samples()).containsExactly(SAMPLE, SAMPLE);
		assertThat(file.cutOff()).isFalse();
	}

	@Test
	void readWhenLastLineIsCutOffShouldLeaveItOutAndSaySo() throws IOException {
		ProbeFile file = ProbeFile.read(file(LINE + LINE.substring(0, LINE.length() / 2)));
		assertThat(file.samples()).containsExactly(SAMPLE);
		assertThat(file.cutOff()).isTrue();
	}

	@Test
	void readWhenLineIsBrokenInTheMiddleShouldNameFileAndLine() throws IOException {
		Path broken = file(LINE + "{\"at\":\n" + LINE);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> ProbeFile.read(broken))
			.withMessageStartingWith(broken + ":2: no sample of the probe: ")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n"));
	}

	@Test
	void readWhenFieldIsMissingShouldRefuse() throws IOException {
		Path broken = file(LINE.replace("\"connections\":12,", ""));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> ProbeFile.read(broken))
			.withMessageContaining("connections");
	}

	@Test
	void readWhenTheAppDidNotTellOfItsCompilersShouldBeAsGood() throws IOException {
		assertThat(LINE).contains("\"compileMillis\":null,");
		assertThat(ProbeFile.read(file(LINE.replace("\"compileMillis\":null,", ""))).samples()).containsExactly(SAMPLE);
	}

	@Test
	void readWhenFileIsMissingShouldSaySo() {
		Path missing = this.folder.resolve("none.jsonl");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> ProbeFile.read(missing))
			.withMessageStartingWith(missing + " cannot be read");
	}

	private Path file(String text) throws IOException {
		return Files.writeString(this.folder.resolve("probe.jsonl"), text);
	}

}
