package lab.webflux;

import java.util.Locale;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.ComputeAnswer;
import lab.common.api.Answers.MixedAnswer;
import lab.common.api.Compute;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Computes on the event loop, which serves no other request meanwhile.
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

	/**
	 * Computes when the backend has answered: on the event loop of that answer, or on
	 * Reactor's parallel scheduler, which has a thread for each core.
	 */
	@GetMapping("/mixed/{n}")
	Mono<MixedAnswer> mixed(@PathVariable @Min(0) @Max(MAX_N) int n,
			@RequestParam(defaultValue = "event-loop") ComputeOn on) {
		var answer = this.backend.ask();
		return ((on == ComputeOn.PARALLEL) ? answer.publishOn(Schedulers.parallel()) : answer)
			.map((backend) -> new MixedAnswer(this.name, ThreadKind.current(), backend.millis(), n,
					Compute.sumBelow(n)));
	}

	enum ComputeOn {

		EVENT_LOOP, PARALLEL;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
