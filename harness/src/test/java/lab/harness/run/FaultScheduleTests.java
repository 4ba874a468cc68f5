package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import lab.harness.model.DataFile;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.PlannedFault.Kind;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord.Exit;
import lab.harness.model.result.SideRequest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FaultSchedule} and {@link SideRequests}.
 */
@ExtendWith(SharedSystem.class)
class FaultScheduleTests {

	@TempDir
	private Path folder;

	@Test
	void startShouldWaitForTheFirstRequestThenBeginAndLiftInOrder(RunningSystem system) throws Exception {
		try (FaultSchedule schedule = schedule(system, Kind.ERROR, Duration.ofMillis(500), 0.3)) {
			schedule.start();
			assertThat(schedule.applied()).isEmpty();
			request(system);
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> !schedule.applied().isEmpty() && schedule.applied().getFirst().endedAt() != null);
			assertThat(received(system)).isEqualTo("{'fault':'error','share':0.3}{'fault':'none'}");
			schedule.check();
		}
	}

	@Test
	void closeWhenAFaultIsOnShouldLiftIt(RunningSystem system) throws Exception {
		FaultSchedule schedule = schedule(system, Kind.OUTAGE, Duration.ofSeconds(50), 1);
		schedule.start();
		request(system);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !schedule.applied().isEmpty());
		schedule.close();
		assertThat(received(system)).isEqualTo("{'fault':'outage'}{'fault':'none'}");
		assertThat(schedule.applied().getFirst().endedAt()).isNotNull();
	}

	@Test
	void startWhenSigtermShouldSendItToTheApp() throws Exception {
		try (RunningSystem system = startSystem();
				FaultSchedule schedule = schedule(system, Kind.SIGTERM, Duration.ZERO, 1)) {
			schedule.start();
			request(system);
			assertThat(system.app().process().exit().join()).isEqualTo(143);
			assertThat(schedule.applied()).hasSize(1);
			assertThat(schedule.applied().getFirst().fault().kind()).isEqualTo(Kind.SIGTERM);
		}
	}

	@Test
	void closeWhenNoRequestCameShouldEndIt(RunningSystem system) throws Exception {
		FaultSchedule schedule = schedule(system, Kind.HANG, Duration.ofSeconds(5), 1);
		schedule.start();
		schedule.close();
		assertThat(received(system)).isEmpty();
		assertThat(schedule.applied()).isEmpty();
	}

	@Test
	void exitWhenTheAppMayExitShouldBeItsCode() throws Exception {
		try (RunningSystem system = startSystem(); FaultSchedule schedule = schedule(system, true)) {
			HttpRequest exit = HttpRequest
				.newBuilder(URI.create("http://127.0.0.1:" + system.app().management().port() + "/exit"))
				.build();
			HttpClient.newHttpClient().sendAsync(exit, BodyHandlers.discarding());
			system.app().process().exit().join();
			Exit end = schedule.exit(() -> {
			});
			assertThat(end).isNotNull().extracting(Exit::code).isEqualTo(4);
		}
	}

	@Test
	void exitWhenItLivesAndDoesNotAnswerShouldCallItAZombieWhereItMayExit(RunningSystem system) throws Exception {
		try (FaultSchedule may = schedule(system, true); FaultSchedule mayNot = schedule(system, false)) {
			assertThat(may.exit(() -> {
			})).isNull();
			assertThat(may.exit(() -> {
				throw new RunFailedException("silent");
			})).isNotNull().extracting(Exit::isZombie).isEqualTo(true);
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> mayNot.exit(() -> {
				throw new RunFailedException("silent");
			})).withMessage("silent");
		}
	}

	@Test
	void exitWhenAPlannedFaultNeverBeganShouldFail(RunningSystem system) throws Exception {
		try (FaultSchedule schedule = schedule(system, Kind.HANG, Duration.ofSeconds(1), 1)) {
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> schedule.exit(() -> {
			})).withMessageStartingWith("only 0 of 1 faults began");
		}
	}

	@Test
	void sideRequestsShouldAskBothAndWriteEachAnswer(RunningSystem system) throws Exception {
		Path file = this.folder.resolve("side-requests.jsonl");
		long before = system.ledger().requests().received();
		try (SideRequests requests = new SideRequests(system.app().port(), file)) {
			requests.start();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> system.ledger().requests().received() >= before + 2);
		}
		assertThat(DataFile.readLines(file, SideRequest.class)).allMatch(SideRequest::answered)
			.extracting(SideRequest::what)
			.contains(SideRequest.SLEEP, SideRequest.HEALTH);
	}

	private RunningSystem startSystem() throws Exception {
		return FakeProject.make(this.folder.resolve("project")).start(Runs.webflux(), this.folder);
	}

	/** The faults that the backend received. */
	private static String received(RunningSystem system) {
		return Management.await(system.knownBackend().management().read("faults", String.class));
	}

	private static void request(RunningSystem system) throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + system.app().port() + "/")).build(),
					BodyHandlers.discarding());
		}
	}

	private FaultSchedule schedule(RunningSystem system, boolean mayExit) throws IOException {
		return new FaultSchedule(Runs.in(this.folder, Runs.webflux(Runs.load(), mayExit)), system, List.of());
	}

	/** A fault sooner than an experiment may have it. */
	private FaultSchedule schedule(RunningSystem system, Kind kind, Duration lasts, double share) throws IOException {
		return new FaultSchedule(Runs.in(this.folder, Runs.webflux()), system,
				List.of(new PlannedFault(kind, Duration.ofMillis(200), lasts, share, null)));
	}

}
