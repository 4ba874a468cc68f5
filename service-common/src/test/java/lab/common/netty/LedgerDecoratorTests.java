package lab.common.netty;

import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Map;

import lab.common.Drain;
import lab.common.ledger.Ledger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LedgerDecorator}.
 */
class LedgerDecoratorTests {

	private final Ledger ledger = new Ledger();

	@Test
	void handleWhenItEndsShouldCountAnAnswer() {
		handle((request, response) -> Mono.empty());
		assertThat(answers()).containsEntry("ok", 1L);
	}

	@Test
	void handleWhenItFailsWithoutAStatusShouldCountAnError() {
		handle((request, response) -> Mono.error(new IllegalStateException("after the head was sent")));
		assertThat(answers()).containsEntry("other-error", 1L).containsEntry("ok", 0L);
	}

	/** A client that leaves while an event is being written. */
	@Test
	void handleWhenWritingFailsShouldCountAnAbandonedRequest() {
		handle((request, response) -> Mono.error(new ClosedChannelException()));
		assertThat(this.ledger.requests().abandoned()).isOne();
		assertThat(this.ledger.requests().completed()).isZero();
	}

	/** Netty cancels the stream, and Spring completes the answer. */
	@Test
	void handleWhenAStreamIsCancelledShouldCountAnAbandonedRequest() {
		handle((request, response) -> {
			response.writeAndFlushWith(Flux.never()).subscribe().dispose();
			return Mono.empty();
		});
		assertThat(this.ledger.requests().abandoned()).isOne();
		assertThat(this.ledger.requests().completed()).isZero();
	}

	private void handle(HttpHandler handler) {
		LedgerDecorator decorator = new LedgerDecorator(this.ledger,
				new Drain(mock(), this.ledger, Duration.ofSeconds(1)));
		decorator.count(handler)
			.handle(MockServerHttpRequest.get("/").build(), new MockServerHttpResponse())
			.onErrorComplete()
			.block();
	}

	private Map<String, Long> answers() {
		return this.ledger.requests().answers();
	}

}
