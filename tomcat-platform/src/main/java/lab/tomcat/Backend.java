package lab.tomcat;

import lab.common.api.BackendAnswer;
import lab.common.failure.BackendException;
import lab.common.failure.BackendFailures;
import lab.common.failure.Cause;
import lab.common.ledger.Ledger;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/**
 * What the app wants of the slow backend: a number.
 */
@Component
class Backend {

	private final SlowBackend slowBackend;

	private final BackendFailures failures;

	private final Ledger ledger;

	Backend(SlowBackend slowBackend, BackendFailures failures, Ledger ledger) {
		this.slowBackend = slowBackend;
		this.failures = failures;
		this.ledger = ledger;
	}

	/**
	 * Calls the backend and waits for it.
	 * @return how long the backend says it waited, in milliseconds
	 * @throws BackendException if it gave no usable answer; it has been counted
	 */
	long millis() {
		try {
			@Nullable BackendAnswer answer = this.slowBackend.ask();
			if (answer == null) {
				throw new RestClientException("the backend's answer was empty");
			}
			return answer.millis();
		}
		catch (RestClientException ex) {
			Cause cause = this.failures.cause(ex,
					(ex instanceof RestClientResponseException answered) ? answered.getStatusCode() : null);
			this.ledger.backendFailure(cause);
			throw new BackendException(cause, ex);
		}
	}

}
