package lab.webflux;

import lab.common.api.BackendAnswer;
import lab.common.failure.BackendException;
import lab.common.failure.BackendFailures;
import lab.common.failure.Cause;
import lab.common.ledger.Ledger;
import reactor.core.publisher.Mono;

import org.springframework.core.codec.CodecException;
import org.springframework.core.codec.DecodingException;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClientException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * What the app wants of the slow backend: a number.
 */
@Component
class Backend {

	private static final Mono<BackendAnswer> EMPTY = Mono
		.error(() -> new DecodingException("the backend's answer was empty"));

	private final SlowBackend slowBackend;

	private final BackendFailures failures;

	private final Ledger ledger;

	Backend(SlowBackend slowBackend, BackendFailures failures, Ledger ledger) {
		this.slowBackend = slowBackend;
		this.failures = failures;
		this.ledger = ledger;
	}

	/**
	 * Calls the backend, once for each subscription.
	 * @return how long the backend says it waited, in milliseconds; or a
	 * {@link BackendException} if it gave no usable answer, which has been counted
	 */
	Mono<Long> millis() {
		return this.slowBackend.ask().switchIfEmpty(EMPTY).map(BackendAnswer::millis).onErrorMap(this::failed);
	}

	private Throwable failed(Throwable error) {
		if (!(error instanceof WebClientException || error instanceof CodecException)) {
			return error;
		}
		Cause cause = this.failures.cause(error,
				(error instanceof WebClientResponseException answered) ? answered.getStatusCode() : null);
		this.ledger.backendFailure(cause);
		return new BackendException(cause, error);
	}

}
