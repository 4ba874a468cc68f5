package lab.harness.experiment;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExperimentsTests {

	private static final Experiments SHIPPED = new Experiments(Path.of("../experiments"));

	@ParameterizedTest
	@MethodSource("names")
	void readWhenShippedShouldBeValid(String name) {
		assertThat(SHIPPED.read(name).question()).endsWith("?");
	}

	static List<String> names() {
		return SHIPPED.names();
	}

	@Test
	void readWhenUnknownShouldListWhatThereIs() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> SHIPPED.read("comparision"))
			.withMessageContaining("there is no experiment 'comparision'")
			.withMessageContaining("comparison");
	}

	@ParameterizedTest
	@ValueSource(strings = { "../comparison", "..", "a/b", "/etc/passwd", "Comparison", "" })
	void readWhenNoNameShouldRefuseIt(String name) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> SHIPPED.read(name))
			.withMessageContaining("'" + name + "' is no name");
	}

	@Test
	void namesWhenFolderIsMissingShouldSaySo() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> new Experiments(Path.of("nowhere")).names())
			.withMessageContaining("nowhere");
	}

}
