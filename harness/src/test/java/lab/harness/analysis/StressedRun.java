package lab.harness.analysis;

import java.util.List;
import java.util.Map;

/**
 * Runs under stress with 200 arrivals a second, of which little is known but what they
 * answered and lost.
 */
public final class StressedRun {

	private StressedRun() {
	}

	/**
	 * A valid run that answered 10 req/s and lost nothing.
	 * @param variant name of the arm
	 * @param round 1 for the first
	 */
	public static RunResult of(String variant, int round) {
		StressResult stress = new StressResult(200.0, null, List.of(), 0, 0, null, null, null, null, null, Map.of(),
				Map.of(), 0, Map.of(), null, Map.of(), null, null, null, null,
				Map.of("law", "arrivals wait for nobody"));
		return new RunResult(variant, 200, round, true, 20, 10, null, null, null, null, null, null, null, null, null,
				null, 0, Map.of(), null, null, null, null, null, null, List.of(), null, stress);
	}

}
