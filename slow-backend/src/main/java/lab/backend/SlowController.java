package lab.backend;

import java.time.Duration;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The one thing the backend does: waits, then answers.
 */
@RestController
class SlowController {

	private final Delays delays;

	private final Ledger ledger;

	private final Scheduler timer;

	SlowController(Delays delays, Ledger ledger, Scheduler timer) {
		this.delays = delays;
		this.ledger = ledger;
		this.timer = timer;
	}

	@GetMapping("/")
	Mono<Answer> answer() {
		return Mono.defer(() -> {
			long drawn = this.delays.nextNanos();
			Ledger.Page page = this.ledger.arrived(drawn);
			return Mono.delay(Duration.ofNanos(drawn), this.timer).map((tick) -> {
				page.completed();
				return new Answer(Math.round(drawn / 1e6));
			}).doOnError((ex) -> page.failed()).doOnCancel(page::abandoned);
		});
	}

	/**
	 * The answer.
	 *
	 * @param millis the delay drawn, rounded to milliseconds
	 */
	record Answer(long millis) {
	}

}
