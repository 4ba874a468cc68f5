package lab.contract;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the query in the PostgreSQL of the compose file, which counts its connections.
 */
@NeedsImages
class PostgresIT {

	private static final String POSTGRES = "postgres";

	/** The limit of connections, below the number of requests. */
	private static final int CONNECTIONS = 3;

	private static final Composition LAB = Composition.LAB;

	@BeforeAll
	static void start() {
		LAB.succeed(Map.of(), "--profile", "database", "up", "-d", "--wait", POSTGRES);
	}

	@AfterAll
	static void stop() {
		LAB.succeed(Map.of(), "--profile", "database", "rm", "--stop", "--force", POSTGRES);
	}

	@ParameterizedTest
	@EnumSource
	void queriesShouldUseAllConnectionsOfThePoolAndNoMore(App app) {
		Service service = Service.start(app.toString(), "--database.max-connections=" + CONNECTIONS,
				"--database.url=jdbc:postgresql://127.0.0.1:5432/lab?ApplicationName=" + app);
		try {
			service.port();
			List<CompletableFuture<Reply>> replies = service.getAsync("/database/1000", 4 * CONNECTIONS);
			await().until(() -> count(app, "state = 'active' and query like '%pg_sleep%'") == CONNECTIONS);
			Reply.assertOk(replies);
			assertThat(count(app, "true")).isEqualTo(CONNECTIONS);
		}
		finally {
			service.stop();
		}
	}

	/** Returns the connections of an app, as the database sees them. */
	private static int count(App app, String where) {
		Composition.Ended ended = LAB.succeed(Map.of(), "exec", "-T", "-e", "PGPASSWORD=lab", POSTGRES, "psql", "-h",
				"127.0.0.1", "-U", "lab", "-Atc",
				"select count(*) from pg_stat_activity where application_name = '" + app + "' and " + where);
		return Integer.parseInt(ended.output().getFirst());
	}

}
