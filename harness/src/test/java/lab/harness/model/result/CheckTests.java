package lab.harness.model.result;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CheckTests {

	/** A limit is calculated, so it may miss a whole number by a rounding error. */
	@ParameterizedTest
	@CsvSource({ "5, -5..5", "5.000000000000001, -5..5", "10.00004, -10..10", "0.08, -0.08..0.08",
			"1.05, -1.05..1.05" })
	void withinShouldShowItsLimitsInFourPlaces(double limit, String shown) {
		assertThat(Check.within(CheckKind.LAW, 1, -limit, limit).limit()).isEqualTo(shown);
	}

}
