package lab.harness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.live.WatchedRun.SentLoad;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Run;
import lab.harness.run.Progress;
import lab.harness.run.Progress.Phase;
import lab.harness.run.Schedule;
import org.jspecify.annotations.Nullable;
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
		assertThat(loads("users: 40", Phase.WARMING_UP)).containsOnly(Map.entry(APP, new SentLoad(null, null)));
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

	@Test
	void phaseShouldTellThePageWhichUsersSendItsLoad() throws IOException {
		try (FakeActuator actuator = new FakeActuator();
				Lab lab = new Lab(FakeActuator.MODELS.stream().map(actuator::service).toList(),
						actuator.service("slow-backend"), new FakeLoads())) {
			WatchedRun run = new WatchedRun(lab, new Progress() {
			});
			run.run(group("users: 400"), 1);
			lab.tick();
			run.phase(Phase.WARMING_UP, Duration.ZERO);
			assertThat(usersAfterASecond(lab)).isNull();
			run.phase(Phase.MEASURING, Duration.ZERO);
			assertThat(usersAfterASecond(lab)).isEqualTo(400);
		}
	}

	private static @Nullable Integer usersAfterASecond(Lab lab) {
		lab.tick();
		return Objects.requireNonNull(lab.state(0).seconds().getLast().models().get(APP)).places().users();
	}

	private Map<String, SentLoad> loads(String load, Phase phase) throws IOException {
		return WatchedRun.loads(group(load), phase);
	}

	private List<Run> group(String load) throws IOException {
		Path file = Files.writeString(this.folder.resolve("watched.yml"), """
				question: Which load has the app?
				load: { %s, warm-up: 5s, warm-up-path: /sleep/10, measure: 20s }
				variants:
				  flux: { app: webflux }
				""".formatted(load));
		return Schedule.of(ExperimentFile.read(file), 1, 0).groups().getFirst();
	}

}
