package lab.webflux;

import java.time.Duration;

import lab.common.ThreadKind;
import lab.common.api.Argument;
import lab.common.api.CallAnswer;
import lab.common.api.Compute;
import lab.common.api.ComputeAnswer;
import lab.common.api.FanOutAnswer;
import lab.common.api.SleepAnswer;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The API of the three apps, in reactive style: a handler says what shall happen when an
 * answer is there, and returns at once.
 */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class ApiController {

	private final String name;

	private final Backend backend;

	private final GuardedBackend guarded;

	private final FanOut fanOut;

	ApiController(@Value("${spring.application.name}") String name, Backend backend, GuardedBackend guarded,
			FanOut fanOut) {
		this.name = name;
		this.backend = backend;
		this.guarded = guarded;
		this.fanOut = fanOut;
	}

	@GetMapping("/")
	Mono<CallAnswer> call() {
		return this.backend.millis().map((millis) -> new CallAnswer(this.name, ThreadKind.current(), millis));
	}

	@GetMapping("/guarded")
	Mono<CallAnswer> callGuarded() {
		return this.guarded.millis().map((millis) -> new CallAnswer(this.name, ThreadKind.current(), millis));
	}

	@GetMapping("/fan-out")
	Mono<FanOutAnswer> fanOut(@RequestParam(defaultValue = "3") String calls,
			@RequestParam(defaultValue = "sequential") String style) {
		return this.fanOut.ask(Argument.CALLS.parse(calls), style)
			.map((millis) -> new FanOutAnswer(this.name, ThreadKind.current(), style, millis));
	}

	/**
	 * Computes on the event loop, which serves nobody else meanwhile.
	 */
	@GetMapping("/compute/{n}")
	ComputeAnswer compute(@PathVariable("n") String text) {
		int n = Argument.N.parse(text);
		return new ComputeAnswer(this.name, ThreadKind.current(), n, Compute.sumBelow(n));
	}

	/**
	 * Waits without a thread: a timer completes the answer.
	 */
	@GetMapping("/sleep/{millis}")
	Mono<SleepAnswer> sleep(@PathVariable("millis") String text) {
		int millis = Argument.MILLIS.parse(text);
		return Mono.delay(Duration.ofMillis(millis))
			.thenReturn(new SleepAnswer(this.name, ThreadKind.current(), millis));
	}

	/**
	 * Blocks the event loop, on purpose: this is what a monitor, or any blocking call,
	 * does to all the connections that the loop serves. Never do it elsewhere.
	 */
	@GetMapping("/synchronized/{millis}")
	SleepAnswer sleepSynchronized(@PathVariable("millis") String text) throws InterruptedException {
		int millis = Argument.MILLIS.parse(text);
		synchronized (new Object()) {
			Thread.sleep(millis);
		}
		return new SleepAnswer(this.name, ThreadKind.current(), millis);
	}

}
