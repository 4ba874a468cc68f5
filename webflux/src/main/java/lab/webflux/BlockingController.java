package lab.webflux;

import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/**
 * Makes blocking calls in a WebFlux app: in the wrong way, on the event loop, and in two
 * right ways, on a scheduler for such calls and on virtual threads.
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
		return call();
	}

	/**
	 * Blocks a thread of a pool, which has 10 for each core; further calls wait in its
	 * queue.
	 */
	@GetMapping("/blocking/bounded-elastic")
	Mono<CallAnswer> callOnBoundedElastic() {
		return Mono.fromCallable(this::call).subscribeOn(this.boundedElastic);
	}

	/** Blocks a virtual thread: WebFlux runs this method, and no other, on one. */
	@GetMapping("/blocking/virtual-threads")
	CallAnswer callOnVirtualThread() {
		return call();
	}

	private CallAnswer call() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	@Configuration(proxyBeanMethods = false)
	static class Execution implements WebFluxConfigurer {

		@Override
		public void configureBlockingExecution(BlockingExecutionConfigurer execution) {
			execution.setExecutor(new VirtualThreadTaskExecutor("blocking-"))
				.setControllerMethodPredicate((method) -> method.getMethod().getName().equals("callOnVirtualThread"));
		}

	}

}
