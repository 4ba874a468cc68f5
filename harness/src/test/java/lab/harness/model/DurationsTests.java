package lab.harness.model;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DurationsTests {

	@ParameterizedTest
	@CsvSource({ "250ms,250", "1s,1000", "2.5s,2500", "1m,60000", "0s,0" })
	void parseWhenNumberWithUnitShouldReadIt(String text, long millis) {
		assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
	}

	@ParameterizedTest
	@ValueSource(strings = { "60", "sixty seconds", "-1s", "1h", "1s 5ms", "" })
	void parseWhenInvalidShouldSayWhatIs(String text) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Durations.parse(text))
			.withMessageContaining("invalid duration '" + text + "'")
			.withMessageContaining("250ms");
	}

	@ParameterizedTest
	@CsvSource({ "250,250ms", "1000,1s", "2500,2500ms", "60000,1m", "90000,90s", "0,0s" })
	void formatWhenReadAgainShouldBeTheSame(long millis, String text) {
		assertThat(Durations.format(Duration.ofMillis(millis))).isEqualTo(text);
		assertThat(Durations.parse(text).toMillis()).isEqualTo(millis);
	}

	@Test
	void formatWhenHalfSecondShouldStayWhole() {
		assertThat(Durations.format(Duration.ofMillis(1500))).isEqualTo("1500ms");
	}

}
