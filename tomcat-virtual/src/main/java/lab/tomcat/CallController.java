package lab.tomcat;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Calls the slow backend. The thread of the request waits for the answer.
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
	CallAnswer call() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

}
