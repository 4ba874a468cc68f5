package lab.backend;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The one thing the backend does: waits, then answers; or what the fault in force makes
 * of it.
 */
@RestController
class SlowController {

	private final Delays delays;

	private final Faults faults;

	private final Ledger ledger;

	private final Scheduler timer;

	SlowController(Delays delays, Faults faults, Ledger ledger, Scheduler timer) {
		this.delays = delays;
		this.faults = faults;
		this.ledger = ledger;
		this.timer = timer;
	}

	@GetMapping("/")
	Mono<Void> answer(ServerHttpResponse response) {
		return Mono.defer(() -> {
			Draw draw = this.delays.next();
			Faults.Active fault = this.faults.hitting(draw);
			long nanos = draw.nanos();
			Ledger.Page page = this.ledger.arrived(nanos, fault.kind());
			return answer(fault, nanos, page, new Answer(response, nanos))
				.doOnError(RejectedExecutionException.class, (ex) -> page.failed(FaultKind.NONE))
				.doOnError((ex) -> left(page))
				.doOnCancel(() -> left(page));
		});
	}

	private Mono<Void> answer(Faults.Active fault, long nanos, Ledger.Page page, Answer answer) {
		return switch (fault.kind()) {
			case NONE, OUTAGE -> delay(nanos).then(done(page::completed)).then(answer.whole());
			case ERROR -> failed(page, fault).then(answer.error());
			case HANG -> fault.ended().then(failed(page, fault)).then(answer.whole());
			case RESET -> delay(nanos).then(failed(page, fault)).then(answer.halfThenReset(this.timer));
		};
	}

	private Mono<Long> delay(long nanos) {
		return Mono.delay(Duration.ofNanos(nanos), this.timer);
	}

	private static Mono<Void> failed(Ledger.Page page, Faults.Active fault) {
		return done(() -> page.failed(fault.kind()));
	}

	private static Mono<Void> done(Runnable then) {
		return Mono.fromRunnable(then);
	}

	/**
	 * A connection that ended before the answer was ended by its client, or by us.
	 */
	private void left(Ledger.Page page) {
		if (this.faults.inForce().kind() == FaultKind.OUTAGE) {
			page.failed(FaultKind.OUTAGE);
		}
		else {
			page.abandoned();
		}
	}

}
