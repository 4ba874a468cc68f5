package lab.backend;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.server.HttpServerResponse;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;

/**
 * The answer of one number on its way to the client, whole or as a fault wants it. Its
 * JSON is written as it is, because a converter would cost more than the answer.
 */
final class Answer {

	private static final Duration BYTE = Duration.ofSeconds(1);

	/** Long enough for what was sent before to arrive, which a reset would discard. */
	private static final Duration BEFORE_RESET = Duration.ofMillis(10);

	private final ServerHttpResponse response;

	private final byte[] json;

	/**
	 * An answer.
	 * @param nanos the delay drawn, which it says in milliseconds, rounded
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
	 * Sends the head and half of the body, then a reset. Never completes: with the
	 * connection it is cancelled.
	 */
	Mono<Void> halfThenReset(Scheduler timer) {
		byte[] half = Arrays.copyOf(this.json, this.json.length / 2);
		Mono<Publisher<DataBuffer>> reset = Mono.delay(BEFORE_RESET, timer)
			.doOnNext((tick) -> reset())
			.then(Mono.never());
		return this.response.writeAndFlushWith(afterHead(Mono.fromSupplier(() -> buffer(half))).concatWith(reset));
	}

	/**
	 * Sends the head at once, then a byte a second.
	 * @param hurry when this completes, the rest is sent at once
	 */
	Mono<Void> byteByByte(Scheduler timer, Mono<Void> hurry) {
		Flux<DataBuffer> bytes = Flux.range(0, this.json.length)
			.concatMap((i) -> Mono.firstWithSignal(Mono.delay(BYTE, timer).then(), hurry)
				.then(Mono.fromSupplier(() -> buffer(this.json[i]))), 1);
		return this.response.writeAndFlushWith(afterHead(bytes));
	}

	/** What is empty is flushed too, so the head need not wait for the first byte. */
	private Flux<Publisher<DataBuffer>> afterHead(Publisher<DataBuffer> bytes) {
		Mono<Publisher<DataBuffer>> head = Mono.fromSupplier(() -> {
			head(this.json.length);
			return Mono.empty();
		});
		return head.concatWith(Flux.from(bytes).map(Mono::just));
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
