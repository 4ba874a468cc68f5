package lab.webflux;

import java.util.List;
import java.util.Locale;

import lab.common.api.Answers.BackendAnswer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.stereotype.Component;

/**
 * Several calls to the backend for one answer, in each style that an event loop can have.
 * When one fails, the others are cancelled.
 */
@Component
class FanOut {

	private final SlowBackend backend;

	FanOut(SlowBackend backend) {
		this.backend = backend;
	}

	/**
	 * Calls the backend, for each subscription anew.
	 * @param calls how many calls
	 * @param style how they are made
	 * @return the milliseconds that the backend says it waited, in the order of asking;
	 * or a {@link lab.common.client.BackendException} if a call failed
	 */
	Mono<List<Long>> ask(int calls, Style style) {
		Flux<Integer> range = Flux.range(0, calls);
		Flux<BackendAnswer> answers = switch (style) {
			case SEQUENTIAL -> range.concatMap((call) -> this.backend.ask());
			// all at once: there are never more calls than the 256 that it requests at a
			// time
			case REACTIVE -> range.flatMapSequential((call) -> this.backend.ask());
		};
		return answers.map(BackendAnswer::millis).collectList();
	}

	/**
	 * How the calls are made.
	 */
	enum Style {

		SEQUENTIAL, REACTIVE;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
