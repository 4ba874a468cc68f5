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
 * What blocks, in a WebFlux app: the wrong way, and the way that Reactor has for it.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BlockingController implements AutoCloseable {

	/**
	 * As large as Reactor's shared one, which it should not fill: Spring Boot reads
	 * actuator endpoints on that.
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
	 * Blocks the event loop, on purpose: until the answer is there, all the other
	 * connections of the loop wait too. Never do it elsewhere.
	 */
	@GetMapping("/blocking/event-loop")
	CallAnswer callOnTheEventLoop() {
		return call();
	}

	/**
	 * Blocks a thread of a pool of 10 for each core; when all are taken, calls queue.
	 */
	@GetMapping("/blocking/bounded-elastic")
	Mono<CallAnswer> callOnBoundedElastic() {
		return Mono.fromCallable(this::call).subscribeOn(this.boundedElastic);
	}

	/**
	 * JDBC blocks too: for a connection of the pool, then for the query.
	 */
	@GetMapping("/database/{millis}")
	Mono<DatabaseAnswer> query(@PathVariable @Min(0) @Max(60_000) int millis) {
		return Mono.fromCallable(() -> {
			this.database.getObject().query(millis);
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
