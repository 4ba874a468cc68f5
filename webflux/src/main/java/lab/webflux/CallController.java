package lab.webflux;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Calls the slow backend. No thread waits: the handler returns at once, and describes
 * what happens when the answer arrives.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
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
