package lab.harness.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Result.EffectResult;

/**
 * The short form of a verdict for the list of results of the docs, in Markdown: the
 * claims of the source, or what the variants reached at both ends of the axis, or what
 * became of them under stress; and the last comparison.
 */
public record FindingText(VerdictText text, List<Claim> claims) {

	/** The least throughput over its ceiling at which the law explains a point. */
	private static final double LAW_HOLDS = 0.9;

	/** Words of a finding before its comparison; further claims are counted. */
	private static final int MOST_WORDS = 26;

	public static String of(Findings findings) {
		ReportedRuns runs = ReportedRuns.of(findings);
		Map<String, String> names = new LinkedHashMap<>();
		runs.variants().forEach((variant) -> names.put(variant, "`" + variant + "`"));
		names.putAll(runs.names());
		return new FindingText(new VerdictText(runs, names), findings.claims()).finding();
	}

	private String finding() {
		List<Claim.Expected> expected = only(Claim.Expected.class);
		List<Claim.UnderStress> stress = only(Claim.UnderStress.class);
		boolean decided = expected.stream()
			.flatMap((claim) -> this.text.effects(claim).stream())
			.anyMatch((effect) -> effect.outcome() == EffectOutcome.SEEN || effect.outcome() == EffectOutcome.NOT_SEEN);
		// A ratio says more than the costs of this machine.
		boolean ratio = only(Claim.Pair.class).stream()
			.anyMatch((pair) -> pair.metric() != Metric.LOSS && pair.metric().better() == Metric.Better.LESS
					&& this.text.isCompared(pair));
		List<String> sentences = new ArrayList<>();
		if (decided || (!expected.isEmpty() && only(Claim.Reached.class).isEmpty())) {
			sentences.addAll(effects(expected, decided));
		}
		else if (!stress.isEmpty() && stress.stream().map(Claim.UnderStress::variant).allMatch(this::isForetold)) {
			sentences.addAll(sentences(Claim.Prediction.class).toList());
		}
		else if (!stress.isEmpty()) {
			sentences.addAll(isOverload(stress) ? List.of(inTime(stress)) : underStress(stress));
		}
		else if (!ratio) {
			sentences.addAll(ends());
		}
		VerdictText.sentences(this.claims)
			.stream()
			.filter((claims) -> claims.getFirst() instanceof Claim.Pair pair && this.text.isCompared(pair))
			.map(this.text::of)
			.filter((sentence) -> !sentence.isEmpty())
			.reduce((first, last) -> last)
			.ifPresent(sentences::add);
		return String.join(" ", sentences);
	}

	private boolean isForetold(String variant) {
		return only(Claim.Prediction.class).stream().anyMatch((claim) -> claim.variant().equals(variant));
	}

	private <T extends Claim> List<T> only(Class<T> kind) {
		return this.claims.stream().filter(kind::isInstance).map(kind::cast).toList();
	}

	private Stream<String> sentences(Class<? extends Claim> kind) {
		return VerdictText.sentences(this.claims)
			.stream()
			.filter((sentence) -> kind.isInstance(sentence.getFirst()))
			.map(this.text::of);
	}

	/**
	 * A sentence for each outcome, with its first claims and their figures.
	 * @param decided whether to leave out what cannot be seen on this machine
	 */
	private List<String> effects(List<Claim.Expected> expected, boolean decided) {
		Map<String, List<String>> outcomes = new LinkedHashMap<>();
		expected.forEach((claim) -> this.text.effects(claim)
			.stream()
			.filter((effect) -> !decided || effect.outcome() != EffectOutcome.NOT_HERE)
			.collect(Collectors.groupingBy(EffectResult::claim, LinkedHashMap::new, Collectors.toList()))
			.forEach((words, places) -> {
				String measured = VerdictText.measured(places);
				outcomes.computeIfAbsent(this.text.outcome(claim), (outcome) -> new ArrayList<>())
					.add(words + (measured.isEmpty() ? "" : " (**" + measured + "**)"));
			}));
		return outcomes.entrySet().stream().map((outcome) -> {
			List<String> shown = new ArrayList<>(outcome.getValue());
			while (shown.size() > 1 && words(shown) > MOST_WORDS) {
				shown.removeLast();
			}
			int left = outcome.getValue().size() - shown.size();
			return outcome.getKey() + ": " + String.join("; ", shown) + ((left > 0) ? "; and " + left + " more." : ".");
		}).toList();
	}

	/**
	 * The knees, or the first and the last point. Where processors are the limit the knee
	 * is an estimate, and the points tell more. Long ones share a sentence if the law
	 * holds at every point.
	 */
	private List<String> ends() {
		if (only(Claim.Knee.class).stream().anyMatch((knee) -> knee.cause() != null && knee.cause() != Limit.CPU)) {
			return sentences(Claim.Knee.class).toList();
		}
		List<String> points = sentences(Claim.Reached.class).toList();
		if (points.size() < 2) {
			return points.isEmpty() ? sentences(Claim.AsPredicted.class).toList() : points;
		}
		List<String> ends = List.of(points.getFirst(), points.getLast());
		List<Claim.Reached> reached = only(Claim.Reached.class);
		boolean same = variants(reached, reached.getLast()).containsAll(variants(reached, reached.getFirst()));
		double least = reached.stream()
			.map(Claim.Reached::of)
			.mapToDouble((of) -> (of != null) ? of : 0)
			.min()
			.orElse(0);
		return (same && words(ends) > MOST_WORDS && least >= LAW_HOLDS) ? List.of(range(reached, least)) : ends;
	}

	/** What the variants reached from one end of the axis to the other. */
	private String range(List<Claim.Reached> reached, double least) {
		Metric metric = reached.getFirst().metric();
		List<String> variants = variants(reached, reached.getLast());
		return "From " + reached.getFirst().point().text() + " to " + reached.getLast().point().words() + ", "
				+ this.text.names(variants) + " " + VerdictText.verb(metric) + " "
				+ VerdictText.range(metric, reached.stream().mapToDouble(Claim.Reached::least).min().orElse(0),
						reached.stream().mapToDouble(Claim.Reached::most).max().orElse(0))
				+ ", at least " + Text.number(Math.floor(1000 * least) / 10, 1) + " % of what the law allows.";
	}

	private static List<String> variants(List<Claim.Reached> all, Claim.Reached at) {
		return all.stream()
			.filter((claim) -> claim.point().equals(at.point()))
			.flatMap((claim) -> claim.variants().stream())
			.toList();
	}

	/**
	 * Whether the load or a limit grows along the axis, so that the share in time tells
	 * most.
	 */
	private boolean isOverload(List<Claim.UnderStress> stress) {
		ReportedRuns runs = this.text.runs();
		return !runs.onePoint() && !RunTables.TIMES.contains(runs.compared())
				&& stress.stream()
					.flatMap((claim) -> runs.at(claim).stream())
					.allMatch((run) -> run.value(Metric.ANSWERED_IN_TIME) != null);
	}

	/** The share of the requests that each variant answered in time, at each point. */
	private String inTime(List<Claim.UnderStress> stress) {
		Map<String, Map<String, List<Point>>> variants = new LinkedHashMap<>();
		for (Claim.UnderStress claim : stress) {
			DoubleSummaryStatistics shares = this.text.runs()
				.at(claim)
				.stream()
				.mapToDouble((run) -> Objects.requireNonNull(run.value(Metric.ANSWERED_IN_TIME)))
				.summaryStatistics();
			variants.computeIfAbsent(claim.variant(), (any) -> new LinkedHashMap<>())
				.computeIfAbsent(VerdictText.range(percent(shares.getMin()), percent(shares.getMax())) + " %",
						(any) -> new ArrayList<>())
				.add(claim.point());
		}
		Map<String, List<String>> alike = new LinkedHashMap<>();
		variants
			.forEach(
					(variant, shares) -> alike
						.computeIfAbsent(Text.list(shares.entrySet()
							.stream()
							.map((share) -> share.getKey() + " at "
									+ Text.list(share.getValue().stream().map(Point::text).toList()))
							.toList()), (any) -> new ArrayList<>())
						.add(this.text.names().getOrDefault(variant, variant)));
		String unit = stress.getFirst().point().words().replaceFirst("^\\S+ ", "");
		return "Answered in time, by " + unit + ": "
				+ alike.entrySet()
					.stream()
					.map((shares) -> Text.list(shares.getValue()) + " " + shares.getKey())
					.collect(Collectors.joining("; "))
				+ ".";
	}

	/** Only all are 100 %. */
	private static String percent(double share) {
		return Text.number((share < 1) ? Math.min(99, Math.round(100 * share)) : 100);
	}

	/** The outcomes at the last point, each with the variants that had it. */
	private List<String> underStress(List<Claim.UnderStress> stress) {
		ReportedRuns runs = this.text.runs();
		Map<String, List<String>> outcomes = new LinkedHashMap<>();
		stress.stream()
			.filter((claim) -> claim.point().equals(stress.getLast().point()))
			.forEach((claim) -> outcomes
				.computeIfAbsent(StressText.brief(runs.at(claim), runs.compared()), (any) -> new ArrayList<>())
				.add(this.text.names().getOrDefault(claim.variant(), claim.variant())));
		List<String> sentences = new ArrayList<>();
		outcomes.forEach((outcome, variants) -> sentences.add(Text.list(variants) + ": " + outcome + "."));
		if (!runs.onePoint()) {
			sentences.set(0, "At " + stress.getLast().point().words() + ", " + sentences.getFirst());
		}
		return sentences.stream().map(Text::capital).toList();
	}

	private static long words(Collection<String> texts) {
		return texts.stream().mapToLong((text) -> text.split(" ").length).sum();
	}

}
