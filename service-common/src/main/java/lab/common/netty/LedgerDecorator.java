package lab.common.netty;

import lab.common.Drain;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.SignalType;

import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
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
			return handler.handle(request, response).doFinally((signal) -> ended(signal, request, response));
		};
	}

	/**
	 * Netty cancels when the client has left, which also cancels the calls to the
	 * backend. An error at this point is a failed answer, whatever its status says.
	 */
	private void ended(SignalType signal, ServerHttpRequest request, ServerHttpResponse response) {
		switch (signal) {
			case CANCEL -> this.ledger.abandoned();
			case ON_ERROR -> this.ledger.answered(500, null);
			default -> {
				@Nullable HttpStatusCode status = response.getStatusCode();
				this.ledger.answered((status != null) ? status.value() : 200,
						request.getAttributes().get(Cause.ATTRIBUTE));
			}
		}
	}

}
