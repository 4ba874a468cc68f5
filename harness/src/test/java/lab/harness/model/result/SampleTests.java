package lab.harness.model.result;

import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.model.result.Sample.Processes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SampleTests {

	/**
	 * A saturated app answered 400 ms after the question, in which it used 400 ms of CPU
	 * time.
	 */
	@Test
	void halfWayShouldHaveTheCpuTimeOfTheMiddle() {
		Processes before = new Processes(new ProcessSample(10_000, 1, 2, 3, null),
				new ProcessSample(500, 1, 2, 3, null), null);
		Processes after = new Processes(new ProcessSample(10_400, 5, 6, 7, null), new ProcessSample(510, 5, 6, 7, null),
				new ProcessSample(40, 5, 6, 7, null));
		assertThat(after.halfWayFrom(before)).isEqualTo(new Processes(new ProcessSample(10_200, 5, 6, 7, null),
				new ProcessSample(505, 5, 6, 7, null), new ProcessSample(40, 5, 6, 7, null)));
	}

}
