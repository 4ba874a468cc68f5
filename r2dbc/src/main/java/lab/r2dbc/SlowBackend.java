package lab.r2dbc;

import lab.common.api.Answers.BackendAnswer;
import reactor.core.publisher.Mono;

import org.springframework.web.service.annotation.GetExchange;

/**
 * The slow backend, as an HTTP interface. A call returns at once, and the answer arrives
 * on an event loop.
 */
interface SlowBackend {

	/**
	 * Calls the backend, once for each subscription.
	 * @return its answer; or a {@link lab.common.client.BackendException} if it gave no
	 * usable answer
	 */
	@GetExchange("/")
	Mono<BackendAnswer> ask();

}
