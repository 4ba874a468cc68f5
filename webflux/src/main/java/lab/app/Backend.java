package lab.app;

import lab.terms.api.BackendAnswer;
import reactor.core.publisher.Mono;

import org.springframework.core.codec.DecodingException;
import org.springframework.stereotype.Component;

/**
 * What the app wants of the slow backend: a number.
 */
@Component
class Backend {

	private static final Mono<BackendAnswer> EMPTY = Mono
		.error(() -> new DecodingException("the backend's answer was empty"));

	private final SlowBackend slowBackend;

	Backend(SlowBackend slowBackend) {
		this.slowBackend = slowBackend;
	}

	/**
	 * Calls the backend, once for each subscription.
	 * @return how long the backend says it waited, in milliseconds; or an error if it
	 * gave no usable answer
	 */
	Mono<Long> millis() {
		return this.slowBackend.ask().switchIfEmpty(EMPTY).map(BackendAnswer::millis);
	}

}
