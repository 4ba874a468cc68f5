package lab.harness.model.result;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Variant;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The result of an experiment, {@code result.json}.
 *
 * @param header the plan, and whether the result is valid
 * @param environment the machine and the code, or null for a JTL
 * @param runs the runs, in the order in which they were made
 * @param summary the valid runs by variant and point
 * @param effects the claims of the source, and whether each was seen
 * @param claims the answer as data
 */
public record Result(@JsonUnwrapped Header header, @Nullable Environment environment, List<RunResult> runs,
		List<Summary> summary, List<EffectResult> effects, List<Claim> claims) {

	public static final int SCHEMA_VERSION = 3;

	public static final String FILE = "result.json";

	/**
	 * The plan, and whether the result is valid.
	 *
	 * @param schemaVersion version of the format, {@value #SCHEMA_VERSION}
	 * @param experiment name of the experiment
	 * @param plan the plan
	 * @param seed the seed of the order of runs and of the delays
	 * @param valid whether every planned run was finished, its evidence is right, it
	 * keeps what the experiment expects, and nothing contradicts theory
	 * @param disturbed whether nothing but disturbed runs keeps it from an answer: repeat
	 * the experiment without other programs
	 * @param complete whether every planned run was finished
	 */
	public record Header(int schemaVersion, String experiment, Plan plan, long seed, boolean valid, boolean disturbed,
			boolean complete) {
	}

	/**
	 * The plan of an experiment.
	 *
	 * @param about the question, and its origin
	 * @param startedAt the start of the command, or null for a JTL
	 * @param minutes minutes until the last run had ended, or null if they are unknown
	 * @param rounds the number of rounds
	 * @param quick whether the form is {@code quick}, whose figures are not comparable
	 * with published ones
	 * @param form the form of the experiment
	 * @param command the command that repeats it, word by word
	 * @param earlier the rounds of a record that earlier commands measured, in order; the
	 * others are those of this command
	 */
	public record Plan(About about, @Nullable Instant startedAt, @Nullable Double minutes, int rounds, boolean quick,
			Form form, List<String> command, List<EarlierRounds> earlier) {
	}

	/**
	 * Rounds of a record that one earlier command measured.
	 *
	 * @param rounds the number of rounds
	 * @param seed the seed of the order of runs and of the delays
	 * @param startedAt the start of the command
	 * @param minutes minutes until the last run had ended, or null if they are unknown
	 * @param environment the machine and the code
	 */
	public record EarlierRounds(int rounds, long seed, Instant startedAt, @Nullable Double minutes,
			Environment environment) {
	}

	/**
	 * The place of a run in the plan, and whether it is valid.
	 *
	 * @param variant name of the variant, or the label of a JTL
	 * @param point the point of the axis
	 * @param round 1 for the first
	 * @param valid whether it was finished and its evidence is right
	 * @param disturbed whether it was finished, checks failed, and all of them blame the
	 * machine
	 */
	public record RunHeader(String variant, Point point, int round, boolean valid, boolean disturbed) {
	}

	/**
	 * One run.
	 *
	 * @param header its place in the plan, and whether it is valid
	 * @param figures the figures by the name of the metric
	 * @param published the published figure of the compared metric, or null
	 * @param errorKinds failed requests by cause
	 * @param ledger the requests that passed each station
	 * @param checks the checks that apply
	 * @param details everything else
	 */
	public record RunResult(@JsonUnwrapped RunHeader header, Map<Metric, Double> figures, @Nullable Double published,
			Map<String, Long> errorKinds, Map<String, Long> ledger, List<CheckResult> checks, Details details) {

		/**
		 * The analysis of a valid run, without its series.
		 * @param variant its variant, with the settings of its point
		 */
		public Outcome outcome(Variant variant) {
			Map<ErrorKind, Long> errors = new HashMap<>();
			this.errorKinds.forEach((kind, count) -> errors.put(ErrorKind.parse(kind), count));
			return new Outcome(new Run(variant, this.header.point(), this.header.round(), 0), this.figures,
					this.checks.stream().map(CheckResult::check).toList(), this.details.notApplied(),
					new Counts(errors, this.ledger, this.details.answers(), this.details.backendFailures(),
							this.details.backendHits()),
					this.details.behaviour(), Series.NONE, null);
		}

	}

	/**
	 * One check.
	 *
	 * @param name the name of the check
	 * @param value the measured value, or null if there was nothing to measure
	 * @param limit the accepted values, such as {@code 0.99..1.01}
	 * @param ok whether the value is within the limit
	 */
	public record CheckResult(String name, @Nullable Double value, String limit, boolean ok) {

		public static CheckResult of(Check check) {
			return new CheckResult(check.name(), check.value(), check.limit(), check.ok());
		}

		Check check() {
			String[] parts = this.name.split(": ", 2);
			CheckKind kind = Stream.of(CheckKind.values())
				.filter((any) -> any.toString().equals(parts[0]))
				.findFirst()
				.orElseThrow(() -> new InvalidInputException("checks: '" + this.name + "' is not known"));
			return new Check(kind, (parts.length == 2) ? parts[1] : null, this.value, this.limit, this.ok);
		}

	}

	/**
	 * The details of a run besides figures and checks.
	 *
	 * @param behaviour the observations that are not figures
	 * @param answers answers of the app by cause
	 * @param backendFailures failed calls to the backend by cause
	 * @param backendHits requests that a fault hit at the backend, by kind
	 * @param notApplied the checks that do not apply, each with the reason
	 * @param repeated the disturbed tries before it, oldest first
	 * @param failure the reason for which it could not be finished or analysed, or null
	 * @param raw the folder of its files below that of the result, empty for a JTL
	 */
	public record Details(Behaviour behaviour, Map<String, Long> answers, Map<String, Long> backendFailures,
			Map<String, Long> backendHits, Map<CheckKind, String> notApplied, List<DisturbedTry> repeated,
			@Nullable Failure failure, String raw) {
	}

	/**
	 * A disturbed try of a run, which was repeated.
	 *
	 * @param failed the failed checks
	 * @param figures the figures by the name of the metric, which no other figure counts
	 * @param raw the folder of its files below that of the result
	 */
	public record DisturbedTry(List<CheckResult> failed, Map<Metric, Double> figures, String raw) {

		public static DisturbedTry of(Outcome outcome, String raw) {
			return new DisturbedTry(outcome.failedChecks().stream().map(CheckResult::of).toList(), outcome.figures(),
					raw);
		}

	}

	/**
	 * All valid runs of a variant at one point.
	 *
	 * @param variant name of the variant
	 * @param point the point of the axis
	 * @param figures mean, and 95 % interval where it holds, by the name of the metric
	 */
	public record Summary(String variant, Point point, Map<Metric, Interval> figures) {
	}

	/**
	 * A mean and its 95 % interval.
	 *
	 * @param mean mean of the runs
	 * @param low lower end, or null if no interval holds
	 * @param high upper end, or null if no interval holds
	 * @param runs number of runs
	 */
	public record Interval(double mean, @Nullable Double low, @Nullable Double high, int runs) {
	}

	/**
	 * The outcome of a claim of the source.
	 *
	 * @param claim the claim as a sentence
	 * @param words the compared figure or ratio in words
	 * @param outcome whether the whole interval meets the limit
	 * @param ratio the measured ratio or figure, or null; its interval has the level that
	 * all comparisons and effects of the result share
	 * @param unit its unit, empty for a ratio and a share
	 * @param limit the expected values, such as {@code >= 1.5}
	 * @param why the reason for which it is undecided or cannot be seen here, or null
	 * @param ok false if theory leaves no doubt, and the ratio or figure misses the
	 * limit: the result is then invalid
	 */
	public record EffectResult(String claim, String words, EffectOutcome outcome, @Nullable Interval ratio, String unit,
			String limit, @Nullable String why, boolean ok) {

		/** Whether it was measured, and the mean is an expected value. */
		public boolean meets() {
			String range = this.limit.startsWith(">= ") ? this.limit.substring(3) + "..Infinity"
					: this.limit.startsWith("<= ") ? "-Infinity.." + this.limit.substring(3) : this.limit;
			String[] ends = range.split("\\.\\.");
			return this.ratio != null && Double.parseDouble(ends[0]) <= this.ratio.mean()
					&& this.ratio.mean() <= Double.parseDouble(ends[ends.length - 1]);
		}

	}

}
