package lab.harness.model.experiment;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CpusTests {

	@Test
	void parseShouldReadAQuotaAndASet() {
		assertThat(Cpus.parse("0.5")).isEqualTo(new Cpus(0.5, false));
		assertThat(Cpus.parse("2")).isEqualTo(new Cpus(2, false));
		assertThat(Cpus.parse("set 1")).isEqualTo(new Cpus(1, true));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			half    | cannot be a number of processors; write 0.5 for a quota of their time, or
			0.05    | is out of range; accepted: a quota of 0.1 or more, or a set of 1 or more
			set 1.5 | is out of range
			-1      | cannot be a number of processors
			""")
	void parseWhenItIsNoneShouldSayWhatIsRight(String text, String message) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Cpus.parse(text))
			.withMessageContaining(message);
	}

}
