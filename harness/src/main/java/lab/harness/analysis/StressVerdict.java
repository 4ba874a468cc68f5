package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import lab.harness.probe.Beside.Asked;

/**
 * The answer in words for runs under stress: how far each fell, when it was back, what it
 * lost, and what else suffered.
 */
final class StressVerdict {

	/** What is asked beside the load suffers when it keeps less of its rate. */
	private static final double KEPT = 0.95;

	private StressVerdict() {
	}

	/**
	 * The words.
	 * @param runs the runs, as they were made
	 * @param variants their names, as the experiment has them
	 * @param complete whether every planned run was finished
	 */
	static String words(List<RunResult> runs, List<String> variants, boolean complete) {
		boolean onePoint = runs.stream().map(RunResult::users).distinct().count() == 1;
		boolean oneRound = runs.stream().map(RunResult::round).distinct().count() == 1;
		return (complete ? "" : "Incomplete, of the runs that were finished: ") + runs.stream()
			.sorted(RunResult.order(variants))
			.map((run) -> run.variant() + (onePoint ? "" : " at " + run.point())
					+ (oneRound ? "" : ", round " + run.round()) + ": " + of(run) + ".")
			.collect(Collectors.joining(" "));
	}

	private static String of(RunResult run) {
		StressResult stress = run.stress();
		if (stress == null) {
			return round(run.throughput()) + " req/s";
		}
		List<String> words = new ArrayList<>();
		Double before = stress.before();
		if (before != null) {
			words.add(round(before) + " req/s before");
		}
		else {
			words.add(round(run.throughput()) + " req/s answered well");
		}
		for (FaultSpan fault : stress.faults()) {
			Double lowest = fault.lowest();
			Double seconds = fault.secondsToRecover();
			if (lowest != null) {
				words.add(round(lowest) + " at the lowest under " + fault.kind() + ", "
						+ ((seconds != null) ? "back " + round(seconds) + " s after it" : "not back before the end"));
			}
		}
		words.add(stress.lost() + " lost without an answer");
		if (stress.turnedAway() > 0) {
			words.add(stress.turnedAway() + " sent after it was told to end were dropped");
		}
		kept(stress, Asked.SLEEP).ifPresent((share) -> words.add("/sleep/1 kept " + share + why(run, stress)));
		kept(stress, Asked.HEALTH).ifPresent((share) -> words.add("health kept " + share));
		if (stress.end() != null || stress.inFlightAfter() > 0) {
			words.add("the app " + stress.ending());
		}
		return String.join("; ", words);
	}

	private static Optional<String> kept(StressResult stress, String what) {
		return Optional.ofNullable(stress.beside().get(what))
			.map(AnsweredBeside::kept)
			.filter((kept) -> kept < KEPT)
			.map((kept) -> round(100 * kept) + " % of its rate");
	}

	/** Why even a request that does not call the backend was not answered. */
	private static String why(RunResult run, StressResult stress) {
		Integer threads = run.requestThreads();
		return (threads != null && stress.mostInFlight() >= threads)
				? ", since all " + threads + " request threads were taken" : "";
	}

	private static String round(double value) {
		return String.format(Locale.ROOT, (value < 10 && value != Math.rint(value)) ? "%.1f" : "%.0f", value);
	}

}
