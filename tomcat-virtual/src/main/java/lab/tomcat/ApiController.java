package lab.tomcat;

import lab.common.ThreadKind;
import lab.common.api.Argument;
import lab.common.api.CallAnswer;
import lab.common.api.Compute;
import lab.common.api.ComputeAnswer;
import lab.common.api.FanOutAnswer;
import lab.common.api.SleepAnswer;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The API of the three apps, in blocking style: code reads from top to bottom, and the
 * thread of the request waits wherever there is something to wait for.
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
	CallAnswer call() {
		long millis = this.backend.millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	@GetMapping("/guarded")
	CallAnswer callGuarded() {
		long millis = this.guarded.millis();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

	@GetMapping("/fan-out")
	FanOutAnswer fanOut(@RequestParam(defaultValue = "3") String calls,
			@RequestParam(defaultValue = "sequential") String style) {
		var millis = this.fanOut.ask(Argument.CALLS.parse(calls), style);
		return new FanOutAnswer(this.name, ThreadKind.current(), style, millis);
	}

	@GetMapping("/compute/{n}")
	ComputeAnswer compute(@PathVariable("n") String text) {
		int n = Argument.N.parse(text);
		return new ComputeAnswer(this.name, ThreadKind.current(), n, Compute.sumBelow(n));
	}

	@GetMapping("/sleep/{millis}")
	SleepAnswer sleep(@PathVariable("millis") String text) throws InterruptedException {
		int millis = Argument.MILLIS.parse(text);
		Thread.sleep(millis);
		return new SleepAnswer(this.name, ThreadKind.current(), millis);
	}

	/**
	 * Waits inside a monitor that nobody else wants. Before JDK 24 this pins a virtual
	 * thread to its carrier, so that as many such requests as there are cores stop all
	 * virtual threads.
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
