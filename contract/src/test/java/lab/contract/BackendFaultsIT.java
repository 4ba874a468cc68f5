package lab.contract;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Every app reports the injected faults of the real backend alike, and both ledgers count
 * them.
 */
class BackendFaultsIT {

	@AfterEach
	void restartBackend() {
		Lab.restartBackend();
	}

	@ParameterizedTest
	@EnumSource
	void errorShouldBeAServerError(App app) {
		assertCause(app, "error", 502, "server-error");
	}

	@ParameterizedTest
	@EnumSource
	void resetShouldBeOneAndNotAnEarlyEnd(App app) {
		assertCause(app, "reset", 502, "reset");
	}

	private static void assertCause(App app, String fault, int status, String cause) {
		Service service = Lab.app(app);
		service.get("/");
		Lab.fault(fault);
		long failures = service.ledger("calls/backendFailures/" + cause);
		long answers = service.ledger("requests/answers/" + cause);
		long failed = failed();
		ApiIT.assertProblem(service.get("/"), status, cause);
		await().until(() -> service.ledger("requests/answers/" + cause) == answers + 1);
		assertThat(service.ledger("calls/backendFailures/" + cause)).isEqualTo(failures + 1);
		assertThat(failed()).isEqualTo(failed + 1);
	}

	/** A connection that was open before is reset; new ones are refused. */
	@ParameterizedTest
	@EnumSource
	void outageShouldBeRefusedConnectionsAndComeBack(App app) {
		Service service = Lab.app(app);
		service.get("/");
		Lab.fault("outage");
		Lab.awaitRefusal(app, "/");
		long failures = service.ledger("calls/connectFailures");
		ApiIT.assertProblem(service.get("/"), 502, "connect-refused");
		assertThat(service.ledger("calls/connectFailures")).isEqualTo(failures + 1);
		Lab.fault("none");
		assertThat(service.get("/").status()).isEqualTo(200);
	}

	@ParameterizedTest
	@EnumSource
	void hangWhenItEndsShouldLetTheCallsEnd(App app) {
		Service service = Lab.app(app);
		Lab.fault("hang");
		CompletableFuture<Reply> reply = service.getAsync("/guarded");
		await().until(() -> service.ledger("guard/bulkheadFree") == 149);
		await().until(() -> service.ledger("calls/backendConnectionsLeased") == 1);
		Lab.fault("none");
		assertThat(reply.join().status()).isEqualTo(200);
		await().until(() -> service.ledger("guard/bulkheadFree") == 150);
	}

	private static long failed() {
		return Lab.BACKEND.management("/actuator/counters").json().requiredAt("/requests/failed").asLong();
	}

}
