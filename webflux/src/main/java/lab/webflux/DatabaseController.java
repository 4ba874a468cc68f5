package lab.webflux;

import java.util.function.ObjIntConsumer;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.DatabaseAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import lab.common.database.Database;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * Queries the database. JDBC blocks its thread, first for a connection of the pool, then
 * for the query, so a scheduler for such calls lends one.
 */
@JsonController
class DatabaseController {

	private final String name;

	private final ObjectProvider<Database> database;

	private final Scheduler boundedElastic;

	DatabaseController(@Value("${spring.application.name}") String name, ObjectProvider<Database> database,
			Scheduler boundedElastic) {
		this.name = name;
		this.database = database;
		this.boundedElastic = boundedElastic;
	}

	@GetMapping("/database/{millis}")
	Mono<DatabaseAnswer> query(@PathVariable @Min(0) @Max(60_000) int millis) {
		return answer(Database::query, millis);
	}

	/** Holds one connection while it waits for a second one, which makes the query. */
	@GetMapping("/database/nested/{millis}")
	Mono<DatabaseAnswer> nestedQuery(@PathVariable @Min(0) @Max(60_000) int millis) {
		return answer(Database::nestedQuery, millis);
	}

	private Mono<DatabaseAnswer> answer(ObjIntConsumer<Database> query, int millis) {
		return Mono.fromCallable(() -> {
			query.accept(this.database.getObject(), millis);
			return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
		}).subscribeOn(this.boundedElastic);
	}

}
