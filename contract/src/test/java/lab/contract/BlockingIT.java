package lab.contract;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A blocking client in WebFlux blocks the event loop if called there, and a thread
 * elsewhere.
 */
class BlockingIT {

	/** All requests on an event loop wait for its one call. */
	@Test
	void callsOnTheEventLoopShouldBeNoMoreAtOnceThanThereAreLoops() throws IOException {
		Service service = Lab.impatient(App.WEBFLUX);
		int loops = service.management("/actuator/terms").json().requiredAt("/limits/event-loops").asInt();
		int atOnce = Math.min(loops, Lab.CONNECTIONS);
		try (Crowd crowd = new Crowd(service, 3 * loops); Hold hold = new Hold()) {
			Lab.FAULTY.answerWith(hold.then(BackendAnswer.ok()));
			crowd.send("/blocking/event-loop");
			await().until(() -> Lab.FAULTY.atOnce() == atOnce);
			hold.close();
			crowd.assertOk();
			assertThat(Lab.FAULTY.mostAtOnce()).isLessThanOrEqualTo(loops);
		}
	}

	/**
	 * Of two new connections one at most belongs to the blocked loop. Without a loop that
	 * only accepts, one of the others would have to accept both.
	 */
	@Test
	void newConnectionsWhileAnyLoopIsBlockedShouldBeAccepted() throws IOException {
		Service service = Lab.impatient(App.WEBFLUX);
		int loops = service.management("/actuator/terms").json().requiredAt("/limits/event-loops").asInt();
		try (Crowd crowd = new Crowd(service, loops)) {
			for (Connection kept : crowd) {
				try (Hold hold = Lab.FAULTY.hold()) {
					kept.send("/blocking/event-loop");
					await().until(() -> Lab.FAULTY.atOnce() == 1);
					long completed = service.ledger("requests/completed");
					try (Connection first = new Connection(service.port());
							Connection second = new Connection(service.port())) {
						first.send("/sleep/0");
						second.send("/sleep/0");
						await().until(() -> service.ledger("requests/completed") > completed);
						hold.close();
						assertThat(kept.answer()).as("not a timeout").endsWith("200");
						assertThat(first.answer()).endsWith("200");
						assertThat(second.answer()).endsWith("200");
					}
				}
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/blocking/bounded-elastic", "/blocking/virtual-threads" })
	void callsElsewhereShouldLeaveTheEventLoopsFree(String path) {
		Service service = Lab.impatient(App.WEBFLUX);
		service.port();
		List<CompletableFuture<Reply>> replies;
		try (Hold hold = Lab.FAULTY.hold()) {
			replies = service.getAsync(path, Lab.CONNECTIONS);
			await().until(() -> Lab.FAULTY.atOnce() == Lab.CONNECTIONS);
			assertThat(service.get("/sleep/0").status()).isEqualTo(200);
			assertThat(service.ledger("calls/backendConnectionsLeased")).isEqualTo(Lab.CONNECTIONS);
		}
		Reply.assertOk(replies);
	}

}
