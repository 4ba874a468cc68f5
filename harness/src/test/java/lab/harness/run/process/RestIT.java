package lab.harness.run.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import lab.harness.model.result.CheckKind;
import lab.harness.model.result.MachineSpeed;
import lab.harness.model.result.Placement;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How much the speed of a machine changes while nothing runs on it, which the limit of
 * {@link CheckKind#MACHINE_SPEED} allows. It takes 18 minutes and needs a quiet machine:
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=RestIT}.
 */
class RestIT {

	private static final int RESTS = 50;

	private static final Duration REST = Duration.ofSeconds(20);

	@Test
	void speedWhenTheMachineRestsShouldStayWithinTheLimit() throws InterruptedException {
		List<Double> drifts = new ArrayList<>();
		double before = SpeedKernel.speed(Placement.SHARED);
		for (int rest = 0; rest < RESTS; rest++) {
			await().pollDelay(REST).timeout(REST.multipliedBy(2)).until(() -> true);
			double after = SpeedKernel.speed(Placement.SHARED);
			drifts.add(Math.abs(new MachineSpeed(before, after).drift()));
			before = after;
		}
		Collections.sort(drifts);
		System.out.printf(
				"Drift of the speed in %d rests of %d s: median %.2f %%, 90th percentile %.2f %%, most %.2f %%%n",
				RESTS, REST.toSeconds(), 100 * drifts.get(RESTS / 2), 100 * drifts.get(RESTS * 9 / 10),
				100 * drifts.getLast());
		assertThat(MachineSpeed.check(drifts.getLast()).ok()).as("%s", drifts).isTrue();
	}

}
