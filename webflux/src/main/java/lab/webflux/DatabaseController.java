package lab.webflux;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.ThreadKind;
import lab.common.api.DatabaseAnswer;
import lab.common.database.Database;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * JDBC blocks, so the query is handed over to a thread of a {@code boundedElastic}
 * scheduler, of which there are 10 for each core. Lazy, so that the pool starts with the
 * first request.
 */
@RestController
@Lazy
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class DatabaseController implements AutoCloseable {

	private static final int LONGEST_QUERY = 60_000;

	/** Of its own, as in {@link BlockingController}. */
	private final Scheduler boundedElastic = Schedulers.newBoundedElastic(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
			Schedulers.DEFAULT_BOUNDED_ELASTIC_QUEUESIZE, "database");

	private final String name;

	private final Database database;

	DatabaseController(@Value("${spring.application.name}") String name, Database database) {
		this.name = name;
		this.database = database;
	}

	@GetMapping("/database/{millis}")
	Mono<DatabaseAnswer> query(@PathVariable @Min(0) @Max(LONGEST_QUERY) int millis) {
		return Mono.fromCallable(() -> {
			this.database.query(millis);
			return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
		}).subscribeOn(this.boundedElastic);
	}

	@Override
	public void close() {
		this.boundedElastic.dispose();
	}

}
