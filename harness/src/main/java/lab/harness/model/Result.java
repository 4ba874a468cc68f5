package lab.harness.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The result of an experiment, {@code result.json}.
 *
 * @param header what was asked, and whether there is an answer
 * @param environment the machine and the code, or null for a JTL
 * @param runs the runs, in the order in which they were made
 * @param summary the runs by variant and point
 * @param effects what the source claims, and whether it was seen
 * @param verdict the answer, a sentence each
 */
public record Result(@JsonUnwrapped Header header, @Nullable Environment environment, List<RunResult> runs,
		List<Summary> summary, List<EffectResult> effects, List<String> verdict) {

	/** The version that this code writes. */
	public static final int SCHEMA_VERSION = 2;

	/** Its name, in the folder of a result. */
	public static final String FILE = "result.json";

	/**
	 * What was asked, and whether there is an answer.
	 *
	 * @param schemaVersion version of this form, {@value #SCHEMA_VERSION}
	 * @param experiment name of the experiment
	 * @param plan what was asked
	 * @param seed rules the order of the runs and the delays
	 * @param valid whether every planned run was finished and is valid
	 * @param disturbed whether every planned run was finished, some are invalid, and all
	 * checks that they failed blame the machine: repeat it when other programs are gone
	 * @param complete whether every planned run was finished
	 */
	public record Header(int schemaVersion, String experiment, Plan plan, long seed, boolean valid, boolean disturbed,
			boolean complete) {
	}

	/**
	 * What was asked.
	 *
	 * @param about the question, and where it comes from
	 * @param startedAt when the first run began, or null for a JTL
	 * @param rounds blocks of runs
	 * @param quick whether the windows are short, not to be set against published
	 * figures: in the forms {@code quick} and {@code lesson}
	 * @param form how much of the experiment was run
	 * @param command the command that repeats it, word by word
	 */
	public record Plan(About about, @Nullable Instant startedAt, int rounds, boolean quick, Form form,
			List<String> command) {
	}

	/**
	 * Which run, and whether it counts.
	 *
	 * @param variant name of the variant, or the label of a JTL
	 * @param point the point of the axis
	 * @param round 1 for the first
	 * @param valid whether it was finished and every check passed
	 * @param disturbed whether it was finished and every check that it failed blames the
	 * machine
	 */
	public record RunHeader(String variant, Point point, int round, boolean valid, boolean disturbed) {
	}

	/**
	 * One run.
	 *
	 * @param header which run, and whether it counts
	 * @param figures what was measured, by the name of the metric
	 * @param published what the source published of what is compared, or null
	 * @param errorKinds failed requests by cause
	 * @param ledger every request at each station
	 * @param checks the checks that apply
	 * @param details what else is known of it
	 */
	public record RunResult(@JsonUnwrapped RunHeader header, Map<Metric, Double> figures, @Nullable Double published,
			Map<String, Long> errorKinds, Map<String, Long> ledger, List<CheckResult> checks, Details details) {
	}

	/**
	 * One check.
	 *
	 * @param name what is checked
	 * @param value what was found, or null where there was nothing to measure
	 * @param limit what it must be, such as {@code 0.99..1.01}
	 * @param ok whether it is
	 */
	public record CheckResult(String name, @Nullable Double value, String limit, boolean ok) {

		public static CheckResult of(Check check) {
			return new CheckResult(check.name(), check.value(), check.limit(), check.ok());
		}

	}

	/**
	 * What is known of a run besides figures and checks.
	 *
	 * @param behaviour what it did that is no figure
	 * @param answers answers of the app by cause
	 * @param backendFailures failed calls to the backend by cause
	 * @param backendHits requests that a fault hit at the backend, by kind
	 * @param notApplied checks that mean nothing for it, and why
	 * @param repeated the tries that other programs disturbed, oldest first; they count
	 * nowhere
	 * @param failure why it could not be finished or analysed, or null
	 * @param raw the folder of its files below that of the result, empty for a JTL
	 */
	public record Details(Behaviour behaviour, Map<String, Long> answers, Map<String, Long> backendFailures,
			Map<String, Long> backendHits, Map<CheckKind, String> notApplied, List<DisturbedTry> repeated,
			@Nullable Failure failure, String raw) {
	}

	/**
	 * A try of a run that other programs disturbed, so that it was repeated.
	 *
	 * @param failed the checks that it failed
	 * @param raw the folder of its files, below that of the result
	 */
	public record DisturbedTry(List<CheckResult> failed, String raw) {
	}

	/**
	 * All valid runs of a variant at one point.
	 *
	 * @param variant name of the variant
	 * @param point the point of the axis
	 * @param figures mean and 95 % interval by the name of the metric
	 */
	public record Summary(String variant, Point point, Map<Metric, Interval> figures) {
	}

	/**
	 * A mean and its 95 % interval.
	 *
	 * @param mean mean over the runs
	 * @param low lower end
	 * @param high upper end
	 * @param runs number of runs
	 */
	public record Interval(double mean, @Nullable Double low, @Nullable Double high, int runs) {
	}

	/**
	 * What became of an effect that a source claims.
	 *
	 * @param claim the effect as a sentence for people
	 * @param words the figure or the ratio that is compared, in words
	 * @param outcome {@code seen}, {@code not seen} or {@code cannot be seen here}
	 * @param ratio the ratio or figure that was measured, or null
	 * @param unit its unit, empty for a ratio and a share
	 * @param limit what is expected, such as {@code >= 1.5}
	 * @param why why it cannot be seen here, or null
	 */
	public record EffectResult(String claim, String words, String outcome, @Nullable Interval ratio, String unit,
			String limit, @Nullable String why) {
	}

}
