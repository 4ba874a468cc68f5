package lab.tomcat;

import lab.common.api.Answers.BackendAnswer;

import org.springframework.web.service.annotation.GetExchange;

/**
 * The slow backend, as an HTTP interface. A call blocks its thread until the answer has
 * arrived.
 */
interface SlowBackend {

	/**
	 * Calls the backend.
	 * @return its answer
	 * @throws lab.common.client.BackendException if it gave no usable answer
	 */
	@GetExchange("/")
	BackendAnswer ask();

}
