package lab.tomcat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import lab.common.api.Answers.BackendAnswer;
import lab.common.client.BackendException;
import lab.common.client.Cause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FanOutController}.
 */
class FanOutControllerTests {

	private final AtomicLong asked = new AtomicLong();

	private volatile boolean failing;

	private final FanOutController fanOut = new FanOutController("app", this::answer, 2);

	@AfterEach
	void close() {
		this.fanOut.close();
	}

	@ParameterizedTest
	@EnumSource
	void askShouldCallAsOftenAsAsked(FanOutController.Style style) {
		assertThat(this.fanOut.ask(5, style)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
	}

	@ParameterizedTest
	@EnumSource
	void askWhenBackendFailsShouldThrowWhatItThrew(FanOutController.Style style) {
		this.failing = true;
		assertThatExceptionOfType(BackendException.class).isThrownBy(() -> this.fanOut.ask(3, style))
			.withMessage("reset");
	}

	@Test
	void askWhenSequentialShouldKeepTheOrder() {
		assertThat(this.fanOut.ask(3, FanOutController.Style.SEQUENTIAL)).isEqualTo(List.of(1L, 2L, 3L));
	}

	private BackendAnswer answer() {
		long call = this.asked.incrementAndGet();
		if (this.failing) {
			throw new BackendException(Cause.RESET, new IllegalStateException());
		}
		return new BackendAnswer(call);
	}

}
