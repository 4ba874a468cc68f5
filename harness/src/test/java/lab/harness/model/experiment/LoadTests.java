package lab.harness.model.experiment;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Load}.
 */
class LoadTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	@Test
	void whileWarmingUpWhenArrivalsAreOpenShouldBeAClosedWorkloadOnTheSamePath() {
		Load open = new Load(Request.get("/guarded"), 500, 500, SECOND.multipliedBy(8),
				Load.WarmUp.of(SECOND.multipliedBy(6)), SECOND.multipliedBy(40), SECOND);
		Load warmUp = open.whileWarmingUp(50);
		assertThat(warmUp.open()).isFalse();
		assertThat(warmUp.plan()).isEqualTo("closed-loop");
		assertThat(warmUp.request().path().first()).isEqualTo("/guarded");
		assertThat(warmUp.users()).isEqualTo(50);
		assertThat(warmUp.warmUp().warmUp()).isEqualTo(SECOND.multipliedBy(6));
	}

	@Test
	void whileWarmingUpWhenTheWorkloadIsClosedShouldHaveItsUsersOrThoseOfTheWarmUp() {
		Load closed = new Load(Request.get("/"), 500, null, SECOND, Load.WarmUp.of(SECOND), SECOND.multipliedBy(9),
				SECOND);
		assertThat(closed.whileWarmingUp(500).users()).isEqualTo(500);
		assertThat(closed.whileWarmingUp(20).users()).isEqualTo(20);
		Load own = new Load(Request.get("/"), 500, null, SECOND, new Load.WarmUp(SECOND, 7, 1, null),
				SECOND.multipliedBy(9), SECOND);
		assertThat(own.whileWarmingUp(20).users()).isEqualTo(7);
	}

	@Test
	void whileWarmingUpWhenItHasAPathOfItsOwnShouldAskOnlyThat() {
		Load.WarmUp light = new Load.WarmUp(SECOND, null, 1, Paths.of("/compute/5"));
		Load load = new Load(Request.get("/compute/5000000"), 9, null, SECOND, light, SECOND.multipliedBy(9), SECOND);
		assertThat(load.whileWarmingUp(20).request()).isEqualTo(Request.get("/compute/5"));
		assertThat(load.request()).isEqualTo(Request.get("/compute/5000000"));
	}

	@Test
	void whileWarmingUpWhenOpenArrivalsHaveNoRampShouldHaveAWindowAllTheSame() {
		Load open = new Load(Request.get("/"), 500, 5, Duration.ZERO, Load.WarmUp.of(SECOND), SECOND.multipliedBy(4),
				SECOND);
		assertThat(open.whileWarmingUp(50).ramp()).isEqualTo(SECOND);
	}

	@Test
	void generatorUsersWhenArrivalsAreOpenShouldFollowLittlesLaw() {
		Load open = new Load(Request.get("/"), 500, 1200, SECOND, Load.WarmUp.of(SECOND), SECOND.multipliedBy(9),
				SECOND.multipliedBy(2));
		// 1.25 x 1200 a second x 2 s, and 10.
		assertThat(open.generatorUsers()).isEqualTo(3010);
	}

}
