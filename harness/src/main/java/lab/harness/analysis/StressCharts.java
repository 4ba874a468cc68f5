package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import lab.harness.probe.Sample;
import lab.harness.probe.Stress.Applied;
import lab.harness.target.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * The course of a run under stress. The lists of the generator have a value for each step
 * of the throughput, those of the app one for each point.
 *
 * @param errors failed requests a second by cause
 * @param latencyMillis mean time of what ended in the step, failed or not, null without
 * @param inFlight requests on their way, as the generator counts them
 * @param app what the app told
 * @param faults when something was wrong
 */
public record StressCharts(Map<String, List<Double>> errors, List<Millis> latencyMillis, List<Double> inFlight,
		List<AppPoint> app, List<Shade> faults) {

	/**
	 * A mean time.
	 *
	 * @param mean milliseconds, or null where nothing ended
	 */
	public record Millis(@Nullable Double mean) {
	}

	/**
	 * What the app told at one moment.
	 *
	 * @param second seconds since the start of the load
	 * @param inFlight requests that it was serving
	 * @param breaker 0 closed, 1 half-open, 2 open; null where it does not tell
	 */
	public record AppPoint(double second, long inFlight, @Nullable Integer breaker) {
	}

	/**
	 * Something wrong.
	 *
	 * @param kind what
	 * @param begin seconds since the start of the load
	 * @param end the same; null where nothing lifts it
	 */
	public record Shade(String kind, double begin, @Nullable Double end) {
	}

	static @Nullable StressCharts of(Measured run, List<Sample> samples) {
		if (!run.isStressed()) {
			return null;
		}
		LoadStory story = run.load().story();
		SecondCounts successes = run.load().successes();
		List<AppPoint> points = new ArrayList<>();
		int every = Math.max(1, Math.ceilDiv(samples.size(), SecondCounts.MOST));
		for (int i = 0; i < samples.size(); i += every) {
			Sample sample = samples.get(i);
			points.add(new AppPoint(successes.secondsAt(sample.at()), sample.ledger().inFlight(),
					breaker(sample.ledger().guard())));
		}
		return new StressCharts(story.errors(), story.latency(), story.inFlight(), points,
				run.faults().stream().map((applied) -> shade(applied, successes)).toList());
	}

	private static Shade shade(Applied applied, SecondCounts successes) {
		Long endedAt = applied.endedAt();
		return new Shade(applied.fault().kind().toString(), successes.secondsAt(applied.beganAt()),
				(endedAt != null) ? successes.secondsAt(endedAt) : null);
	}

	private static @Nullable Integer breaker(AppLedger.@Nullable Guard guard) {
		if (guard == null) {
			return null;
		}
		return switch (guard.breaker()) {
			case "closed" -> 0;
			case "half-open" -> 1;
			default -> 2;
		};
	}

}
