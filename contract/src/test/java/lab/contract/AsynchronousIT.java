package lab.contract;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * If a handler of Spring MVC returns a future, the app answers when the future completes,
 * and the ledger counts the end at that moment.
 */
class AsynchronousIT {

	private static final String PATH = "/asynchronous";

	@ParameterizedTest
	@EnumSource(names = "TOMCAT.*", mode = Mode.MATCH_ALL)
	void requestWhileItsFutureIsOpenShouldBeInFlight(App app) {
		Service service = Lab.impatient(app);
		long received = service.ledger("requests/received");
		long completed = service.ledger("requests/answers/ok");
		CompletableFuture<Reply> reply;
		try (Hold hold = Lab.FAULTY.hold()) {
			reply = service.getAsync(PATH);
			await().until(() -> Lab.FAULTY.atOnce() == 1);
			assertThat(service.ledger("requests/inFlight")).isOne();
			assertThat(service.ledger("calls/backendConnectionsLeased")).isOne();
		}
		assertThat(reply.join().status()).isEqualTo(200);
		await().until(() -> service.ledger("requests/inFlight") == 0);
		assertThat(service.ledger("requests/received")).isEqualTo(received + 1);
		assertThat(service.ledger("requests/answers/ok")).isEqualTo(completed + 1);
		await().until(() -> service.ledger("calls/backendConnectionsLeased") == 0);
	}

	@ParameterizedTest
	@EnumSource(names = "TOMCAT.*", mode = Mode.MATCH_ALL)
	void requestWhenTheClientLeavesShouldBeAbandoned(App app) throws IOException {
		Service service = Lab.impatient(app);
		long abandoned = service.ledger("requests/abandoned");
		try (Hold hold = Lab.FAULTY.hold(); Connection connection = new Connection(service.port())) {
			connection.send(PATH);
			await().until(() -> Lab.FAULTY.atOnce() == 1);
			connection.reset();
		}
		await().until(() -> service.ledger("requests/abandoned") == abandoned + 1
				&& service.ledger("requests/inFlight") == 0);
	}

}
