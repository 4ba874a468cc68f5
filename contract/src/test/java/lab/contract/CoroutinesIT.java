package lab.contract;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The handlers that are suspending functions keep the contract.
 */
class CoroutinesIT extends ContenderContract {

	private static final Contender CONTENDER = Contender.start("coroutines");

	CoroutinesIT() {
		super(CONTENDER);
	}

	@ParameterizedTest
	@ValueSource(strings = { "sequential", "async" })
	void fanOutShouldCallTheBackendInEachStyle(String style) {
		service().port();
		CONTENDER.backend().answerWith(BackendAnswer.ok());
		JsonNode json = service().get("/fan-out?calls=4&style=" + style).json();
		assertThat(json.required("style").asString()).isEqualTo(style);
		assertThat(json.required("backendMillis").toString()).isEqualTo("[1,1,1,1]");
		CONTENDER.backend().answerWith(BackendAnswer.reset());
		ApiIT.assertProblem(service().get("/fan-out?style=" + style), 502, "reset");
	}

	@Test
	void fanOutShouldListItsStylesAndItsRange() {
		assertThat(service().get("/fan-out?style=reactive").detail())
			.isEqualTo("style must be one of sequential, async, not 'reactive'");
		assertThat(service().get("/fan-out?calls=21").detail())
			.isEqualTo("calls must be a whole number from 1 to 20, not '21'");
	}

	/** The other calls are cancelled, so they do not run into their timeout. */
	@Test
	void fanOutWhenACallFailsShouldCancelTheOthers() {
		long timeouts = service().ledger("calls/backendFailures/read-timeout");
		try (Hold hold = new Hold()) {
			CONTENDER.backend().answerWith(BackendAnswer.once(BackendAnswer.reset(), hold.then(BackendAnswer.ok())));
			ApiIT.assertProblem(service().get("/fan-out?style=async"), 502, "reset");
			await().until(() -> service().ledger("calls/backendConnectionsLeased") == 0);
			assertThat(service().ledger("calls/backendFailures/read-timeout")).isEqualTo(timeouts);
		}
	}

	// 0 + 1 + ... + 999 is 500 pairs of 999
	@Test
	void computeShouldSum() {
		assertThat(service().get("/compute/1000").json().required("sum").asLong()).isEqualTo(499_500);
		assertThat(service().get("/compute/100000001").detail())
			.isEqualTo("n must be a whole number from 0 to 100000000, not '100000001'");
	}

	@Test
	void managementWhileEveryProcessorComputesShouldAnswer() {
		ManagementIT.assertAnswersWhileEveryProcessorComputes(service());
	}

}
