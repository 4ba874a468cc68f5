package lab.common;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import lab.common.client.BackendClient;
import lab.common.client.BackendProperties;
import lab.common.database.DatabaseProperties;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.SpringApplication;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TermsEndpoint}.
 */
class TermsEndpointTests {

	private static final BackendProperties BACKEND = new BackendProperties(7, Duration.ofSeconds(1),
			DataSize.ofMegabytes(2));

	private static final DatabaseProperties DATABASE = new DatabaseProperties("jdbc:none", "", "", 3);

	@Test
	void readShouldAskTheServer() throws IOException {
		Terms terms = terms(true);
		assertThat(terms.application()).isEqualTo("app");
		assertThat(terms.limits()).isEqualTo(Map.of(Limit.SERVER_CONNECTIONS, 8192, Limit.REQUEST_THREADS, 200,
				Limit.BACKEND_CONNECTIONS, 7, Limit.DATABASE_CONNECTIONS, 3, Limit.BULKHEAD, 25, Limit.BOUNDED_ELASTIC,
				10 * Runtime.getRuntime().availableProcessors()));
		assertThat(terms.endpoints()).extracting(Endpoint::path).containsExactly("/", "/blocking");
		assertThat(terms.jvm().carriers()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(terms.jvm().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(terms.jvm().jdk()).startsWith(String.valueOf(Runtime.version().feature()));
		assertThat(terms.keepAlive()).isEqualTo("no cap on requests, idle for at most 60 s");
	}

	@Test
	void readShouldNameTheClientAsItsJarDoes() throws IOException {
		Terms terms = terms(true);
		assertThat(terms.httpClient())
			.isEqualTo("Spring Boot " + SpringApplication.class.getPackage().getImplementationVersion());
	}

	@Test
	void nameAndVersionWhenTheJarIsSilentShouldBeTheClass() {
		assertThat(TermsEndpoint.nameAndVersion(TermsEndpointTests.class)).isEqualTo("lab.common.TermsEndpointTests");
	}

	@Test
	void nameAndVersionWhenOfTheJdkShouldSaySo() {
		assertThat(TermsEndpoint.nameAndVersion(HttpURLConnection.class))
			.isEqualTo("HttpURLConnection of JDK " + System.getProperty("java.version"));
	}

	@Test
	void readWhenTheClientHasNoLimitShouldSaySo() throws IOException {
		Terms terms = terms(false);
		assertThat(terms.limits()).containsEntry(Limit.BACKEND_CONNECTIONS, null);
		assertThat(TermsEndpoint.line(terms)).contains(", connections: no limit; ");
	}

	@Test
	void lineShouldTellAllForPeople() {
		Terms terms = new Terms("app", new Terms.JvmTerms("25.0.3", 2, 2, "G1", 512L << 20), "none", "client 1.0",
				Map.of(Limit.EVENT_LOOPS, 4, Limit.BACKEND_CONNECTIONS, 7), List.of());
		assertThat(TermsEndpoint.line(terms))
			.isEqualTo("JDK 25.0.3, 2 cores, G1, heap 512 MiB; request threads: no limit; "
					+ "carriers: 2; event loops: 4; HTTP client: client 1.0, connections: 7; keep-alive: none");
	}

	private static Terms terms(boolean limitedClient) throws IOException {
		Server server = new FixedServer(200);
		Map<String, BackendClient> clients = Map.of(BackendClient.IMPERATIVE,
				new BackendClient(SpringApplication.class, limitedClient, () -> 0));
		Guards guards = new Guards(Bulkhead.ofDefaults("backend"), Retry.ofDefaults("backend"),
				CircuitBreaker.ofDefaults("backend"));
		MockEnvironment environment = new MockEnvironment().withProperty("spring.application.name", "app");
		return new TermsEndpoint(environment, new JsonMapper(), BACKEND, DATABASE, guards, server, clients).read();
	}

	@ParameterizedTest
	@CsvSource({ "G1 Young Generation, G1", "ZGC Minor Cycles, ZGC", "Shenandoah Cycles, Shenandoah",
			"PS Scavenge, Parallel", "Copy, Serial", "Epsilon Heap, Epsilon Heap" })
	void collectorShouldBeItsUsualName(String bean, String name) {
		assertThat(TermsEndpoint.collector(bean)).isEqualTo(name);
	}

	@Test
	void keepAliveWhenCappedShouldSayTheCap() {
		assertThat(Server.keepAlive(100, Duration.ofSeconds(20)))
			.isEqualTo("at most 100 requests, idle for at most 20 s");
	}

}
