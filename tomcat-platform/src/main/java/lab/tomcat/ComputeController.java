package lab.tomcat;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.ComputeAnswer;
import lab.common.api.Answers.MixedAnswer;
import lab.common.api.Compute;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * Computes, alone or after a call to the slow backend.
 */
@JsonController
class ComputeController {

	private static final int MAX_N = 100_000_000;

	private final String name;

	private final SlowBackend backend;

	ComputeController(@Value("${spring.application.name}") String name, SlowBackend backend) {
		this.name = name;
		this.backend = backend;
	}

	@GetMapping("/compute/{n}")
	ComputeAnswer compute(@PathVariable @Min(0) @Max(MAX_N) int n) {
		return new ComputeAnswer(this.name, ThreadKind.current(), n, Compute.sumBelow(n));
	}

	@GetMapping("/mixed/{n}")
	MixedAnswer mixed(@PathVariable @Min(0) @Max(MAX_N) int n) {
		long millis = this.backend.ask().millis();
		return new MixedAnswer(this.name, ThreadKind.current(), millis, n, Compute.sumBelow(n));
	}

}
