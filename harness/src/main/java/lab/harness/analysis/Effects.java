package lab.harness.analysis;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.experiment.Effect;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the effects that a source claims: a figure, or the ratio of one to another.
 */
record Effects(Experiment experiment, List<Outcome> outcomes, Summaries summaries, int cores,
		List<Effects.Look> looks) {

	Effects(Experiment experiment, List<Outcome> outcomes, Summaries summaries, int cores) {
		this(experiment, outcomes, summaries, cores, new ArrayList<>());
		for (Effect effect : experiment.effects()) {
			variants(effect).forEach((variant) -> look(effect, variant));
		}
	}

	/** The number of effects that need an interval. */
	int intervals() {
		return (int) this.looks.stream().filter((look) -> look.why == null && !look.effect.metric().exact()).count();
	}

	/**
	 * The outcome of each effect.
	 * @param alpha the share of cases in which one interval may be wrong
	 */
	List<EffectResult> results(double alpha) {
		return this.looks.stream().map((look) -> look.result(alpha)).toList();
	}

	/** Without a variant an effect is looked for in every one. */
	private List<String> variants(Effect effect) {
		return (effect.of().containsKey(Effect.VARIANT) || effect.against().containsKey(Effect.VARIANT)) ? List.of("")
				: this.experiment.variants().stream().map(Variant::name).toList();
	}

	private void look(Effect effect, String everyVariant) {
		Selection of = Selection.of(effect.of(), effect.against(), everyVariant);
		Selection against = Selection.of(effect.against(), effect.of(), everyVariant);
		// If neither side names a point, each point is compared.
		List<Point> points = (of.hasPoint() || against.hasPoint()) ? List.of()
				: this.experiment.variants()
					.stream()
					.filter((variant) -> variant.name().equals(of.variant))
					.flatMap((variant) -> variant.axis().points().stream())
					.distinct()
					.toList();
		if (points.size() <= 1) {
			add(effect, of, against, everyVariant);
			return;
		}
		points.forEach((point) -> add(effect, of.at(point), against.at(point), everyVariant));
	}

	private void add(Effect effect, Selection of, Selection against, String everyVariant) {
		// --only leaves points out on purpose.
		if (!planned(of) || (effect.ofRatio() && !planned(against))) {
			return;
		}
		String words = ((everyVariant.isEmpty() || this.experiment.variants().size() == 1) ? "" : everyVariant + ": ")
				+ (effect.metric().label() + " " + of.words()).strip()
				+ (effect.ofRatio() ? " / " + against.words() : "");
		String notHere = whyNotHere(effect, of, against);
		String why = (notHere != null) ? notHere : whyNotMeasured(effect, of, against);
		Estimate estimate = (why != null) ? Estimate.of(Map.of(), false)
				: effect.ofRatio() ? this.summaries.pairs(effect.metric(), (run) -> run.allows(effect.metric()),
						summary(of), summary(against)) : this.summaries.comparableValues(effect.metric(), summary(of));
		String withheld = sides(effect, of, against).flatMap((side) -> runs(side).stream())
			.filter((run) -> run.valid() && !run.allows(effect.metric()))
			.flatMap((run) -> run.withholding(ClaimKind.of(effect.metric())).stream())
			.map((check) -> "'" + check.kind() + "'")
			.distinct()
			.collect(Collectors.joining(" and "));
		if (why == null && (estimate.values().isEmpty() || !estimate.values().stream().allMatch(Double::isFinite))) {
			why = withheld.isEmpty() ? "there is no ratio to a missing run or to 0"
					: "no round passed " + withheld + ", which it needs";
		}
		this.looks.add(new Look(effect, words, estimate, withheld, why, notHere != null));
	}

	/** The reason why these runs cannot show an effect, whatever was measured. */
	private @Nullable String whyNotHere(Effect effect, Selection of, Selection against) {
		if (!effect.ofRatio() && !effect.metric().share() && !effect.metric().exact()
				&& !this.summaries.measuredTogether()) {
			return "its rounds were measured at different times, so only ratios within a round are compared";
		}
		if (this.cores < effect.needs().cores()) {
			return "it needs " + effect.needs() + ", and this machine has " + this.cores;
		}
		return sides(effect, of, against).flatMap((side) -> Stream.ofNullable(whyNot(side))).findFirst().orElse(null);
	}

	private @Nullable String whyNotMeasured(Effect effect, Selection of, Selection against) {
		return sides(effect, of, against).filter((side) -> !summary(side).figures().containsKey(effect.metric()))
			.map((side) -> side.words() + ": '" + effect.metric() + "' was not measured")
			.findFirst()
			.orElse(null);
	}

	private static Stream<Selection> sides(Effect effect, Selection of, Selection against) {
		return effect.ofRatio() ? Stream.of(of, against) : Stream.of(of);
	}

	/** The reason why the runs of a side show nothing, or null if they do. */
	private @Nullable String whyNot(Selection side) {
		List<Outcome> runs = runs(side);
		if (runs.isEmpty()) {
			return side.words() + ": no such run was made";
		}
		return (runs.stream().filter(Outcome::valid).count() >= Statistics.LEAST_RUNS) ? null
				: runs.stream()
					.filter((run) -> !run.valid())
					.findFirst()
					.map((run) -> run.run().words() + " "
							+ ((run.failure() != null) ? "failed: " + run.failure().reason() : "is invalid"))
					.orElse(null);
	}

	private boolean planned(Selection side) {
		return this.experiment.variants()
			.stream()
			.anyMatch((one) -> one.axis().points().stream().anyMatch((point) -> side.selects(one.name(), point)));
	}

	private Summary summary(Selection side) {
		return this.summaries.all()
			.stream()
			.filter((summary) -> side.selects(summary.variant(), summary.point()))
			.findFirst()
			.orElseThrow();
	}

	private List<Outcome> runs(Selection side) {
		return this.outcomes.stream()
			.filter((outcome) -> side.selects(outcome.run().variant().name(), outcome.run().point()))
			.toList();
	}

	/**
	 * An effect that is looked for in one place.
	 *
	 * @param estimate the figure or the ratio in each round
	 * @param withheld the checks for which rounds are left out, empty for none
	 * @param why the reason for which it cannot be seen here, or null
	 * @param isExcused whether the runs that would show it are missing or invalid, or the
	 * machine is too small
	 */
	record Look(Effect effect, String words, Estimate estimate, String withheld, @Nullable String why,
			boolean isExcused) {

		EffectResult result(double alpha) {
			String claim = Objects.requireNonNullElse(this.effect.claim(), this.words);
			String unit = (this.effect.ofRatio() || this.effect.metric().share()) ? "" : this.effect.metric().unit();
			if (this.why != null) {
				return new EffectResult(claim, this.words, EffectOutcome.NOT_HERE, null, unit, limit(), this.why,
						!this.effect.must() || this.isExcused);
			}
			Interval interval = this.estimate.interval(alpha);
			boolean exact = this.effect.metric().exact();
			boolean few = !exact && !this.effect.must() && !this.estimate.hasInterval();
			return new EffectResult(claim, this.words, few ? EffectOutcome.UNDECIDED : outcome(interval), interval,
					unit, limit(),
					few ? "it needs three rounds" + (this.withheld.isEmpty() ? "" : " that pass " + this.withheld)
							: null,
					!this.effect.must() || (exact ? outcome(interval)
							: outcome(interval.mean(), interval.mean())) == EffectOutcome.SEEN);
		}

		/**
		 * Every round of an exact count, and of what theory leaves no doubt about, must
		 * agree, so that it needs no interval.
		 */
		private EffectOutcome outcome(Interval interval) {
			return (this.effect.metric().exact() || !this.estimate.hasInterval())
					? outcome(Collections.min(this.estimate.values()), Collections.max(this.estimate.values()))
					: outcome(Statistics.known(interval.low()), Statistics.known(interval.high()));
		}

		private EffectOutcome outcome(double low, double high) {
			double least = Objects.requireNonNullElse(this.effect.atLeast(), Double.NEGATIVE_INFINITY);
			double most = Objects.requireNonNullElse(this.effect.atMost(), Double.POSITIVE_INFINITY);
			return (least <= low && high <= most) ? EffectOutcome.SEEN
					: (high < least || low > most) ? EffectOutcome.NOT_SEEN : EffectOutcome.UNDECIDED;
		}

		private String limit() {
			Double least = this.effect.atLeast();
			Double most = this.effect.atMost();
			if (least != null && most != null) {
				return least.equals(most) ? text(least) : text(least) + ".." + text(most);
			}
			return (least != null) ? ">= " + text(least) : "<= " + text(most);
		}

		/** Without needless digits, such as {@code 2} or {@code 1.5}. */
		private static String text(@Nullable Double limit) {
			return BigDecimal.valueOf(Objects.requireNonNull(limit)).stripTrailingZeros().toPlainString();
		}

	}

	/** The runs on one side of a ratio. */
	private record Selection(String named, String variant, Map<String, String> axis) {

		/**
		 * A side without a variant has that of the other, or the one of all that is
		 * looked at.
		 */
		static Selection of(Map<String, String> own, Map<String, String> other, String everyVariant) {
			String implied = everyVariant.isEmpty() ? other.getOrDefault(Effect.VARIANT, "") : everyVariant;
			Map<String, String> axis = new HashMap<>(own);
			String named = axis.remove(Effect.VARIANT);
			return (named == null) ? new Selection("", implied, axis) : new Selection(named, named, axis);
		}

		Selection at(Point point) {
			return new Selection(this.named, this.variant, Map.of(point.axis(), point.text()));
		}

		boolean hasPoint() {
			return !this.axis.isEmpty();
		}

		boolean selects(String name, Point point) {
			return name.equals(this.variant) && Effect.isAt(this.axis, point);
		}

		/** Such as {@code of webflux at 4 threads}. */
		String words() {
			return this.axis.entrySet()
				.stream()
				.map((entry) -> " at " + pointWords(entry.getKey(), entry.getValue()))
				.collect(Collectors.joining("", this.named.isEmpty() ? "" : "of " + this.named, ""))
				.strip();
		}

		private static String pointWords(String axis, String value) {
			double number = Effect.number(value);
			return Double.isNaN(number) ? value + " " + axis : new Point(axis, number).words();
		}

	}

}
