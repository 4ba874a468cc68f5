package lab.tomcat;

import java.util.concurrent.CompletableFuture;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Calls the slow backend.
 */
@JsonController
class CallController {

	private final String name;

	private final SlowBackend backend;

	private final AsynchronousBackend asynchronous;

	CallController(@Value("${spring.application.name}") String name, SlowBackend backend, AsynchronousBackend async) {
		this.name = name;
		this.backend = backend;
		this.asynchronous = async;
	}

	/** The thread of the request waits for the answer. */
	@GetMapping("/")
	CallAnswer call() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	/**
	 * Gives the thread back at once. The answer is written when the backend has answered.
	 */
	@GetMapping("/asynchronous")
	CompletableFuture<CallAnswer> callAsynchronously() {
		return this.asynchronous.ask()
			.thenApply((answer) -> new CallAnswer(this.name, ThreadKind.current(), answer.millis()));
	}

}
