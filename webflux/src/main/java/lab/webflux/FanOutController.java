package lab.webflux;

import java.util.List;
import java.util.Locale;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.BackendAnswer;
import lab.common.api.Answers.FanOutAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Makes several calls to the backend for one answer, in each style that an event loop
 * allows. If one fails, the others are cancelled.
 */
@JsonController
class FanOutController {

	private final String name;

	private final SlowBackend backend;

	FanOutController(@Value("${spring.application.name}") String name, SlowBackend backend) {
		this.name = name;
		this.backend = backend;
	}

	@GetMapping("/fan-out")
	Mono<FanOutAnswer> fanOut(@RequestParam(defaultValue = "3") @Min(1) @Max(20) int calls,
			@RequestParam(defaultValue = "sequential") Style style) {
		return ask(calls, style)
			.map((millis) -> new FanOutAnswer(this.name, ThreadKind.current(), style.toString(), millis));
	}

	/**
	 * Calls the backend anew for each subscription.
	 * @return the milliseconds that the backend says it waited, in the order of the
	 * calls; or a {@link lab.common.client.BackendException} if a call failed
	 */
	Mono<List<Long>> ask(int calls, Style style) {
		Flux<Integer> range = Flux.range(0, calls);
		Flux<BackendAnswer> answers = switch (style) {
			case SEQUENTIAL -> range.concatMap((call) -> this.backend.ask());
			// all at once: 256 may be in flight, and there are 20 at most
			case REACTIVE -> range.flatMapSequential((call) -> this.backend.ask());
		};
		return answers.map(BackendAnswer::millis).collectList();
	}

	enum Style {

		SEQUENTIAL, REACTIVE;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
