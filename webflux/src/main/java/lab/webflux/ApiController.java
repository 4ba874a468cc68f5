package lab.webflux;

import java.time.Duration;
import java.util.Locale;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.CallAnswer;
import lab.common.api.Answers.ComputeAnswer;
import lab.common.api.Answers.FanOutAnswer;
import lab.common.api.Answers.MixedAnswer;
import lab.common.api.Answers.SleepAnswer;
import lab.common.api.Compute;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The API of the three apps, in reactive style: a handler returns at once, and describes
 * what happens when an answer arrives.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class ApiController {

	private static final int MAX_N = 100_000_000;

	private static final int MAX_MILLIS = 60_000;

	private final String name;

	private final SlowBackend backend;

	private final GuardedBackend guarded;

	private final FanOut fanOut;

	ApiController(@Value("${spring.application.name}") String name, SlowBackend backend, GuardedBackend guarded,
			FanOut fanOut) {
		this.name = name;
		this.backend = backend;
		this.guarded = guarded;
		this.fanOut = fanOut;
	}

	@GetMapping("/")
	Mono<CallAnswer> call() {
		return this.backend.ask().map((answer) -> new CallAnswer(this.name, ThreadKind.current(), answer.millis()));
	}

	@GetMapping("/guarded")
	Mono<CallAnswer> callGuarded() {
		return this.guarded.millis().map((millis) -> new CallAnswer(this.name, ThreadKind.current(), millis));
	}

	@GetMapping("/fan-out")
	Mono<FanOutAnswer> fanOut(@RequestParam(defaultValue = "3") @Min(1) @Max(20) int calls,
			@RequestParam(defaultValue = "sequential") FanOut.Style style) {
		return this.fanOut.ask(calls, style)
			.map((millis) -> new FanOutAnswer(this.name, ThreadKind.current(), style.toString(), millis));
	}

	/**
	 * Computes on the event loop, which serves no other request meanwhile.
	 */
	@GetMapping("/compute/{n}")
	ComputeAnswer compute(@PathVariable @Min(0) @Max(MAX_N) int n) {
		return new ComputeAnswer(this.name, ThreadKind.current(), n, Compute.sumBelow(n));
	}

	/**
	 * Computes when the backend has answered: on the event loop of that answer, or on
	 * Reactor's parallel scheduler, which has a thread for each core.
	 */
	@GetMapping("/mixed/{n}")
	Mono<MixedAnswer> mixed(@PathVariable @Min(0) @Max(MAX_N) int n,
			@RequestParam(defaultValue = "event-loop") ComputeOn on) {
		var answer = this.backend.ask();
		return ((on == ComputeOn.PARALLEL) ? answer.publishOn(Schedulers.parallel()) : answer)
			.map((backend) -> new MixedAnswer(this.name, ThreadKind.current(), backend.millis(), n,
					Compute.sumBelow(n)));
	}

	/**
	 * Waits without a thread: a timer completes the answer.
	 */
	@GetMapping("/sleep/{millis}")
	Mono<SleepAnswer> sleep(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) {
		return Mono.delay(Duration.ofMillis(millis))
			.thenReturn(new SleepAnswer(this.name, ThreadKind.current(), millis));
	}

	/**
	 * Blocks the event loop, on purpose: a monitor, like any blocking call, stops all the
	 * connections that the loop serves. Never do this elsewhere.
	 */
	@GetMapping("/synchronized/{millis}")
	SleepAnswer sleepSynchronized(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) throws InterruptedException {
		synchronized (new Object()) {
			Thread.sleep(millis);
		}
		return new SleepAnswer(this.name, ThreadKind.current(), millis);
	}

	enum ComputeOn {

		EVENT_LOOP, PARALLEL;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
