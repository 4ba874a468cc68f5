package lab.webflux;

import java.util.List;
import java.util.Locale;

import lab.common.api.Answers.BackendAnswer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.stereotype.Component;

/**
 * Makes several calls to the backend for one answer, in each style that an event loop
 * allows. If one fails, the others are cancelled.
 */
@Component
class FanOut {

	private final SlowBackend backend;

	FanOut(SlowBackend backend) {
		this.backend = backend;
	}

	/**
	 * Calls the backend anew for each subscription.
	 * @param calls how many calls
	 * @param style how they are made
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
