package lab.webflux;

import lab.common.api.Answers.BackendAnswer;

import org.springframework.web.service.annotation.GetExchange;

/**
 * Calls the slow backend by a client that blocks its thread until the answer has arrived.
 */
interface BlockingBackend {

	/**
	 * Calls the backend.
	 * @return its answer
	 * @throws lab.common.client.BackendException if it gave no usable answer
	 */
	@GetExchange("/")
	BackendAnswer ask();

}
