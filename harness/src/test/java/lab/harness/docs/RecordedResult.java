package lab.harness.docs;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Plan;

import static java.util.Objects.requireNonNull;

/**
 * A record of {@code docs/results}: the part of {@code result.json} that the pages show.
 */
record RecordedResult(Plan plan, Code environment, List<Figures> summary, List<EffectResult> effects,
		List<String> verdict) {

	private static final Pattern METHOD = Pattern.compile("(One round|Two rounds|Compared round by round).*");

	private static final Pattern CLAIM = Pattern.compile("((?:Seen|Not seen|Undecided|Cannot be seen here).*?): (.*?)"
			+ "(?: \\((?:[^()]|\\([^()]*\\))*expected [^()]*\\))?\\.(?: Theory leaves no doubt.*)?");

	private static final Pattern DIFFERENCE = Pattern
		.compile(".* (differ by less than|cannot be told apart|times as|points more than) .*");

	private static final Pattern STRESS = Pattern.compile("(.*?)(, round \\d+)?: (.*(in flight|lost without).*)\\.");

	/** Parts of an outcome under faults that are left to the report. */
	private static final String DETAILS = ".* before|at most .* in flight|.* under .*";

	/** Words of the claims of one outcome, and of two points; undecided ones get half. */
	private static final int MOST_WORDS = 34;

	private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");

	/**
	 * The valid runs of a variant at one point.
	 *
	 * @param figures the means by the name of the metric; an old record has names that no
	 * metric has now
	 */
	record Figures(String variant, Point point, Map<String, Interval> figures) {
	}

	/**
	 * The code that was measured.
	 *
	 * @param dirty whether the checkout had changes that were not committed
	 */
	record Code(boolean dirty) {
	}

	/**
	 * The sentences of the verdict that answer the question. Claims that were decided
	 * come first; without any, what the variants reached at both ends of the axis.
	 */
	String finding() {
		List<String> claims = new ArrayList<>();
		List<String> outcomes = new ArrayList<>();
		this.verdict.stream()
			.filter((sentence) -> !METHOD.matcher(sentence).matches())
			.forEach((sentence) -> (CLAIM.matcher(sentence).matches() ? claims : outcomes).add(sentence));
		boolean decided = claims.stream().anyMatch((claim) -> claim.matches("(Seen|Not seen).*"));
		boolean stress = outcomes.stream().anyMatch((sentence) -> STRESS.matcher(sentence).matches());
		if (outcomes.isEmpty() || decided || (stress && !claims.isEmpty())) {
			outcomes.removeIf((sentence) -> !DIFFERENCE.matcher(sentence).matches());
			return claims(claims) + (outcomes.isEmpty() ? "" : " " + outcomes.getLast());
		}
		return named(stress ? underStress(outcomes) : String.join(" ", ends(outcomes)));
	}

	/** A text with the names of variants as code, so that they are not read as words. */
	private String named(String text) {
		String names = this.summary.stream()
			.map((row) -> Pattern.quote(row.variant()))
			.distinct()
			.collect(Collectors.joining("|"));
		return names.isEmpty() ? text : text.replaceAll("(?<![\\w-])(" + names + ")(?![\\w-])", "`$1`");
	}

	/** A sentence for each outcome, with the first claims of each kind. */
	private static String claims(List<String> sentences) {
		Map<String, List<String>> claims = new LinkedHashMap<>();
		sentences.stream()
			.map(CLAIM::matcher)
			.filter(Matcher::matches)
			.forEach((claim) -> claims.computeIfAbsent(claim.group(1), (outcome) -> new ArrayList<>())
				.addAll(List.of(claim.group(2).split("; "))));
		List<String> outcomes = new ArrayList<>();
		claims.forEach((outcome, all) -> {
			Set<String> kinds = new HashSet<>();
			List<String> shown = new ArrayList<>(
					all.stream().filter((claim) -> kinds.add(NUMBER.matcher(claim).replaceAll("0"))).toList());
			int most = outcome.startsWith("Undecided") ? MOST_WORDS / 2 : MOST_WORDS;
			while (shown.size() > 1 && words(String.join(" ", shown)) > most) {
				shown.removeLast();
			}
			int left = all.size() - shown.size();
			outcomes.add(outcome + ": " + String.join("; ", shown) + ((left > 0) ? "; and " + left + " more." : "."));
		});
		return String.join(" ", outcomes);
	}

	/**
	 * The knees, or the first and the last point; and the last comparison. Where
	 * processors are the limit the knee is an estimate, and the points tell more. A long
	 * first point is left out if the last one is about the same variants.
	 */
	private Set<String> ends(List<String> sentences) {
		List<String> knees = sentences.stream().filter((sentence) -> sentence.matches("(The|No) knee .*")).toList();
		List<String> differences = sentences.stream()
			.filter((sentence) -> DIFFERENCE.matcher(sentence).matches())
			.toList();
		List<String> answers = new ArrayList<>(sentences);
		answers.removeAll(knees);
		answers.removeAll(differences);
		boolean known = knees.stream().anyMatch((knee) -> knee.matches("The .* is at .*"));
		Set<String> ends = new LinkedHashSet<>(known ? knees : List.of());
		if (!known && !answers.isEmpty()) {
			boolean brief = words(answers.getFirst() + " " + answers.getLast()) <= MOST_WORDS;
			if (brief || !variants(answers.getLast()).containsAll(variants(answers.getFirst()))) {
				ends.add(answers.getFirst());
			}
			ends.add(answers.getLast());
		}
		if (!differences.isEmpty()) {
			ends.add(differences.getLast());
		}
		return ends;
	}

	/** The variants of the point that a sentence begins with. */
	private Set<String> variants(String sentence) {
		return this.summary.stream()
			.filter((row) -> sentence.startsWith("At " + row.point().words() + ","))
			.map(Figures::variant)
			.collect(Collectors.toSet());
	}

	/** What became of each variant at the last point, in all rounds. */
	private static String underStress(List<String> sentences) {
		Map<String, List<String>> outcomes = new LinkedHashMap<>();
		sentences.stream()
			.map(STRESS::matcher)
			.filter(Matcher::matches)
			.forEach((outcome) -> outcomes.computeIfAbsent(outcome.group(1), (label) -> new ArrayList<>())
				.add(outcome.group(3)));
		String last = List.copyOf(outcomes.keySet()).getLast();
		String point = last.contains(", ") ? last.substring(last.indexOf(", ")) : "";
		Map<String, List<String>> alike = new LinkedHashMap<>();
		outcomes.forEach((label, rounds) -> {
			if (label.endsWith(point)) {
				alike.computeIfAbsent(withoutDetails(merged(rounds)), (outcome) -> new ArrayList<>())
					.add(label.substring(0, label.length() - point.length()));
			}
		});
		String text = alike.entrySet()
			.stream()
			.map((outcome) -> list(outcome.getValue()) + ": " + outcome.getKey() + ".")
			.collect(Collectors.joining(" "));
		return point.isEmpty() ? text : "At" + point.substring(1) + ", " + text;
	}

	/** The short form of an outcome for a page that says once what lost means. */
	private static String withoutDetails(String outcome) {
		return Stream.of(outcome.split("; "))
			.filter((part) -> !part.matches(DETAILS))
			.collect(Collectors.joining("; "))
			.replace(" lost without an answer", " lost");
	}

	/** The rounds of a variant, whose numbers become ranges if only these differ. */
	private static String merged(List<String> rounds) {
		if (rounds.stream().map((round) -> NUMBER.matcher(round).replaceAll("0")).distinct().count() > 1) {
			return String.join(", or ", new LinkedHashSet<>(rounds));
		}
		List<List<BigDecimal>> numbers = rounds.stream()
			.map((round) -> NUMBER.matcher(round).results().map((number) -> new BigDecimal(number.group())).toList())
			.toList();
		List<String> ranges = IntStream.range(0, numbers.getFirst().size()).mapToObj((at) -> {
			List<BigDecimal> sorted = numbers.stream().map((round) -> round.get(at)).sorted().toList();
			return sorted.getFirst().equals(sorted.getLast()) ? sorted.getFirst().toPlainString()
					: sorted.getFirst() + " to " + sorted.getLast();
		}).toList();
		int[] at = { 0 };
		return NUMBER.matcher(rounds.getFirst()).replaceAll((number) -> ranges.get(at[0]++));
	}

	/**
	 * The measured effect, of several the first that was decided; without one the
	 * compared metric of every variant at the last point, under faults its failed
	 * requests. The interval stands behind it, if there are three rounds.
	 */
	String figure(Metric compare) {
		return this.effects.stream()
			.filter((effect) -> effect.ratio() != null)
			.min(Comparator.comparing((effect) -> effect.outcome() == EffectOutcome.UNDECIDED))
			.map((effect) -> "**" + withMargin(requireNonNull(effect.ratio()), RecordedResult::significant)
					+ (effect.unit().isEmpty() ? "" : " " + effect.unit()) + "**: " + effect.words().replace(": ", ", ")
					+ rounds(requireNonNull(effect.ratio())))
			.orElseGet(() -> figures(this.verdict.stream().anyMatch((sentence) -> STRESS.matcher(sentence).matches())
					? Metric.ERRORS : compare));
	}

	/** The rounds of a ratio, if some were not warm enough for it. */
	private String rounds(Interval ratio) {
		return (ratio.runs() == this.plan.rounds()) ? ""
				: ", from " + ratio.runs() + " of " + this.plan.rounds() + " rounds";
	}

	private String figures(Metric metric) {
		double last = this.summary.stream().mapToDouble((row) -> row.point().value()).max().orElse(0);
		List<String> figures = this.summary.stream()
			.filter((row) -> row.point().value() == last && row.figures().containsKey(metric.toString()))
			.map((row) -> "`" + row.variant() + "` " + withMargin(row.figures().get(metric.toString()), metric::format))
			.toList();
		return figures.isEmpty() ? "-" : (metric == Metric.ERRORS ? "failed requests" : metric.label()) + ": "
				+ String.join(", ", figures) + (metric == Metric.ERRORS || metric.share() ? "" : " " + metric.unit());
	}

	private static String withMargin(Interval interval, DoubleFunction<String> format) {
		Double low = interval.low();
		Double high = interval.high();
		return format.apply(interval.mean())
				+ ((low == null || high == null) ? "" : " (" + format.apply(low) + ".." + format.apply(high) + ")");
	}

	private static String significant(double value) {
		return (Math.abs(value) >= 100) ? String.valueOf(Math.round(value))
				: new BigDecimal(value).round(new MathContext(3)).toPlainString();
	}

	private static String list(List<String> names) {
		return (names.size() < 2) ? String.join("", names)
				: String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
	}

	static long words(String text) {
		return Stream.of(text.split("\\s+")).filter((word) -> !word.isEmpty()).count();
	}

	/**
	 * How far apart the means of equal variants are at most: of a share in percentage
	 * points, of any other metric in per cent of the least. Equal variants differ in the
	 * last letter of their names.
	 */
	Map<String, Map<Metric, Double>> spread(Collection<Metric> metrics) {
		Map<String, List<Figures>> equal = this.summary.stream()
			.collect(Collectors.groupingBy((row) -> row.variant().replaceFirst("-.$", ""), LinkedHashMap::new,
					Collectors.toList()));
		Map<String, Map<Metric, Double>> spread = new LinkedHashMap<>();
		equal.forEach((name, rows) -> metrics.forEach((metric) -> {
			List<Double> means = rows.stream()
				.filter((row) -> row.figures().containsKey(metric.toString()))
				.map((row) -> row.figures().get(metric.toString()).mean())
				.sorted()
				.toList();
			if (means.size() > 1) {
				double difference = means.getLast() - means.getFirst();
				spread.computeIfAbsent(name, (any) -> new LinkedHashMap<>())
					.put(metric, 100 * (metric.share() ? difference : difference / means.getFirst()));
			}
		}));
		return spread;
	}

}
