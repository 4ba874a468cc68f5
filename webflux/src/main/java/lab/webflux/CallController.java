package lab.webflux;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Calls the slow backend. No thread waits: the handler returns at once, and describes
 * what happens when the answer arrives.
 */
@JsonController
class CallController {

	private final String name;

	private final SlowBackend backend;

	CallController(@Value("${spring.application.name}") String name, SlowBackend backend) {
		this.name = name;
		this.backend = backend;
	}

	@GetMapping("/")
	Mono<CallAnswer> call() {
		return this.backend.ask().map((answer) -> new CallAnswer(this.name, ThreadKind.current(), answer.millis()));
	}

}
