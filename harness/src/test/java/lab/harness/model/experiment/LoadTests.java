package lab.harness.model.experiment;

import java.nio.file.Path;
import java.time.Duration;

import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
	void thinkShouldBeThatOfAllUsers() {
		Load load = load(null, SECOND.multipliedBy(60), Duration.ofMillis(2500));
		assertThat(load.whileWarmingUp(500).think()).isEqualTo(load.think());
		assertThat(load.whileWarmingUp(20).think()).isNull();
		assertThat(load.at(new Point(Axis.USERS, 7)).think()).isEqualTo(load.think());
		assertThat(load.resolved(Path.of("a.yml"))).isEqualTo(load);
	}

	@Test
	void thinkWhenArrivalsAreOpenOrTheLoadIsTooShortShouldBeRefused() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> load(5, SECOND.multipliedBy(60), SECOND))
			.withMessageContaining("think")
			.withMessageContaining("leave out rate or think");
		// A ramp of 4 s, 4 s more, and 4 s in which users think before and after.
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> load(null, SECOND.multipliedBy(11), SECOND.multipliedBy(2)))
			.withMessageContaining("11s is too short; with a ramp of 4s and users who think for 2s it must be 12s");
	}

	private static Load load(@Nullable Integer rate, Duration measure, Duration think) {
		return new Load(Request.get("/"), 500, rate, SECOND.multipliedBy(4), Load.WarmUp.of(SECOND), measure, SECOND,
				think);
	}

	@Test
	void generatorUsersWhenArrivalsAreOpenShouldFollowLittlesLaw() {
		Load open = new Load(Request.get("/"), 500, 1200, SECOND, Load.WarmUp.of(SECOND), SECOND.multipliedBy(9),
				SECOND.multipliedBy(2));
		// 1.25 x 1200 a second x 2 s, and 10.
		assertThat(open.generatorUsers()).isEqualTo(3010);
	}

}
