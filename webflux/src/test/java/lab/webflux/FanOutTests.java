package lab.webflux;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import lab.common.api.BackendAnswer;
import lab.common.failure.BackendException;
import lab.common.failure.BackendFailures;
import lab.common.failure.Cause;
import lab.common.ledger.Ledger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FanOut}.
 */
class FanOutTests {

	private final AtomicInteger asked = new AtomicInteger();

	private final Sinks.Many<BackendAnswer> answers = Sinks.many().replay().all();

	private final BackendFailures failures = new HttpClientConfiguration().backendFailures();

	private final FanOut fanOut = new FanOut(new Backend(() -> {
		int call = this.asked.getAndIncrement();
		return this.answers.asFlux().skip(call).next();
	}, this.failures, new Ledger()));

	@ParameterizedTest
	@ValueSource(strings = { "sequential", "reactive" })
	void askShouldKeepTheOrder(String style) {
		for (long millis = 1; millis <= 5; millis++) {
			this.answers.tryEmitNext(new BackendAnswer(millis));
		}
		assertThat(this.fanOut.ask(5, style).block()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L));
	}

	@ParameterizedTest
	@CsvSource({ "sequential, 1", "reactive, 20" })
	void askWhenNoAnswerHasComeShouldHaveAsked(String style, int calls) {
		this.fanOut.ask(20, style).subscribe();
		assertThat(this.asked).hasValue(calls);
	}

	@Test
	void askWhenAnAnswerIsEmptyShouldFail() {
		FanOut empty = new FanOut(new Backend(Mono::empty, this.failures, new Ledger()));
		assertThatExceptionOfType(BackendException.class).isThrownBy(() -> empty.ask(2, "reactive").block())
			.extracting(BackendException::reason)
			.isEqualTo(Cause.UNUSABLE);
	}

	@Test
	void askWhenStyleIsOfAnotherAppShouldListThoseItHas() {
		assertThatExceptionOfType(ResponseStatusException.class).isThrownBy(() -> this.fanOut.ask(3, "futures"))
			.withMessageContaining("style must be one of sequential, reactive, not 'futures'");
	}

}
