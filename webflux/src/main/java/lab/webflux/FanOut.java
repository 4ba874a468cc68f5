package lab.webflux;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import lab.common.api.Argument;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.stereotype.Component;

/**
 * Several calls to the backend for one answer, in each style that an event loop can have.
 */
@Component
class FanOut {

	private final Map<String, IntFunction<Mono<List<Long>>>> styles = new LinkedHashMap<>();

	private final Backend backend;

	FanOut(Backend backend) {
		this.backend = backend;
		this.styles.put("sequential", this::sequential);
		this.styles.put("reactive", this::reactive);
	}

	/**
	 * Calls the backend, for each subscription anew.
	 * @param calls how many calls
	 * @param style the name of the style
	 * @return the milliseconds that the backend says it waited, in the order of asking
	 * @throws org.springframework.web.server.ResponseStatusException 400 if there is no
	 * such style
	 */
	Mono<List<Long>> ask(int calls, String style) {
		IntFunction<Mono<List<Long>>> known = this.styles.get(style);
		if (known == null) {
			throw Argument.unknown("style", this.styles.keySet(), style);
		}
		return known.apply(calls);
	}

	private Mono<List<Long>> sequential(int calls) {
		return Flux.range(0, calls).concatMap((call) -> this.backend.millis()).collectList();
	}

	/**
	 * All at once, as {@code calls} never exceeds what {@code flatMapSequential} asks for
	 * at a time, which is 256.
	 */
	private Mono<List<Long>> reactive(int calls) {
		return Flux.range(0, calls).flatMapSequential((call) -> this.backend.millis()).collectList();
	}

}
