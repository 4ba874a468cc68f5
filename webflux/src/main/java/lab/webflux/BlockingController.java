package lab.webflux;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.CallAnswer;
import lab.common.api.Answers.DatabaseAnswer;
import lab.common.api.ThreadKind;
import lab.common.database.Database;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Makes blocking calls in a WebFlux app: in the wrong way, on the event loop, and in the
 * way that Reactor provides, on a scheduler for such calls.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BlockingController implements AutoCloseable {

	/**
	 * A scheduler as large as Reactor's shared one. Spring Boot reads actuator endpoints
	 * on the shared one, so these calls must not fill it.
	 */
	private final Scheduler boundedElastic = Schedulers.newBoundedElastic(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
			Schedulers.DEFAULT_BOUNDED_ELASTIC_QUEUESIZE, "blocking");

	private final String name;

	private final BlockingBackend backend;

	private final ObjectProvider<Database> database;

	BlockingController(@Value("${spring.application.name}") String name, BlockingBackend backend,
			ObjectProvider<Database> database) {
		this.name = name;
		this.backend = backend;
		this.database = database;
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

	/**
	 * Blocks such a thread too: JDBC waits for a connection of the pool, then for the
	 * query.
	 */
	@GetMapping("/database/{millis}")
	Mono<DatabaseAnswer> query(@PathVariable @Min(0) @Max(60_000) int millis) {
		return Mono.fromCallable(() -> {
			this.database.getObject().query(millis, false);
			return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
		}).subscribeOn(this.boundedElastic);
	}

	/** Holds one connection while it waits for a second one, which makes the query. */
	@GetMapping("/database/nested/{millis}")
	Mono<DatabaseAnswer> nestedQuery(@PathVariable @Min(0) @Max(60_000) int millis) {
		return Mono.fromCallable(() -> {
			this.database.getObject().query(millis, true);
			return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
		}).subscribeOn(this.boundedElastic);
	}

	@Override
	public void close() {
		this.boundedElastic.dispose();
	}

	private CallAnswer call() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

}
