package lab.backend;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.server.HttpServerResponse;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;

/**
 * The response to one request, sent whole or as a fault requires. Its JSON is written by
 * hand, because a converter would cost more than the rest of the response.
 */
final class Answer {

	/** A reset discards bytes that have not arrived; after this time they have. */
	private static final Duration BEFORE_RESET = Duration.ofMillis(10);

	private final ServerHttpResponse response;

	private final byte[] json;

	/**
	 * Creates an answer.
	 * @param nanos the drawn delay, which the answer contains in rounded milliseconds
	 */
	Answer(ServerHttpResponse response, long nanos) {
		this.response = response;
		this.json = bytes("{\"millis\":" + Math.round(nanos / 1e6) + "}");
	}

	Mono<Void> whole() {
		return write(this.json);
	}

	Mono<Void> error() {
		return Mono.defer(() -> {
			this.response.setStatusCode(HttpStatus.INTERNAL_SERVER_ERROR);
			return write(bytes("{\"fault\":\"error\"}"));
		});
	}

	private Mono<Void> write(byte[] bytes) {
		return this.response.writeWith(Mono.fromSupplier(() -> {
			head(bytes.length);
			return buffer(bytes);
		}));
	}

	/**
	 * Sends the head and half of the body, then resets the connection. The result never
	 * completes: closing the connection cancels it.
	 */
	Mono<Void> halfThenReset(Scheduler timer) {
		Mono<Publisher<DataBuffer>> half = Mono.fromSupplier(() -> {
			head(this.json.length);
			return Mono.just(buffer(Arrays.copyOf(this.json, this.json.length / 2)));
		});
		Mono<Publisher<DataBuffer>> reset = Mono.delay(BEFORE_RESET, timer)
			.doOnNext((tick) -> reset())
			.then(Mono.never());
		return this.response.writeAndFlushWith(half.concatWith(reset));
	}

	private void head(int length) {
		this.response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
		this.response.getHeaders().setContentLength(length);
	}

	private void reset() {
		HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(this.response);
		netty.withConnection((connection) -> Listener.reset(connection.channel()));
	}

	private DataBuffer buffer(byte... bytes) {
		return this.response.bufferFactory().wrap(bytes);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
