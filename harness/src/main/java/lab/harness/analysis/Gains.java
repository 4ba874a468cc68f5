package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * What a model without a thread for each request gains at a load point where no arm is
 * limited by its threads. Derived from the runs: an arm gains when the interval of its
 * throughput over that of the first arm with a thread limit lies above 1.
 */
final class Gains {

	private final Summaries summaries;

	private final List<RunResult> runs;

	Gains(Summaries summaries, List<RunResult> runs) {
		this.summaries = summaries;
		this.runs = runs;
	}

	/**
	 * A sentence that begins with a space, or nothing where threads limit an arm or there
	 * is nothing to compare.
	 * @param arms the arms at one load point, in the order of the experiment
	 */
	String words(List<Summary> arms) {
		Set<@Nullable String> limits = new LinkedHashSet<>();
		arms.forEach((arm) -> runsOf(arm).forEach((run) -> limits.add(run.limitedBy())));
		Summary base = arms.stream().filter((arm) -> threads(arm) != null).findFirst().orElse(null);
		if (base == null || arms.size() < 2 || limits.size() != 1
				|| !(limits.contains("users") || limits.contains("CPU"))) {
			return "";
		}
		String reason = limits.contains("CPU") ? "The CPU is the limit of every arm"
				: threads(base) + " request threads are no limit here";
		List<String> better = new ArrayList<>();
		Set<String> models = new LinkedHashSet<>();
		for (Summary arm : arms) {
			if (arm != base) {
				Interval ratio = this.summaries.ratio(this.runs, arm, base);
				if (ratio.low() > 1) {
					better.add(arm.variant() + " is " + round(ratio.mean()) + " times " + base.variant() + " ("
							+ round(ratio.low()) + ".." + round(ratio.high()) + ")");
				}
				models.add(model(arm, base));
			}
		}
		String gain = better.isEmpty() ? "nothing is gained by " + join(List.copyOf(models))
				: join(better) + ((better.size() < arms.size() - 1) ? ", the others gain nothing" : "");
		return " " + reason + ": " + gain + ".";
	}

	private String model(Summary arm, Summary base) {
		String model = this.summaries.app(arm.variant()).model();
		if (!model.equals(this.summaries.app(base.variant()).model())) {
			return model;
		}
		Integer mine = threads(arm);
		Integer other = threads(base);
		return (mine == null || other == null || mine.equals(other)) ? arm.variant()
				: ((mine > other) ? "more" : "fewer") + " request threads";
	}

	private @Nullable Integer threads(Summary arm) {
		return runsOf(arm).getFirst().requestThreads();
	}

	private List<RunResult> runsOf(Summary arm) {
		return Summaries.runsOf(this.runs, arm.variant(), arm.users());
	}

	private static String join(List<String> words) {
		return (words.size() < 2) ? String.join("", words)
				: words.stream().limit(words.size() - 1L).collect(Collectors.joining(", ")) + " and " + words.getLast();
	}

	private static String round(double value) {
		return String.format(Locale.ROOT, "%.3f", value);
	}

}
