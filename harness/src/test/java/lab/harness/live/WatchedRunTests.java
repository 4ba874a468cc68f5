package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import lab.harness.live.WatchedRun.SentLoad;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Run;
import lab.harness.run.Progress.Phase;
import lab.harness.run.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class WatchedRunTests {

	private static final String APP = "webflux";

	@TempDir
	private Path folder;

	@Test
	void loadsWhenItIsMeasuredShouldHaveItsUsers() throws IOException {
		assertThat(loads("users: 40", Phase.MEASURING)).containsOnly(Map.entry(APP, new SentLoad(40, "/")));
	}

	@Test
	void loadsWhenItIsNotMeasuredShouldHaveNoUsers() throws IOException {
		assertThat(loads("users: 40", Phase.STARTING)).containsOnly(Map.entry(APP, new SentLoad(null, "/")));
		assertThat(loads("users: 40", Phase.WARMING_UP)).containsOnly(Map.entry(APP, new SentLoad(null, "/sleep/10")));
	}

	@Test
	void loadsWhenUsersThinkShouldHaveNoUsers() throws IOException {
		assertThat(loads("users: 40, think: 2s", Phase.MEASURING))
			.containsOnly(Map.entry(APP, new SentLoad(null, "/")));
	}

	@Test
	void loadsWhenRequestsArriveShouldHaveNoUsers() throws IOException {
		assertThat(loads("rate: 40", Phase.MEASURING)).containsOnly(Map.entry(APP, new SentLoad(null, "/")));
	}

	@Test
	void loadsWhenThereAreSeveralPathsShouldHaveNone() throws IOException {
		assertThat(loads("path: { /: 9, /sleep/10: 1 }", Phase.MEASURING))
			.containsOnly(Map.entry(APP, new SentLoad(null, null)));
	}

	private Map<String, SentLoad> loads(String load, Phase phase) throws IOException {
		Path file = Files.writeString(this.folder.resolve("watched.yml"), """
				question: Which load has the app?
				load: { %s, warm-up: 5s, warm-up-path: /sleep/10, measure: 20s }
				variants:
				  flux: { app: webflux }
				""".formatted(load));
		List<Run> group = Schedule.of(ExperimentFile.read(file), 1, 0).groups().getFirst();
		return WatchedRun.loads(group, phase);
	}

}
