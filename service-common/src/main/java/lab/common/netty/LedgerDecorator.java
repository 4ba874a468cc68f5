package lab.common.netty;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import lab.common.Drain;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/**
 * Counts the requests of the main port: the handler of the management port is not
 * customized. It is the outermost handler, so errors have become answers. After SIGTERM
 * it closes each connection with the answer.
 */
class LedgerDecorator implements WebHttpHandlerBuilderCustomizer {

	private final Ledger ledger;

	private final Drain drain;

	LedgerDecorator(Ledger ledger, Drain drain) {
		this.ledger = ledger;
		this.drain = drain;
	}

	@Override
	public void customize(WebHttpHandlerBuilder builder) {
		builder.httpHandlerDecorator(this::count);
	}

	HttpHandler count(HttpHandler handler) {
		return (request, response) -> {
			this.ledger.received();
			if (this.drain.begun()) {
				response.getHeaders().set(HttpHeaders.CONNECTION, "close");
			}
			AtomicBoolean broken = new AtomicBoolean();
			return handler.handle(request, new WatchedResponse(response, broken))
				.doOnError(IOException.class, (failure) -> broken.set(true))
				.doFinally((signal) -> ended(signal, broken.get(), request, response));
		};
	}

	/**
	 * Netty cancels when the client has left, which also cancels the calls to the
	 * backend. An error at this point is a failed answer, whatever its status says.
	 */
	private void ended(SignalType signal, boolean broken, ServerHttpRequest request, ServerHttpResponse response) {
		if (signal == SignalType.CANCEL || broken) {
			this.ledger.abandoned();
		}
		else if (signal == SignalType.ON_ERROR) {
			this.ledger.answered(500, null);
		}
		else {
			@Nullable HttpStatusCode status = response.getStatusCode();
			this.ledger.answered((status != null) ? status.value() : 200, request.getAttributes().get(Cause.ATTRIBUTE));
		}
	}

	/**
	 * An answer whose stream Netty cancels when the client has left. Spring then
	 * completes the answer as if all of it was written.
	 */
	private static final class WatchedResponse extends ServerHttpResponseDecorator {

		private final AtomicBoolean broken;

		WatchedResponse(ServerHttpResponse response, AtomicBoolean broken) {
			super(response);
			this.broken = broken;
		}

		@Override
		public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
			return super.writeAndFlushWith(Flux.from(body).doOnCancel(() -> this.broken.set(true)));
		}

	}

}
