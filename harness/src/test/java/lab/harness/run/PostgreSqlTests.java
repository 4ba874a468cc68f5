package lab.harness.run;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Service;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PostgreSql}.
 */
class PostgreSqlTests {

	@Test
	void startForWhenNoPropertyAsksShouldStartNone() {
		assertThat(PostgreSql.startFor(service(Map.of("database.max-connections", "5")))).isNull();
	}

	@Test
	void startForWhenAPropertyAsksShouldServeItsUrlUntilClosed() throws SQLException {
		Service service = service(Map.of("database.url", "${postgresql}", "database.max-connections", "5"));
		String url;
		try (PostgreSql database = Objects.requireNonNull(PostgreSql.startFor(service))) {
			Map<String, String> properties = database.in(service).properties();
			assertThat(properties).containsEntry("database.max-connections", "5");
			url = properties.getOrDefault("database.url", "");
			try (Connection connection = DriverManager.getConnection(url);
					ResultSet row = connection.createStatement().executeQuery("select 6 * 7 from pg_sleep(0)")) {
				assertThat(row.next()).isTrue();
				assertThat(row.getInt(1)).isEqualTo(42);
			}
		}
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> DriverManager.getConnection(url).close());
	}

	@Test
	void startForWhenAPropertyAsksForR2dbcShouldGiveTheAddressOfTheSameServer() {
		Service service = service(Map.of("database.r2dbc-url", "${postgresql-r2dbc}", "database.url", "${postgresql}"));
		try (PostgreSql database = Objects.requireNonNull(PostgreSql.startFor(service))) {
			Map<String, String> properties = database.in(service).properties();
			String address = properties.getOrDefault("database.r2dbc-url", "").replaceFirst("^r2dbc:", "jdbc:");
			assertThat(address).matches("jdbc:postgresql://localhost:\\d+/postgres");
			assertThat(properties.get("database.url")).startsWith(address);
		}
	}

	@Test
	void startForWhenOnlyR2dbcIsAskedForShouldStartOne() {
		Service service = service(Map.of("database.r2dbc-url", "${postgresql-r2dbc}"));
		try (PostgreSql database = PostgreSql.startFor(service)) {
			assertThat(database).isNotNull();
		}
	}

	private static Service service(Map<String, String> properties) {
		Duration second = Duration.ofSeconds(1);
		return new Service(App.TOMCAT_VIRTUAL, properties, new Service.Backend(DelayDistribution.parse("fixed 1ms")),
				new Load(Request.get("/database/50"), 5, null, second, Load.WarmUp.of(second), Duration.ofSeconds(10),
						second),
				List.of(), false, List.of(), null);
	}

}
