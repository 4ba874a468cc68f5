package lab.contract;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An app that is told to end refuses new connections, and answers all that comes on those
 * there are, in every app alike.
 */
class ShutdownIT {

	/** Started side by side, each for its one test. */
	private static final Map<App, Service> SERVICES = Arrays.stream(App.values())
		.collect(
				Collectors.toMap((app) -> app, (app) -> Service.start(app.toString(), Lab.backend(Lab.FAULTY.port()))));

	@ParameterizedTest
	@EnumSource
	void endShouldAnswerWhatIsUnderWayAndWhatComesOnKeptConnections(App app) throws IOException {
		Service service = Objects.requireNonNull(SERVICES.get(app));
		int port = service.port();
		CountDownLatch latch = new CountDownLatch(1);
		Lab.FAULTY.will(Fault.held(latch));
		try (Connection kept = new Connection(port); Connection idle = new Connection(port)) {
			assertThat(kept.get("/sleep/0")).endsWith("200");
			assertThat(idle.get("/sleep/0")).endsWith("200");
			CompletableFuture<Reply> underWay = Reply.getAsync(port, "/");
			await().until(() -> Lab.FAULTY.atOnce() == 1);
			service.terminate();
			await().until(() -> refuses(port));
			assertThat(kept.get("/sleep/0")).endsWith("200");
			assertThat(kept.isEnded()).as("told to connect elsewhere").isTrue();
			assertThat(service.ended()).isFalse();
			latch.countDown();
			assertThat(underWay.join().status()).isEqualTo(200);
			assertThat(idle.isEnded()).isTrue();
			await().until(service::ended);
		}
		finally {
			latch.countDown();
			service.stop();
		}
	}

	private static boolean refuses(int port) throws IOException {
		try (Connection connection = new Connection(port)) {
			return false;
		}
		catch (ConnectException ex) {
			return true;
		}
	}

}
