package lab.common.client.imperative;

import lab.common.client.BackendException;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpExchangeAdapterDecorator;
import org.springframework.web.service.invoker.HttpRequestValues;

/**
 * Turns a failed call of an HTTP interface into a {@link BackendException}, and counts it
 * by its cause.
 */
final class BackendExchange extends HttpExchangeAdapterDecorator {

	private final HttpLibrary library;

	private final Ledger ledger;

	BackendExchange(HttpExchangeAdapter client, HttpLibrary library, Ledger ledger) {
		super(client);
		this.library = library;
		this.ledger = ledger;
	}

	@Override
	public <T> T exchangeForBody(HttpRequestValues values, ParameterizedTypeReference<T> bodyType) {
		if (!this.library.limited()) {
			this.ledger.backendAttempt();
		}
		try {
			@Nullable T body = super.exchangeForBody(values, bodyType);
			if (body == null) {
				throw new RestClientException("the backend's answer was empty");
			}
			return body;
		}
		catch (RestClientException ex) {
			Cause cause = this.library.failures()
				.cause(ex, (ex instanceof RestClientResponseException answered) ? answered.getStatusCode() : null);
			if (cause.neverConnected() && this.library.limited()) {
				this.ledger.backendAttempt();
			}
			this.ledger.backendFailure(cause);
			throw new BackendException(cause, ex);
		}
	}

}
