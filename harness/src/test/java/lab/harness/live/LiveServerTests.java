package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import lab.harness.model.experiment.ExperimentFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LiveServerTests {

	@TempDir
	private Path folder;

	@Test
	void showsWhenAnAppOfTheComparisonRunsAloneShouldBeTrue() throws IOException {
		assertThat(shows("")).isTrue();
		assertThat(shows("together: auto")).isTrue();
	}

	@Test
	void showsWhenAppsRunAtTheSameTimeShouldBeFalse() throws IOException {
		assertThat(shows("together: true")).isFalse();
	}

	@Test
	void showsWhenTheExperimentRunsAProgramShouldBeFalse() {
		assertThat(LiveServer.shows(ExperimentFile.read(Path.of("../workshop/5/pinning.yml")))).isFalse();
	}

	private boolean shows(String together) throws IOException {
		return LiveServer.shows(ExperimentFile.read(Files.writeString(this.folder.resolve("shown.yml"), """
				question: Is it shown?
				%s
				variants:
				  one: { app: webflux }
				  two: { app: jetty }
				""".formatted(together))));
	}

}
