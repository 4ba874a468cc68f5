package lab.harness.command;

import java.util.List;

import lab.harness.analysis.Check;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TriesTests {

	private static final List<Check> UNSTEADY = List.of(new Check("steady", 1.1, "0.98..1.02", false));

	private static final List<Check> STOLEN = List.of(UNSTEADY.getFirst(),
			new Check("machine-steal", 0.02, "<= 0.01", false));

	/** Two for each of four runs. */
	private final Tries tries = new Tries(2, 4);

	@Test
	void isLeftWhenTheRunHadItsOwnShouldBeFalse() {
		assertThat(this.tries.isLeft(UNSTEADY, 1, 7)).isTrue();
		assertThat(this.tries.isLeft(UNSTEADY, 2, 2)).isFalse();
	}

	@Test
	void isLeftWhenTimeWasStolenShouldTakeThoseOfAllRuns() {
		assertThat(this.tries.isLeft(STOLEN, 5, 7)).isTrue();
		assertThat(this.tries.isLeft(STOLEN, 0, 8)).isFalse();
	}

}
