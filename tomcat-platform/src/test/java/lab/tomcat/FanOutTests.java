package lab.tomcat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import lab.common.api.BackendAnswer;
import lab.common.failure.BackendException;
import lab.common.ledger.Ledger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FanOut}.
 */
class FanOutTests {

	private final AtomicLong asked = new AtomicLong();

	private @Nullable RestClientException failure;

	private final FanOut fanOut = new FanOut(new Backend(this::answer, HttpLibrary.APACHE.failures, new Ledger()), 2);

	@AfterEach
	void close() {
		this.fanOut.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "sequential", "futures", "completable-futures", "virtual-threads" })
	void askShouldCallAsOftenAsAsked(String style) {
		assertThat(this.fanOut.ask(5, style)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
	}

	@ParameterizedTest
	@ValueSource(strings = { "sequential", "futures", "completable-futures", "virtual-threads" })
	void askWhenBackendFailsShouldThrowWhatItThrew(String style) {
		this.failure = new ResourceAccessException("down");
		assertThatExceptionOfType(BackendException.class).isThrownBy(() -> this.fanOut.ask(3, style))
			.withCause(this.failure);
	}

	@Test
	void askWhenSequentialShouldKeepTheOrder() {
		assertThat(this.fanOut.ask(3, "sequential")).isEqualTo(List.of(1L, 2L, 3L));
	}

	@Test
	void askWhenStyleIsOfAnotherAppShouldListThoseItHas() {
		assertThatExceptionOfType(ResponseStatusException.class).isThrownBy(() -> this.fanOut.ask(3, "reactive"))
			.withMessageContaining(
					"style must be one of sequential, futures, completable-futures, virtual-threads, not 'reactive'");
	}

	private BackendAnswer answer() {
		if (this.failure != null) {
			throw this.failure;
		}
		return new BackendAnswer(this.asked.incrementAndGet());
	}

}
