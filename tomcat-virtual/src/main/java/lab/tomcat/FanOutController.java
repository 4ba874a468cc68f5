package lab.tomcat;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.FanOutAnswer;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Makes several calls to the slow backend for one answer.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class FanOutController {

	private final String name;

	private final FanOut fanOut;

	FanOutController(@Value("${spring.application.name}") String name, FanOut fanOut) {
		this.name = name;
		this.fanOut = fanOut;
	}

	@GetMapping("/fan-out")
	FanOutAnswer fanOut(@RequestParam(defaultValue = "3") @Min(1) @Max(20) int calls,
			@RequestParam(defaultValue = "sequential") FanOut.Style style) {
		var millis = this.fanOut.ask(calls, style);
		return new FanOutAnswer(this.name, ThreadKind.current(), style.toString(), millis);
	}

}
