package lab.contract;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code GET /guarded} stops calling a failing backend, and tries again later.
 */
class BreakerIT {

	@ParameterizedTest
	@EnumSource
	void breakerAfterTooManyFailuresShouldRefuseWithoutACallAndRecover(App app) {
		Service service = Guards.settled(app);
		long open = service.ledger("requests/answers/breaker-open");
		Lab.FAULTY.answerWith(BackendAnswer.closeEarly());
		await().until(() -> service.get(Guards.PATH).status() == 503);
		assertThat(Lab.FAULTY.requests()).isLessThanOrEqualTo(Lab.WINDOW);
		// The call that opens the breaker is answered with 503 too; the next one is not
		// made.
		AtomicInteger calls = new AtomicInteger();
		Reply refused = await().until(() -> {
			calls.set(Lab.FAULTY.requests());
			return service.get(Guards.PATH);
		}, (reply) -> reply.status() == 503 && Lab.FAULTY.requests() == calls.get());
		ApiIT.assertProblem(refused, 503, "breaker-open");
		// Without another guarded call the breaker stays open, however slow the machine
		// is.
		assertThat(service.breaker()).isEqualTo("open");
		assertThat(state(service, "open")).isOne();
		ApiIT.assertProblem(service.get("/"), 502, "closed-early");
		assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
		assertThat(service.ledger("requests/answers/breaker-open") - open).isPositive();
		Lab.FAULTY.answerWith(BackendAnswer.ok());
		await().until(() -> service.get(Guards.PATH).status() == 200 && service.breaker().equals("closed"));
		assertThat(state(service, "closed")).isOne();
	}

	@ParameterizedTest
	@EnumSource
	void breakerWhenHalfOpenShouldTryAndShutAgain(App app) {
		Service service = Guards.settled(app);
		Lab.FAULTY.answerWith(BackendAnswer.closeEarly());
		await().until(() -> service.get(Guards.PATH).status() == 503);
		Lab.FAULTY.answerWith(BackendAnswer.closeEarly());
		await().until(() -> service.get(Guards.PATH).status() == 502);
		await().until(() -> service.get(Guards.PATH).status() == 503);
	}

	private static double state(Service service, String state) {
		return service.management("/actuator/metrics/resilience4j.circuitbreaker.state?tag=state:" + state)
			.json()
			.requiredAt("/measurements/0/value")
			.asDouble();
	}

}
