package lab.backend;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.client.HttpClient;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The timer runs on the event loop of the connection, so an answer changes no thread.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
@Import(TimerTests.Threads.class)
class TimerTests {

	@LocalServerPort
	private int port;

	@Test
	void timerWhenScheduledOnAnEventLoopShouldFireOnTheSame() {
		HttpClient client = HttpClient.newConnection().baseUrl("http://127.0.0.1:" + this.port);
		for (int connection = 0; connection < 8; connection++) {
			String[] threads = client.get()
				.uri("/threads")
				.responseContent()
				.aggregate()
				.asString()
				.blockOptional()
				.orElseThrow()
				.split(",");
			assertThat(threads[0]).startsWith("webflux-http-").isEqualTo(threads[1]);
		}
	}

	@RestController
	static class Threads {

		private final Scheduler timer;

		Threads(Scheduler timer) {
			this.timer = timer;
		}

		@GetMapping("/threads")
		Mono<String> threads() {
			String arrived = Thread.currentThread().getName();
			Sinks.One<String> answer = Sinks.one();
			this.timer.schedule(() -> answer.tryEmitValue(arrived + "," + Thread.currentThread().getName()), 5,
					TimeUnit.MILLISECONDS);
			return answer.asMono();
		}

	}

}
