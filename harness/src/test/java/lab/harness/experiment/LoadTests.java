package lab.harness.experiment;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Load}.
 */
class LoadTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	@Test
	void whileWarmingUpWhenArrivalsAreOpenShouldBeAClosedWorkloadOnTheSamePath() {
		Load open = new Load("open-arrivals", "/guarded", List.of(), Duration.ofSeconds(8), SECOND.multipliedBy(6),
				SECOND.multipliedBy(40), SECOND, null, List.of(500));
		Load warmUp = open.whileWarmingUp();
		assertThat(warmUp.open()).isFalse();
		assertThat(warmUp.plan()).isEqualTo("closed-loop");
		assertThat(warmUp.path()).isEqualTo("/guarded");
		assertThat(warmUp.warmUpUsers()).isEqualTo(50);
		assertThat(warmUp.warmUp()).isEqualTo(SECOND.multipliedBy(6));
	}

	@Test
	void whileWarmingUpWhenTheWorkloadIsClosedShouldBeTheSame() {
		Load closed = new Load("closed-loop", "/", List.of(500), SECOND, SECOND, SECOND.multipliedBy(9), SECOND, 7);
		assertThat(closed.whileWarmingUp()).isSameAs(closed);
	}

}
