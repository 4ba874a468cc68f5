package lab.backend;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers after the drawn delay, or as the active fault requires.
 */
@RestController
class SlowController {

	private final Delays delays;

	private final Faults faults;

	private final RequestCounter counter;

	private final Scheduler timer;

	SlowController(Delays delays, Faults faults, RequestCounter counter, Scheduler timer) {
		this.delays = delays;
		this.faults = faults;
		this.counter = counter;
		this.timer = timer;
	}

	@GetMapping("/")
	Mono<Void> answer(ServerHttpResponse response) {
		return Mono.defer(() -> {
			Draw draw = this.delays.next();
			Faults.Active fault = this.faults.hitting(draw);
			long nanos = draw.nanos();
			RequestCounter.OpenRequest request = this.counter.arrived(nanos, fault.kind());
			return answer(fault, nanos, request, new Answer(response, nanos))
				.doOnError(RejectedExecutionException.class, (ex) -> request.failed(FaultKind.NONE))
				.doOnError((ex) -> left(request))
				.doOnCancel(() -> left(request));
		});
	}

	private Mono<Void> answer(Faults.Active fault, long nanos, RequestCounter.OpenRequest request, Answer answer) {
		return switch (fault.kind()) {
			case NONE, OUTAGE -> delay(nanos).then(done(request::completed)).then(answer.whole());
			case ERROR -> failed(request, fault).then(answer.error());
			case HANG -> fault.ended().then(failed(request, fault)).then(answer.whole());
			case RESET -> delay(nanos).then(failed(request, fault)).then(answer.halfThenReset(this.timer));
		};
	}

	private Mono<Long> delay(long nanos) {
		return Mono.delay(Duration.ofNanos(nanos), this.timer);
	}

	private static Mono<Void> failed(RequestCounter.OpenRequest request, Faults.Active fault) {
		return done(() -> request.failed(fault.kind()));
	}

	private static Mono<Void> done(Runnable then) {
		return Mono.fromRunnable(then);
	}

	/**
	 * Counts a connection that was closed before the answer, by its client or by an
	 * outage.
	 */
	private void left(RequestCounter.OpenRequest request) {
		if (this.faults.inForce().kind() == FaultKind.OUTAGE) {
			request.failed(FaultKind.OUTAGE);
		}
		else {
			request.abandoned();
		}
	}

}
