package lab.backend;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import lab.wire.BackendCounters;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;

import static org.assertj.core.api.Assertions.assertThat;

class SlowControllerTests {

	private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

	private final RequestCounter counter = new RequestCounter(() -> this.time.now(TimeUnit.NANOSECONDS));

	private final Delays delays = new Delays(new BackendProperties(DelaySampler.of("fixed 40.4ms"), 42));

	private final Faults faults = new Faults(new Listener(new AnnotationConfigReactiveWebServerApplicationContext()));

	private final SlowController controller = new SlowController(this.delays, this.faults, this.counter, this.time);

	private final MockServerHttpResponse response = new MockServerHttpResponse();

	@Test
	void answerWhenDelayIsOverShouldContainItRounded() {
		StepVerifier.create(this.controller.answer(this.response))
			.then(() -> this.time.advanceTimeBy(Duration.ofNanos(40_400_000)))
			.verifyComplete();
		assertThat(this.response.getBodyAsString().block()).isEqualTo("{\"millis\":40}");
		BackendCounters counters = this.counter.read();
		assertThat(counters.requests().completed()).isEqualTo(1);
		assertThat(counters.delays().drawnMillis()).isEqualTo(40.4).isEqualTo(counters.delays().givenMillis());
		assertThat(counters.requests().inFlightSeconds()).isEqualTo(0.0404);
	}

	@Test
	void answerWhenDelayIsNotOverShouldWait() {
		Disposable request = this.controller.answer(this.response).subscribe();
		this.time.advanceTimeBy(Duration.ofNanos(40_399_999));
		assertThat(this.counter.read().requests().inFlight()).isEqualTo(1);
		this.time.advanceTimeBy(Duration.ofNanos(1));
		assertThat(this.counter.read().requests().completed()).isEqualTo(1);
		assertThat(request.isDisposed()).isTrue();
	}

	@Test
	void answerWhenClientLeavesShouldBeAbandonedAndFreeTheTimer() {
		Disposable request = this.controller.answer(this.response).subscribe();
		assertThat(this.time.getScheduledTaskCount()).isEqualTo(1);
		request.dispose();
		this.time.advanceTimeBy(Duration.ofSeconds(1));
		BackendCounters counters = this.counter.read();
		assertThat(counters.requests().abandoned()).isEqualTo(1);
		assertThat(counters.requests().completed()).isZero();
		assertThat(counters.requests().inFlight()).isZero();
	}

	@Test
	void answerWhenTimerRefusesShouldBeFailed() {
		this.time.dispose();
		StepVerifier.create(this.controller.answer(this.response)).verifyError(RejectedExecutionException.class);
		BackendCounters counters = this.counter.read();
		assertThat(counters.requests().failed()).isEqualTo(1);
		assertThat(counters.requests().inFlight()).isZero();
	}

	@Test
	void answerWhenLatencyChangesShouldLetThoseInFlightEndAsDrawn() {
		StepVerifier.create(this.controller.answer(this.response)).then(() -> {
			this.delays.restart(DelaySampler.of("fixed 10s"), null);
			this.time.advanceTimeBy(Duration.ofMillis(41));
		}).verifyComplete();
		assertThat(this.response.getBodyAsString().block()).isEqualTo("{\"millis\":40}");
	}

	@Test
	void answerWhenAFaultHasAShareShouldHitTheSameArrivalsInEveryRun() {
		this.faults.begin(InjectedFault.of("error", "0.3"));
		for (int k = 1; k <= 100; k++) {
			MockServerHttpResponse response = new MockServerHttpResponse();
			this.controller.answer(response).subscribe();
			this.time.advanceTimeBy(Duration.ofMillis(41));
			boolean hit = Draw.of(DelaySampler.of("fixed 1ms"), 42, k).fault() < 0.3;
			assertThat(response.getStatusCode()).isEqualTo(hit ? HttpStatus.INTERNAL_SERVER_ERROR : null);
		}
		assertThat(this.counter.read().requests().failed()).isBetween(12L, 48L);
	}

	@Test
	void answerWhenNobodySubscribesShouldCountNothing() {
		this.controller.answer(this.response);
		assertThat(this.counter.read().requests().received()).isZero();
	}

}
