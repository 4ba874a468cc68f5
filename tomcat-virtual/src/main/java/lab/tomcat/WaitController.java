package lab.tomcat;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import lab.common.api.Answers.SleepAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * Waits in the app, without the backend.
 */
@JsonController
class WaitController {

	private static final int MAX_MILLIS = 60_000;

	private final String name;

	/** Shows each monitor to other threads, or the JVM would optimise it away. */
	private volatile Object monitor = this;

	WaitController(@Value("${spring.application.name}") String name) {
		this.name = name;
	}

	@GetMapping("/sleep/{millis}")
	SleepAnswer sleep(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) throws InterruptedException {
		Thread.sleep(millis);
		return new SleepAnswer(this.name, ThreadKind.current(), millis);
	}

	/**
	 * Waits inside a monitor of its own. Before JDK 24 this pins a virtual thread to its
	 * carrier: as many such requests as there are cores stop all virtual threads.
	 */
	@GetMapping("/synchronized/{millis}")
	SleepAnswer sleepSynchronized(@PathVariable @Min(0) @Max(MAX_MILLIS) int millis) throws InterruptedException {
		Object own = new Object();
		this.monitor = own;
		synchronized (own) {
			Thread.sleep(millis);
		}
		return new SleepAnswer(this.name, ThreadKind.current(), millis);
	}

}
