package lab.tomcat;

import java.util.concurrent.Executor;

import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the whole app. What must be alike in all three apps is in the module
 * {@code contract}.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
@AutoConfigureRestTestClient
@Import({ StubBackend.class, TomcatApplicationTests.ManagementServer.class })
class TomcatApplicationTests {

	@Value("${spring.application.name}")
	String name;

	@Value("${spring.threads.virtual.enabled}")
	boolean virtual;

	@Autowired
	ApplicationContext context;

	@LocalManagementPort
	int managementPort;

	@Autowired
	RestTestClient client;

	@Test
	void callShouldSayWhoServedAndHow() {
		this.client.get().uri("/").exchangeSuccessfully().expectBody().json("""
				{"servedBy": "%s", "thread": "%s", "backendMillis": 7}
				""".formatted(this.name, this.virtual ? "virtual" : "platform"));
	}

	@Test
	void sleepWhenOutOfRangeShouldBeAProblem() {
		this.client.get()
			.uri("/sleep/60001")
			.exchange()
			.expectStatus()
			.isEqualTo(HttpStatus.BAD_REQUEST)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.detail")
			.isEqualTo("millis must be a whole number from 0 to 60000, not '60001'");
	}

	@Test
	void ledgerShouldCountTheMainPortOnly() {
		long before = received();
		this.client.get().uri("/sleep/0").exchangeSuccessfully();
		assertThat(received()).isEqualTo(before + 1);
	}

	@Test
	void termsShouldNameTheServerAndTheClientInUse() {
		management("/actuator/terms").jsonPath("$.application")
			.isEqualTo(this.name)
			.jsonPath("$.limits['request-threads']")
			.isEqualTo(this.virtual ? null : 200)
			.jsonPath("$.httpClient")
			.value(String.class, (client) -> assertThat(client).matches("Apache HttpClient 5\\.\\d+\\.\\d+"));
	}

	/**
	 * A virtual thread for management never begins while requests that compute keep the
	 * carriers.
	 */
	@Test
	void managementShouldBeServedByPlatformThreads(@Autowired ManagementServer management) {
		assertThat(management.executor).isInstanceOf(ThreadPoolExecutor.class);
	}

	/** An aspect for the guards would put a proxy in the way of {@code /} too. */
	@ParameterizedTest
	@ValueSource(classes = { ApiController.class, GuardedBackend.class, FanOut.class })
	void nothingOnTheWayShouldBeAProxy(Class<?> type) {
		assertThat(this.context.getBean(type)).isExactlyInstanceOf(type);
	}

	private long received() {
		long[] received = new long[1];
		management("/actuator/ledger").jsonPath("$.requests.received")
			.value(Long.class, (count) -> received[0] = count);
		return received[0];
	}

	private RestTestClient.BodyContentSpec management(String path) {
		return this.client.get()
			.uri("http://localhost:" + this.managementPort + path)
			.exchangeSuccessfully()
			.expectBody();
	}

	/** Remembers what the management port's own server runs requests on. */
	static class ManagementServer implements ApplicationListener<WebServerInitializedEvent> {

		private @Nullable Executor executor;

		@Override
		public void onApplicationEvent(WebServerInitializedEvent event) {
			if ("management".equals(event.getApplicationContext().getServerNamespace())
					&& event.getWebServer() instanceof TomcatWebServer server) {
				this.executor = server.getTomcat().getConnector().getProtocolHandler().getExecutor();
			}
		}

	}

}
