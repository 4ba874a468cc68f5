package lab.harness.run;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CapacityTests {

	@ParameterizedTest
	@CsvSource({ "400, 95, 380", "412.4, 50, 206", "0.4, 30, 1" })
	void rateShouldBeAShareOfTheCapacityAndAtLeastOne(double capacity, double percent, int rate) {
		assertThat(Capacity.rate(capacity, percent)).isEqualTo(rate);
	}

}
