package lab.programs;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OptionsTests {

	@Test
	void ofWhenGivenWhatBenchGivesShouldReadIt() {
		Options options = of("--json", "--variant=monitor-21", "--carriers=2", "--quick");
		assertThat(options.has("json")).isTrue();
		assertThat(options.has("quick")).isTrue();
		assertThat(options.number("carriers", 4)).isEqualTo(2);
	}

	@Test
	void ofWhenEmptyShouldLeaveDefaults() {
		Options options = of();
		assertThat(options.has("json")).isFalse();
		assertThat(options.number("carriers", 4)).isEqualTo(4);
		assertThat(options.choose("unit", TimeUnit.class)).isEqualTo(List.of(TimeUnit.values()));
	}

	@Test
	void ofWhenArgumentIsUnknownShouldNameTheAccepted() {
		assertThatIllegalArgumentException().isThrownBy(() -> of("--carrier=2"))
			.withMessage("unknown argument '--carrier=2'; accepted: --json, --quick, --variant, --unit, --carriers");
	}

	@Test
	void chooseWhenNamedShouldReturnThatConstantAlone() {
		assertThat(of("--unit=days").choose("unit", TimeUnit.class)).containsExactly(TimeUnit.DAYS);
	}

	@Test
	void chooseWhenThereIsNoneShouldNameTheAccepted() {
		assertThatIllegalArgumentException().isThrownBy(() -> of("--unit=years").choose("unit", TimeUnit.class))
			.withMessageStartingWith("unknown --unit=years; accepted: [nanoseconds");
	}

	private static Options of(String... arguments) {
		return Options.of(arguments, "unit", "carriers");
	}

}
