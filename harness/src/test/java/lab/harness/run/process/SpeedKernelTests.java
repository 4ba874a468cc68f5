package lab.harness.run.process;

import lab.harness.model.result.Placement;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SpeedKernelTests {

	/** Speeds are comparable only if the kernel never changes. */
	@Test
	void passShouldAlwaysComputeTheSame() {
		assertThat(new SpeedKernel().pass()).isEqualTo(-7468654090255873692L);
	}

	/** The slowest machine that could serve a load is far above a twentieth. */
	@Test
	void speedShouldBeNearThatOfTheReference() throws InterruptedException {
		assertThat(SpeedKernel.speed(Placement.SHARED)).isBetween(0.05, 20.0);
	}

}
