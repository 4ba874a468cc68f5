package lab.harness.analysis;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

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
		return of(variant, round, null, 0, Map.of());
	}

	/**
	 * The same, of which is known what was asked beside the load.
	 * @param requestThreads threads that the app has, or null for no limit
	 * @param mostInFlight requests at work in it
	 * @param beside by what was asked
	 */
	static RunResult of(String variant, int round, @Nullable Integer requestThreads, long mostInFlight,
			Map<String, AnsweredBeside> beside) {
		StressResult stress = new StressResult(200.0, null, List.of(), 0, 0, mostInFlight, 0, null, null, null, null,
				null, Map.of(), Map.of(), 0, Map.of(), null, beside, null, null, null, null,
				Map.of("law", "arrivals wait for nobody"));
		return new RunResult(variant, 200, round, true, 20, 10, null, null, null, null, null, null, requestThreads,
				null, null, null, 0, Map.of(), null, null, null, null, null, null, List.of(), null, stress);
	}

}
