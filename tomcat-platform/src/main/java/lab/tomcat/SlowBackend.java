package lab.tomcat;

import lab.common.api.BackendAnswer;
import org.jspecify.annotations.Nullable;

import org.springframework.web.service.annotation.GetExchange;

/**
 * The slow backend, as an HTTP interface. A call blocks its thread until the answer is
 * there.
 */
interface SlowBackend {

	/**
	 * Asks the backend.
	 * @return its answer, or null if that was empty
	 * @throws org.springframework.web.client.RestClientException if there is none
	 */
	@GetExchange("/")
	@Nullable BackendAnswer ask();

}
