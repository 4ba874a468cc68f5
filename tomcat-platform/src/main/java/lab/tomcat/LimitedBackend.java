package lab.tomcat;

import org.springframework.resilience.annotation.ConcurrencyLimit.ThrottlePolicy;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.stereotype.Component;

/**
 * The same call to the backend behind Spring's own limit, to set beside the bulkhead of
 * {@link GuardedBackend}. An annotation, so a proxy reads it; it counts threads within
 * the method, so it can limit no call that returns before its answer is there.
 */
@Component
class LimitedBackend {

	private final SlowBackend backend;

	LimitedBackend(SlowBackend backend) {
		this.backend = backend;
	}

	/**
	 * Calls the backend and waits for it.
	 * @return how long the backend says it waited, in milliseconds
	 * @throws lab.common.client.BackendException if it gave no usable answer
	 * @throws org.springframework.resilience.InvocationRejectedException if too many wait
	 * already
	 */
	@ConcurrencyLimit(limitString = "${concurrency-limit}", policy = ThrottlePolicy.REJECT)
	long millis() {
		return this.backend.ask().millis();
	}

}
