package lab.webflux;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.thread.Threading;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.reactive.server.WebTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the whole app. What must be alike in all three apps is in the module
 * {@code contract}.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
@AutoConfigureWebTestClient
class WebFluxApplicationTests {

	static final DisposableServer backend = HttpServer.create()
		.host("127.0.0.1")
		.port(0)
		.route((routes) -> routes.get("/",
				(request, response) -> response.header("Content-Type", "application/json")
					.sendString(Mono.just("{\"millis\":7}"))))
		.bindNow();

	@Autowired
	ApplicationContext context;

	@Autowired
	WebTestClient client;

	@Autowired
	Environment environment;

	@DynamicPropertySource
	static void backendAddress(DynamicPropertyRegistry registry) {
		registry.add("spring.http.serviceclient.slow-backend.base-url", () -> "http://127.0.0.1:" + backend.port());
	}

	@AfterAll
	static void stopBackend() {
		backend.disposeNow();
	}

	@Test
	void callShouldSayWhoServedAndHow() {
		this.client.get().uri("/").exchange().expectStatus().isOk().expectBody().json("""
				{"servedBy": "webflux", "thread": "event-loop", "backendMillis": 7}
				""");
	}

	/**
	 * On WebFlux they would move blocking handlers off the event loop, and the lab is to
	 * show what those do to it.
	 */
	@Test
	void virtualThreadsShouldBeOff() {
		assertThat(Threading.VIRTUAL.isActive(this.environment)).isFalse();
	}

	/** An aspect for the guards would put a proxy in the way of {@code /} too. */
	@ParameterizedTest
	@ValueSource(classes = { CallController.class, GuardedController.class, FanOutController.class })
	void nothingOnTheWayShouldBeAProxy(Class<?> type) {
		assertThat(this.context.getBean(type)).isExactlyInstanceOf(type);
	}

}
