package lab.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/**
 * After SIGTERM every app refuses new connections, and answers all requests on the open
 * ones.
 */
class ShutdownIT {

	private static final int CLIENTS = 20;

	/** Services that end with their test. */
	private static final Map<App, Service> SERVICES = services();

	private static final Map<App, Service> LOADED = services("--terms.drain-limit=3s");

	@ParameterizedTest
	@EnumSource
	void endShouldAnswerWhatIsUnderWayAndWhatComesOnKeptConnections(App app) throws IOException {
		Service service = Objects.requireNonNull(SERVICES.get(app));
		int port = service.port();
		try (Hold hold = Lab.FAULTY.hold();
				Connection kept = new Connection(port);
				Connection idle = new Connection(port)) {
			assertThat(kept.get("/sleep/0")).endsWith("200");
			assertThat(idle.get("/sleep/0")).endsWith("200");
			CompletableFuture<Reply> underWay = Reply.getAsync(port, "/");
			await().until(() -> Lab.FAULTY.atOnce() == 1);
			service.terminate();
			await().until(() -> Connection.refuses(port));
			kept.assertOkUntilClosed();
			assertThat(service.ended()).isFalse();
			hold.close();
			assertThat(underWay.join().status()).isEqualTo(200);
			assertThat(idle.isEnded()).isTrue();
			await().until(service::ended);
		}
		finally {
			service.stop();
		}
	}

	/**
	 * Clients repeat their requests on kept connections until the app closes them; no
	 * request is lost. Every app drops requests that take longer than
	 * {@code terms.drain-limit}.
	 */
	@ParameterizedTest
	@EnumSource
	@Execution(ExecutionMode.CONCURRENT)
	void endUnderLoadShouldAnswerAllButWhatOutlastsTheDrain(App app) throws IOException {
		Service service = Objects.requireNonNull(LOADED.get(app));
		int port = service.port();
		AtomicInteger answered = new AtomicInteger();
		try (Connection connection = new Connection(port)) {
			connection.send("/sleep/20000");
			List<CompletableFuture<Void>> clients = IntStream.range(0, CLIENTS)
				.mapToObj((client) -> CompletableFuture.runAsync(() -> askUntilRefused(port, answered),
						(task) -> Thread.startVirtualThread(task)))
				.toList();
			await().until(() -> answered.get() > 5 * CLIENTS);
			service.terminate();
			assertThat(clients).allSatisfy(CompletableFuture::join);
			assertThatIOException().isThrownBy(connection::answer);
			await().until(service::ended);
		}
		finally {
			service.stop();
		}
	}

	private static void askUntilRefused(int port, AtomicInteger answered) {
		try {
			while (true) {
				try (Connection connection = new Connection(port)) {
					do {
						assertThat(connection.get("/sleep/20")).endsWith("200");
						answered.incrementAndGet();
					}
					while (!connection.saidClose());
				}
			}
		}
		catch (ConnectException ex) {
			// The app is ending.
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Map<App, Service> services(String... properties) {
		return Arrays.stream(App.values()).collect(Collectors.toMap((app) -> app, (app) -> {
			List<String> all = new ArrayList<>(List.of(properties));
			all.add(Lab.backend(Lab.FAULTY.port()));
			return Service.start(app.toString(), all.toArray(String[]::new));
		}));
	}

}
