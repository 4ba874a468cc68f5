package lab.webflux;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Makes blocking calls in a WebFlux app: in the wrong way, on the event loop, and in the
 * way that Reactor provides, on a scheduler for such calls.
 */
@JsonController
class BlockingController {

	private final String name;

	private final BlockingBackend backend;

	private final Scheduler boundedElastic;

	BlockingController(@Value("${spring.application.name}") String name, BlockingBackend backend,
			Scheduler boundedElastic) {
		this.name = name;
		this.backend = backend;
		this.boundedElastic = boundedElastic;
	}

	/**
	 * Blocks the event loop, on purpose: all its other connections wait until the answer
	 * has arrived. Never do this elsewhere.
	 */
	@GetMapping("/blocking/event-loop")
	CallAnswer callOnTheEventLoop() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	/**
	 * Blocks a thread of a pool, which has 10 for each core; further calls wait in its
	 * queue.
	 */
	@GetMapping("/blocking/bounded-elastic")
	Mono<CallAnswer> callOnBoundedElastic() {
		return Mono.fromCallable(this::callOnTheEventLoop).subscribeOn(this.boundedElastic);
	}

}
