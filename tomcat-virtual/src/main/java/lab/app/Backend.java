package lab.app;

import lab.terms.api.BackendAnswer;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;

/**
 * What the app wants of the slow backend: a number.
 */
@Component
class Backend {

	private final SlowBackend slowBackend;

	Backend(SlowBackend slowBackend) {
		this.slowBackend = slowBackend;
	}

	/**
	 * Calls the backend and waits for it.
	 * @return how long the backend says it waited, in milliseconds
	 * @throws RestClientException if it gave no usable answer
	 */
	long millis() {
		@Nullable BackendAnswer answer = this.slowBackend.ask();
		if (answer == null) {
			throw new RestClientException("the backend's answer was empty");
		}
		return answer.millis();
	}

}
