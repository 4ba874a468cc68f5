package lab.backend;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

import static org.assertj.core.api.Assertions.assertThat;

class SlowControllerTests {

	private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

	private final Ledger ledger = new Ledger(() -> this.time.now(TimeUnit.NANOSECONDS));

	private final Delays delays = new Delays(new BackendProperties(Latency.of("fixed 40.4ms"), 42));

	private final SlowController controller = new SlowController(this.delays, this.ledger, this.time);

	@Test
	void answerWhenDelayIsOverShouldSayItRounded() {
		StepVerifier.create(this.controller.answer())
			.then(() -> this.time.advanceTimeBy(Duration.ofNanos(40_400_000)))
			.expectNext(new SlowController.Answer(40))
			.verifyComplete();
		Counters counters = this.ledger.read();
		assertThat(counters.completed()).isEqualTo(1);
		assertThat(counters.drawnMillis()).isEqualTo(40.4).isEqualTo(counters.givenMillis());
		assertThat(counters.inFlightSeconds()).isEqualTo(0.0404);
	}

	@Test
	void answerWhenDelayIsNotOverShouldWait() {
		Disposable request = this.controller.answer().subscribe();
		this.time.advanceTimeBy(Duration.ofNanos(40_399_999));
		assertThat(this.ledger.read().inFlight()).isEqualTo(1);
		this.time.advanceTimeBy(Duration.ofNanos(1));
		assertThat(this.ledger.read().completed()).isEqualTo(1);
		assertThat(request.isDisposed()).isTrue();
	}

	@Test
	void answerWhenClientLeavesShouldBeAbandonedAndFreeTheTimer() {
		Disposable request = this.controller.answer().subscribe();
		assertThat(this.time.getScheduledTaskCount()).isEqualTo(1);
		request.dispose();
		this.time.advanceTimeBy(Duration.ofSeconds(1));
		Counters counters = this.ledger.read();
		assertThat(counters.abandoned()).isEqualTo(1);
		assertThat(counters.completed()).isZero();
		assertThat(counters.inFlight()).isZero();
	}

	@Test
	void answerWhenTimerRefusesShouldBeFailed() {
		this.time.dispose();
		StepVerifier.create(this.controller.answer()).verifyError(RejectedExecutionException.class);
		Counters counters = this.ledger.read();
		assertThat(counters.failed()).isEqualTo(1);
		assertThat(counters.inFlight()).isZero();
	}

	@Test
	void answerWhenLatencyChangesShouldLetThoseInFlightEndAsDrawn() {
		StepVerifier.create(this.controller.answer()).then(() -> {
			this.delays.restart(Latency.of("fixed 10s"), null);
			this.time.advanceTimeBy(Duration.ofMillis(41));
		}).expectNext(new SlowController.Answer(40)).verifyComplete();
	}

	@Test
	void answerWhenNobodySubscribesShouldCountNothing() {
		this.controller.answer();
		assertThat(this.ledger.read().received()).isZero();
	}

}
