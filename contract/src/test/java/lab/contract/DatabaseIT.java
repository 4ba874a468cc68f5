package lab.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The pool of connections to the database limits every app alike.
 */
class DatabaseIT {

	/** Longer than an impatient app waits for a connection. */
	private static final int LONG_QUERY = 2500;

	@ParameterizedTest
	@EnumSource
	@Execution(ExecutionMode.CONCURRENT)
	void queryWhenAllConnectionsAreBusyShouldBe503InTimeAndLeaveOthersAlone(App app) {
		Service service = Lab.impatient(app);
		service.port();
		// The first query opens the pool, which may take longer than an impatient app
		// waits.
		await().until(() -> service.get("/database/0").status() == 200);
		await().until(() -> connections(service, "idle") == Lab.DATABASE_CONNECTIONS);
		long full = service.ledger("requests/answers/pool-full");
		List<CompletableFuture<Reply>> busy = service.getAsync("/database/" + LONG_QUERY, Lab.DATABASE_CONNECTIONS);
		await().until(() -> connections(service, "active") == Lab.DATABASE_CONNECTIONS);
		CompletableFuture<Reply> third = service.getAsync("/database/0");
		assertThat(service.get("/sleep/0").status()).isEqualTo(200);
		ApiIT.assertProblem(third.join(), 503, "pool-full");
		Reply.assertOk(busy);
		await().until(() -> connections(service, "active") == 0);
		assertThat(service.get("/database/0").status()).isEqualTo(200);
		assertThat(service.ledger("requests/answers/pool-full")).isEqualTo(full + 1);
		assertHoldsTheFirstConnectionWhileItWaitsForTheSecond(service);
	}

	/** A request that needs two connections keeps one of them while it waits. */
	private static void assertHoldsTheFirstConnectionWhileItWaitsForTheSecond(Service service) {
		assertThat(service.get("/database/nested/0").status()).isEqualTo(200);
		CompletableFuture<Reply> busy = service.getAsync("/database/" + LONG_QUERY);
		await().until(() -> connections(service, "active") == 1);
		CompletableFuture<Reply> waiting = service.getAsync("/database/nested/0");
		await().until(() -> connections(service, "active") == Lab.DATABASE_CONNECTIONS);
		ApiIT.assertProblem(waiting.join(), 503, "pool-full");
		Reply.assertOk(List.of(busy));
		await().until(() -> connections(service, "active") == 0);
	}

	private static int connections(Service service, String state) {
		return service.management("/actuator/metrics/hikaricp.connections." + state)
			.json()
			.requiredAt("/measurements/0/value")
			.asInt();
	}

}
