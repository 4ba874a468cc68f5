package lab.tomcat;

import java.util.concurrent.CompletableFuture;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.CallAnswer;
import lab.common.api.Answers.ComputeAnswer;
import lab.common.api.Answers.DatabaseAnswer;
import lab.common.api.Answers.FanOutAnswer;
import lab.common.api.Answers.MixedAnswer;
import lab.common.api.Answers.SleepAnswer;
import lab.common.api.Compute;
import lab.common.api.ThreadKind;
import lab.common.database.Database;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The API of the three apps, in blocking style: the thread of the request waits for
 * everything that it calls.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class ApiController {

	private static final int MAX_N = 100_000_000;

	private static final int MAX_MILLIS = 60_000;

	private final String name;

	private final SlowBackend backend;

	private final AsynchronousBackend asynchronous;

	private final GuardedBackend guarded;

	private final LimitedBackend limited;

	private final FanOut fanOut;

	private final ObjectProvider<Database> database;

	ApiController(@Value("${spring.application.name}") String name, SlowBackend backend,
			AsynchronousBackend asynchronous, GuardedBackend guarded, LimitedBackend limited, FanOut fanOut,
			ObjectProvider<Database> database) {
		this.name = name;
		this.backend = backend;
		this.asynchronous = asynchronous;
		this.guarded = guarded;
		this.limited = limited;
		this.fanOut = fanOut;
		this.database = database;
	}

	@GetMapping("/")
	CallAnswer call() {
		long millis = this.backend.ask().millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	@GetMapping("/guarded")
	CallAnswer callGuarded() {
		long millis = this.guarded.millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	@GetMapping("/limited")
	CallAnswer callLimited() {
		long millis = this.limited.millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	/**
	 * Gives the thread back at once. The answer is written when the backend has answered.
	 */
	@GetMapping("/asynchronous")
	CompletableFuture<CallAnswer> callAsynchronously() {
		return this.asynchronous.ask()
			.thenApply((answer) -> new CallAnswer(this.name, ThreadKind.current(), answer.millis()));
	}

	@GetMapping("/fan-out")
	FanOutAnswer fanOut(@RequestParam(defaultValue = "3") @Min(1) @Max(20) int calls,
			@RequestParam(defaultValue = "sequential") FanOut.Style style) {
		var millis = this.fanOut.ask(calls, style);
		return new FanOutAnswer(this.name, ThreadKind.current(), style.toString(), millis);
	}

	@GetMapping("/compute/{n}")
	ComputeAnswer compute(@PathVariable @Min(0) @Max(MAX_N) int n) {
		return new ComputeAnswer(this.name, ThreadKind.current(), n, Compute.sumBelow(n));
	}

	@GetMapping("/mixed/{n}")
	MixedAnswer mixed(@PathVariable @Min(0) @Max(MAX_N) int n) {
		long millis = this.backend.ask().millis();
		return new MixedAnswer(this.name, ThreadKind.current(), millis, n, Compute.sumBelow(n));
	}

	@GetMapping("/sleep/{millis}")
	SleepAnswer sleep(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) throws InterruptedException {
		Thread.sleep(millis);
		return new SleepAnswer(this.name, ThreadKind.current(), millis);
	}

	/**
	 * Waits for a connection of the pool, then for the query.
	 */
	@GetMapping("/database/{millis}")
	DatabaseAnswer query(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) {
		this.database.getObject().query(millis, false);
		return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
	}

	/** Holds one connection while it waits for a second one, which makes the query. */
	@GetMapping("/database/nested/{millis}")
	DatabaseAnswer nestedQuery(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) {
		this.database.getObject().query(millis, true);
		return new DatabaseAnswer(this.name, ThreadKind.current(), millis);
	}

	/**
	 * Waits inside a monitor of its own. Before JDK 24 this pins a virtual thread to its
	 * carrier: as many such requests as there are cores stop all virtual threads.
	 */
	@GetMapping("/synchronized/{millis}")
	SleepAnswer sleepSynchronized(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) throws InterruptedException {
		synchronized (new Object()) {
			Thread.sleep(millis);
		}
		return new SleepAnswer(this.name, ThreadKind.current(), millis);
	}

}
