package lab.common;

import java.net.HttpURLConnection;
import java.time.Duration;

import lab.common.client.BackendProperties;
import lab.common.database.DatabaseProperties;
import lab.wire.Terms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TermsReport}.
 */
class TermsReportTests {

	private static final BackendProperties BACKEND = new BackendProperties(7, Duration.ofSeconds(1),
			DataSize.ofMegabytes(2));

	private static final DatabaseProperties DATABASE = new DatabaseProperties("jdbc:none", "", "", 3);

	@Test
	void readShouldAskTheServer() {
		Terms terms = new TermsReport("app", BACKEND, DATABASE, new FixedServer(200, true)).read();
		assertThat(terms.application()).isEqualTo("app");
		assertThat(terms.server().requestThreads()).isEqualTo(200);
		assertThat(terms.backendConnections()).isEqualTo(7);
		assertThat(terms.databaseConnections()).isEqualTo(3);
		assertThat(terms.jvm().carriers()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(terms.server().eventLoops()).isNull();
		assertThat(terms.jvm().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(terms.jvm().jdk()).startsWith(String.valueOf(Runtime.version().feature()));
		assertThat(terms.server().keepAlive()).isEqualTo("no cap on requests, idle for at most 60 s");
	}

	@Test
	void readShouldNameTheClientAsItsJarDoes() {
		Terms terms = new TermsReport("app", BACKEND, DATABASE, new FixedServer(200, true)).read();
		assertThat(terms.httpClient())
			.isEqualTo("Spring Boot " + SpringApplication.class.getPackage().getImplementationVersion());
	}

	@Test
	void nameAndVersionWhenTheJarIsSilentShouldBeTheClass() {
		assertThat(TermsReport.nameAndVersion(TermsReportTests.class)).isEqualTo("lab.common.TermsReportTests");
	}

	@Test
	void nameAndVersionWhenOfTheJdkShouldSaySo() {
		assertThat(TermsReport.nameAndVersion(HttpURLConnection.class))
			.isEqualTo("HttpURLConnection of JDK " + System.getProperty("java.version"));
	}

	@Test
	void readWhenTheClientHasNoLimitShouldSaySo() {
		Terms terms = new TermsReport("app", BACKEND, DATABASE, new FixedServer(200, false)).read();
		assertThat(terms.backendConnections()).isNull();
		assertThat(TermsReport.line(terms)).contains(", connections: no limit; ");
	}

	@Test
	void lineShouldTellAllForPeople() {
		Terms terms = new Terms("app", new Terms.JvmTerms("25.0.3", 2, 2, "G1", 512L << 20),
				new Terms.ServerTerms(null, 4, "none"), "client 1.0", 7, 3);
		assertThat(TermsReport.line(terms))
			.isEqualTo("JDK 25.0.3, 2 cores, G1, heap 512 MiB; request threads: no limit; "
					+ "carriers: 2; event loops: 4; HTTP client: client 1.0, connections: 7; keep-alive: none");
	}

	@ParameterizedTest
	@CsvSource({ "G1 Young Generation, G1", "ZGC Minor Cycles, ZGC", "Shenandoah Cycles, Shenandoah",
			"PS Scavenge, Parallel", "Copy, Serial", "Epsilon Heap, Epsilon Heap" })
	void collectorShouldBeItsUsualName(String bean, String name) {
		assertThat(TermsReport.collector(bean)).isEqualTo(name);
	}

	@Test
	void keepAliveWhenCappedShouldSayTheCap() {
		assertThat(new Server.KeepAlive(100, Duration.ofSeconds(20)))
			.hasToString("at most 100 requests, idle for at most 20 s");
	}

}
