package lab.backend;

import java.util.function.LongSupplier;

import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@WebFluxTest(controllers = SlowController.class, properties = "backend.latency=fixed 2ms")
@Import({ Delays.class, Ledger.class })
class SlowControllerSliceTests {

	@Autowired
	private WebTestClient client;

	@Autowired
	private Ledger ledger;

	@Test
	void answerWhenAskedShouldBeJson() {
		this.client.get()
			.uri("/")
			.exchange()
			.expectStatus()
			.isOk()
			.expectHeader()
			.contentType(MediaType.APPLICATION_JSON)
			.expectBody(String.class)
			.isEqualTo("{\"millis\":2}");
	}

	@Test
	void answerWhenAskedByAnotherMethodShouldBeRefusedUncounted() {
		long before = this.ledger.read().received();
		this.client.post().uri("/").exchange().expectStatus().isEqualTo(405);
		assertThat(this.ledger.read().received()).isEqualTo(before);
	}

	@TestConfiguration(proxyBeanMethods = false)
	@EnableConfigurationProperties(BackendProperties.class)
	static class Timer {

		@Bean
		LongSupplier nanoTime() {
			return System::nanoTime;
		}

		@Bean
		Scheduler timer() {
			return Schedulers.parallel();
		}

	}

}
