package lab.common.api;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Argument}.
 */
class ArgumentTests {

	@Test
	void parseWhenAtTheEdgesShouldTakeThem() {
		assertThat(Argument.CALLS.parse("1")).isEqualTo(1);
		assertThat(Argument.CALLS.parse("20")).isEqualTo(20);
		assertThat(Argument.N.parse("100000000")).isEqualTo(100_000_000);
		assertThat(Argument.MILLIS.parse("0")).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "21", "-1", "three", "1.5", "", " 3", "99999999999" })
	void parseWhenOutsideShouldAnswerWithTheRange(String text) {
		assertThatExceptionOfType(ResponseStatusException.class).isThrownBy(() -> Argument.CALLS.parse(text))
			.satisfies((ex) -> {
				assertThat(ex.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
				assertThat(ex.getReason()).isEqualTo("calls must be a whole number from 1 to 20, not '" + text + "'");
			});
	}

	@Test
	void unknownShouldListWhatIsKnown() {
		ResponseStatusException ex = Argument.unknown("style", List.of("sequential", "reactive"), "futures");
		assertThat(ex.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(ex.getReason()).isEqualTo("style must be one of sequential, reactive, not 'futures'");
	}

}
