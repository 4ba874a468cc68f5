package lab.common.api;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Compute}.
 */
class ComputeTests {

	// 0+1+2+3+4 = 10; Gauss: 0..100 is 5050; 0..99,999,999 is 50,000,000 pairs of
	// 99,999,999
	@ParameterizedTest
	@CsvSource({ "0, 0", "1, 0", "2, 1", "5, 10", "101, 5050", "100000000, 4999999950000000" })
	void sumBelowShouldAddEveryNumber(int n, long sum) {
		assertThat(Compute.sumBelow(n)).isEqualTo(sum);
	}

}
