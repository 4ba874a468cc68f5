package lab.r2dbc;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.CallAnswer;
import lab.common.api.Answers.DatabaseAnswer;
import lab.common.api.Answers.SleepAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * The API as far as a contender beside the comparison needs it, and the query, which no
 * thread waits for.
 */
@JsonController
class ApiController {

	private static final int MAX_MILLIS = 60_000;

	private final String name;

	private final SlowBackend backend;

	private final ReactiveDatabase database;

	ApiController(@Value("${spring.application.name}") String name, SlowBackend backend, ReactiveDatabase database) {
		this.name = name;
		this.backend = backend;
		this.database = database;
	}

	@GetMapping("/")
	Mono<CallAnswer> call() {
		return this.backend.ask().map((answer) -> new CallAnswer(this.name, ThreadKind.current(), answer.millis()));
	}

	@GetMapping("/database/{millis}")
	Mono<DatabaseAnswer> query(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) {
		return this.database.query(millis)
			.then(Mono.fromSupplier(() -> new DatabaseAnswer(this.name, ThreadKind.current(), millis)));
	}

	/**
	 * Waits without a thread: a timer completes the answer.
	 */
	@GetMapping("/sleep/{millis}")
	Mono<SleepAnswer> sleep(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) {
		return Mono.delay(Duration.ofMillis(millis))
			.thenReturn(new SleepAnswer(this.name, ThreadKind.current(), millis));
	}

}
