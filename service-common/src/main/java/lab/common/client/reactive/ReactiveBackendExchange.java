package lab.common.client.reactive;

import lab.common.client.BackendException;
import lab.common.client.BackendFailures;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import reactor.core.publisher.Mono;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.codec.CodecException;
import org.springframework.core.codec.DecodingException;
import org.springframework.web.reactive.function.client.WebClientException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpRequestValues;
import org.springframework.web.service.invoker.ReactorHttpExchangeAdapterDecorator;

/**
 * Turns a failed call of an HTTP interface into a {@link BackendException}, and counts it
 * by its cause.
 */
final class ReactiveBackendExchange extends ReactorHttpExchangeAdapterDecorator {

	private final BackendFailures failures;

	private final Ledger ledger;

	ReactiveBackendExchange(HttpExchangeAdapter client, BackendFailures failures, Ledger ledger) {
		super(client);
		this.failures = failures;
		this.ledger = ledger;
	}

	@Override
	public <T> Mono<T> exchangeForBodyMono(HttpRequestValues values, ParameterizedTypeReference<T> bodyType) {
		return super.exchangeForBodyMono(values, bodyType)
			.switchIfEmpty(Mono.error(() -> new DecodingException("the backend's answer was empty")))
			.onErrorMap((error) -> error instanceof WebClientException || error instanceof CodecException,
					this::failed);
	}

	private BackendException failed(Throwable error) {
		Cause cause = this.failures.cause(error,
				(error instanceof WebClientResponseException answered) ? answered.getStatusCode() : null);
		if (cause.neverConnected()) {
			this.ledger.backendAttempt();
		}
		this.ledger.backendFailure(cause);
		return new BackendException(cause, error);
	}

}
