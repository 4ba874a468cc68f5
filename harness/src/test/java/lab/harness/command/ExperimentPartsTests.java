package lab.harness.command;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.model.ExperimentFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ExperimentPartsTests {

	/** The rest of a quarter of 75 minutes is for repeated runs and for other tests. */
	private static final Duration LONGEST = Duration.ofMinutes(45);

	private final List<ExperimentParts> quarters = Stream.of("1/4", "2/4", "3/4", "4/4")
		.map(ExperimentParts::of)
		.toList();

	@Test
	void ofShouldDealEveryExperimentOnce() {
		assertThat(this.quarters).flatExtracting(ExperimentParts::part)
			.extracting(ExperimentParts.Quick::name)
			.containsExactlyInAnyOrderElementsOf(ExperimentFile.names(ExperimentParts.EXPERIMENTS));
		assertThat(ExperimentParts.of("").part()).hasSize(ExperimentFile.names(ExperimentParts.EXPERIMENTS).size());
	}

	@Test
	void ofShouldMakeQuartersThatLastAboutTheSame() {
		assertThat(this.quarters).extracting(ExperimentParts::expected)
			.allSatisfy((expected) -> assertThat(expected).isLessThan(LONGEST)
				.isCloseTo(this.quarters.getFirst().expected(), Duration.ofMinutes(1)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "5/4", "0/4", "1", "quarter" })
	void ofWhenThereIsNoSuchPartShouldSayWhatIsRight(String part) {
		assertThatIllegalArgumentException().isThrownBy(() -> ExperimentParts.of(part))
			.withMessage("lab.part: '" + part + "' is not a part such as 2/4");
	}

}
