package lab.webflux;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import lab.common.api.Answers.BackendAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link FanOutController}.
 */
class FanOutControllerTests {

	private final AtomicInteger asked = new AtomicInteger();

	private final Sinks.Many<BackendAnswer> answers = Sinks.many().replay().all();

	private final FanOutController fanOut = new FanOutController("app", () -> {
		int call = this.asked.getAndIncrement();
		return this.answers.asFlux().skip(call).next();
	});

	@ParameterizedTest
	@EnumSource
	void askShouldKeepTheOrder(FanOutController.Style style) {
		for (long millis = 1; millis <= 5; millis++) {
			this.answers.tryEmitNext(new BackendAnswer(millis));
		}
		assertThat(this.fanOut.ask(5, style).block()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L));
	}

	@ParameterizedTest
	@CsvSource({ "SEQUENTIAL, 1", "REACTIVE, 20" })
	void askWhenNoAnswerHasComeShouldHaveAsked(FanOutController.Style style, int calls) {
		this.fanOut.ask(20, style).subscribe();
		assertThat(this.asked).hasValue(calls);
	}

	@Test
	void askWhenACallFailsShouldCancelTheOthers() {
		AtomicInteger cancelled = new AtomicInteger();
		Mono<BackendAnswer> hangs = Mono.<BackendAnswer>never().doOnCancel(cancelled::incrementAndGet);
		Mono<BackendAnswer> fails = Mono.error(new IllegalStateException("broken"));
		FanOutController broken = new FanOutController("app",
				() -> (this.asked.incrementAndGet() == 3) ? fails : hangs);
		assertThatIllegalStateException().isThrownBy(() -> broken.ask(3, FanOutController.Style.REACTIVE).block());
		assertThat(cancelled).hasValue(2);
	}

}
