package lab.contract;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One call of a fan-out fails at once, and the others hang. Here the models differ: an
 * event loop cancels the calls, whereas a thread waits for them.
 */
class FanOutFailureIT {

	@ParameterizedTest
	@MethodSource("styles")
	void fanOutOfThreadsShouldWaitForTheOthers(App app, String style) {
		Service service = Lab.impatient(app);
		service.port();
		CompletableFuture<Reply> reply;
		try (Hold hold = new Hold()) {
			Lab.FAULTY.answerWith(BackendAnswer.once(BackendAnswer.closeEarly(), hold.then(BackendAnswer.ok())));
			reply = service.getAsync("/fan-out?calls=3&style=" + style);
			await().until(() -> Lab.FAULTY.requests() == 3 && service.ledger("calls/backendConnectionsLeased") == 2);
			assertThat(service.ledger("requests/inFlight")).isOne();
			assertThat(reply).isNotDone();
		}
		ApiIT.assertProblem(reply.join(), 502, "closed-early");
		assertThat(service.ledger("calls/backendConnectionsLeased")).isZero();
	}

	@Test
	void fanOutOfAnEventLoopShouldCancelTheOthers() {
		Service service = Lab.impatient(App.WEBFLUX);
		service.port();
		try (Hold hold = new Hold()) {
			Lab.FAULTY.answerWith(BackendAnswer.once(BackendAnswer.closeEarly(), hold.then(BackendAnswer.ok())));
			ApiIT.assertProblem(service.get("/fan-out?calls=3&style=reactive"), 502, "closed-early");
			await().until(() -> service.ledger("calls/backendConnectionsLeased") == 0);
		}
	}

	static Stream<Arguments> styles() {
		return Stream.of(App.TOMCAT_PLATFORM, App.TOMCAT_VIRTUAL)
			.flatMap((app) -> app.styles.stream()
				.filter((style) -> !style.equals("sequential"))
				.map((style) -> Arguments.of(app, style)));
	}

}
