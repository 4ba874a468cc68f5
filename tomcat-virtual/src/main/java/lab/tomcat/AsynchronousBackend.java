package lab.tomcat;

import java.util.concurrent.CompletableFuture;

import lab.common.api.Answers.BackendAnswer;

import org.springframework.web.service.annotation.GetExchange;

/**
 * Calls the slow backend without waiting: an event loop of the HTTP client completes the
 * future.
 */
interface AsynchronousBackend {

	/**
	 * Calls the backend.
	 * @return its answer, or a {@link lab.common.client.BackendException} if it gave no
	 * usable answer
	 */
	@GetExchange("/")
	CompletableFuture<BackendAnswer> ask();

}
