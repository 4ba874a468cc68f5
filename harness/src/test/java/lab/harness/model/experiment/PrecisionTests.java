package lab.harness.model.experiment;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PrecisionTests {

	@Test
	void parseShouldReadAPercentage() {
		assertThat(Precision.parse("2%")).isEqualTo(new Precision(0.02, 5));
		assertThat(Precision.parse("0.7 %").wanted()).isEqualTo(0.007);
	}

	@ParameterizedTest
	@ValueSource(strings = { "2", "%", "0%", "0.001%", "50.01%", "100%", "-1%", "x%" })
	void parseWhenItIsNoPercentageInRangeShouldRefuseIt(String text) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Precision.parse(text))
			.withMessage("invalid precision '" + text + "'; write a percentage from 0.01% to 50%, such as 2%");
	}

}
