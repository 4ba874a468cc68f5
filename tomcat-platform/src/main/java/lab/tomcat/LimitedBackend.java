package lab.tomcat;

import org.springframework.resilience.annotation.ConcurrencyLimit.ThrottlePolicy;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.stereotype.Component;

/**
 * Calls the slow backend within Spring's limit, for comparison with the bulkhead of
 * {@link GuardedBackend}. The limit counts the threads inside the method, so it cannot
 * limit an asynchronous call.
 */
@Component
class LimitedBackend {

	private final SlowBackend backend;

	LimitedBackend(SlowBackend backend) {
		this.backend = backend;
	}

	/**
	 * Calls the backend and waits for its answer.
	 * @return how long the backend says it waited, in milliseconds
	 * @throws lab.common.client.BackendException if it gave no usable answer
	 * @throws org.springframework.resilience.InvocationRejectedException if as many calls
	 * as the limit are in flight
	 */
	@ConcurrencyLimit(limitString = "${concurrency-limit}", policy = ThrottlePolicy.REJECT)
	long millis() {
		return this.backend.ask().millis();
	}

}
