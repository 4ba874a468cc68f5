package lab.tomcat;

import java.util.concurrent.CompletableFuture;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Calls the slow backend and gives the thread back at once. The answer is written when
 * the backend has answered.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class AsynchronousController {

	private final String name;

	private final AsynchronousBackend backend;

	AsynchronousController(@Value("${spring.application.name}") String name, AsynchronousBackend backend) {
		this.name = name;
		this.backend = backend;
	}

	@GetMapping("/asynchronous")
	CompletableFuture<CallAnswer> call() {
		return this.backend.ask()
			.thenApply((answer) -> new CallAnswer(this.name, ThreadKind.current(), answer.millis()));
	}

}
