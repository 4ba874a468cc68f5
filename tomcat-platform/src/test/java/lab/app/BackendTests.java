package lab.app;

import lab.terms.api.BackendAnswer;
import org.junit.jupiter.api.Test;

import org.springframework.web.client.RestClientException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Backend}.
 */
class BackendTests {

	@Test
	void millisShouldBeThoseOfTheAnswer() {
		assertThat(new Backend(() -> new BackendAnswer(512)).millis()).isEqualTo(512);
	}

	@Test
	void millisWhenTheAnswerIsEmptyShouldFail() {
		assertThatExceptionOfType(RestClientException.class).isThrownBy(() -> new Backend(() -> null).millis());
	}

}
