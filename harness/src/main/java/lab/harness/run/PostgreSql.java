package lab.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

import lab.harness.model.experiment.Service;
import lab.harness.model.result.RunFailedException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server that lives for one run, with no data in it. It needs no Docker: its
 * programs are dependencies of the harness.
 */
final class PostgreSql implements AutoCloseable {

	private static final String USER = "postgres";

	private final EmbeddedPostgres server;

	private PostgreSql(EmbeddedPostgres server) {
		this.server = server;
	}

	/**
	 * Starts a server if a property of the service asks for one; returns null if none
	 * does.
	 * @throws RunFailedException if it does not start
	 */
	static @Nullable PostgreSql startFor(Service service) {
		if (!service.hasDatabase()) {
			return null;
		}
		try {
			return new PostgreSql(EmbeddedPostgres.start());
		}
		catch (IOException | IllegalStateException ex) {
			// As root it starts in a user namespace of its own, which containers forbid.
			String root = "root".equals(System.getProperty("user.name"))
					? " as root; use another user, in a container by giving the folder results to one" : "";
			throw new RunFailedException("PostgreSQL did not start" + root + ": " + ex.getMessage(), ex);
		}
	}

	/** The service with the URLs of this server. */
	Service in(Service service) {
		Map<String, String> properties = new LinkedHashMap<>();
		service.properties()
			.forEach((key, value) -> properties.put(key,
					value.replace(Service.JDBC_URL, this.server.getJdbcUrl(USER, USER))
						.replace(Service.R2DBC_URL, r2dbcUrl())));
		return new Service(service.app(), properties, service.backend(), service.load(), service.faults(),
				service.mayExit(), service.jvm(), service.jdk(), service.cpus());
	}

	/** The driver takes the user from its options, and the server asks no password. */
	private String r2dbcUrl() {
		return "r2dbc:postgresql://localhost:" + this.server.getPort() + "/postgres";
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
