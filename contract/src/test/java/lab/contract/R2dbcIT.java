package lab.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The queries that no thread waits for keep the contract, and the terms of the pool.
 */
class R2dbcIT extends ContenderContract {

	/** Longer than a query waits for a connection. */
	private static final int LONG_QUERY = 2500;

	private static final EmbeddedPostgres DATABASE = start();

	private static final Contender CONTENDER = Contender.start("r2dbc",
			"--database.max-connections=" + Lab.DATABASE_CONNECTIONS, "--database.username=postgres",
			"--database.r2dbc-url=r2dbc:postgresql://localhost:" + DATABASE.getPort() + "/postgres");

	private static final Service WITHOUT_DATABASE = Service.startJar("r2dbc",
			"--database.r2dbc-url=r2dbc:postgresql://localhost:1/postgres");

	R2dbcIT() {
		super(CONTENDER);
	}

	@AfterAll
	static void stop() throws IOException {
		DATABASE.close();
	}

	@Test
	void queryShouldTakeItsTimeOnNoThread() {
		service().port();
		long start = System.nanoTime();
		JsonNode json = service().get("/database/120").json();
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(120_000_000);
		assertThat(json.toString()).isEqualTo("{\"servedBy\":\"r2dbc\",\"thread\":\"event-loop\",\"queryMillis\":120}");
	}

	@Test
	void queryWhenAllConnectionsAreBusyShouldBe503InTimeAndLeaveOthersAlone() {
		assertThat(service().get("/database/0").status()).isEqualTo(200);
		long full = service().ledger("requests/answers/pool-full");
		List<CompletableFuture<Reply>> busy = service().getAsync("/database/" + LONG_QUERY, Lab.DATABASE_CONNECTIONS);
		await().until(() -> service().ledger("requests/inFlight") == Lab.DATABASE_CONNECTIONS);
		CompletableFuture<Reply> third = service().getAsync("/database/0");
		assertThat(service().get("/sleep/0").status()).isEqualTo(200);
		ApiIT.assertProblem(third.join(), 503, "pool-full");
		Reply.assertOk(busy);
		assertThat(service().get("/database/0").status()).isEqualTo(200);
		assertThat(service().ledger("requests/answers/pool-full")).isEqualTo(full + 1);
	}

	@Test
	void queryWhenThereIsNoDatabaseShouldBe502() {
		ApiIT.assertProblem(WITHOUT_DATABASE.get("/database/0"), 502, "connect-refused");
	}

	private static EmbeddedPostgres start() {
		try {
			return EmbeddedPostgres.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
