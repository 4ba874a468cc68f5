package lab.tomcat;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.ConcurrencyLimit.ThrottlePolicy;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Calls the slow backend within Spring's limit, for comparison with the bulkhead of
 * {@link GuardedController}. The limit counts the threads inside the method, so it cannot
 * limit an asynchronous call.
 */
@JsonController
class LimitedController {

	private final String name;

	private final SlowBackend backend;

	LimitedController(@Value("${spring.application.name}") String name, SlowBackend backend) {
		this.name = name;
		this.backend = backend;
	}

	/**
	 * Waits for the answer.
	 * @throws org.springframework.resilience.InvocationRejectedException if as many calls
	 * as the limit are in flight
	 */
	@GetMapping("/limited")
	@ConcurrencyLimit(limitString = "${concurrency-limit}", policy = ThrottlePolicy.REJECT)
	CallAnswer call() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

}
