package lab.contract;

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
		assertThat(service.breaker()).isEqualTo("open");
		int calls = Lab.FAULTY.requests();
		assertThat(calls).isLessThanOrEqualTo(Lab.WINDOW);
		ApiIT.assertProblem(service.get(Guards.PATH), 503, "breaker-open");
		assertThat(Lab.FAULTY.requests()).isEqualTo(calls);
		assertThat(state(service, "open")).isOne();
		ApiIT.assertProblem(service.get("/"), 502, "closed-early");
		assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
		assertThat(service.ledger("requests/answers/breaker-open") - open).isGreaterThanOrEqualTo(2);
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
