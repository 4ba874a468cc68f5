package lab.harness.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Compare;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Claim.Answer;
import lab.harness.model.result.Claim.Decision;
import lab.harness.model.result.Claim.Reason;
import lab.harness.model.result.Claim.Status;
import lab.harness.model.result.Result.Summary;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether another variant than the first gains, from the claims about both: what
 * the law says stands before what was measured, and a measured difference before the
 * claim that threads are free.
 *
 * @param claims the claims about one point
 */
record Answers(List<Claim> claims, Summary first, Summary other) {

	/**
	 * A throughput that differs by less is no gain that anybody would change a service
	 * for.
	 */
	private static final double LEAST_GAIN = 1.02;

	/** Variants that differ by less are said to make no difference. */
	private static final double MOST_MARGIN = 0.1;

	/** From this share on other programs, and not the service, may keep threads busy. */
	private static final double MOST_OTHERS = 0.25;

	/**
	 * The answer at the last point of the axis, if there are two variants or more that
	 * are compared; none if the experiment names pairs of another metric, whose claims
	 * are the answer.
	 * @param summaries in the order of the experiment
	 */
	static Optional<Claim> of(List<Claim> claims, List<Summary> summaries, Compare compare) {
		if (summaries.isEmpty() || compare.metric() != Metric.THROUGHPUT && !compare.pairs().isEmpty()) {
			return Optional.empty();
		}
		Point point = summaries.stream()
			.map(Summary::point)
			.max(Comparator.comparingDouble(Point::value))
			.orElseThrow();
		List<Summary> variants = summaries.stream().filter((one) -> one.point().equals(point)).toList();
		return variants.stream()
			.skip(1)
			.filter((one) -> compare.isOf(variants.getFirst().variant(), one.variant()))
			.max(Comparator.comparingDouble((one) -> Summaries.mean(Metric.THROUGHPUT, one)))
			.map((best) -> new Answers(claims.stream().filter((claim) -> point.equals(claim.where())).toList(),
					variants.getFirst(), best)
				.answer());
	}

	private Claim answer() {
		double served = Summaries.mean(Metric.THROUGHPUT, this.first);
		double best = Summaries.mean(Metric.THROUGHPUT, this.other);
		Claim.Reached reached = claim(Claim.Reached.class, (one) -> one.variants().contains(this.first.variant()));
		Claim.Reached otherReached = claim(Claim.Reached.class, (one) -> one.variants().contains(this.other.variant()));
		Limit limit = (reached != null && reached.status() == Status.SEEN) ? reached.limit() : null;
		boolean bySlots = limit != null && limit != Limit.USERS && limit != Limit.CPU;
		Claim.Pair pair = claim(Claim.Pair.class,
				(one) -> (one.metric() == Metric.THROUGHPUT || one.metric() == Metric.LOSS)
						&& one.pair().containsAll(List.of(this.first.variant(), this.other.variant())));
		if (bySlots && otherReached != null && best >= LEAST_GAIN * served) {
			return answer(Decision.YES, Reason.LIMIT);
		}
		if (pair != null && pair.status() == Status.SEEN && differ(served, best)) {
			return answer((best > served) ? Decision.YES : Decision.NO, Reason.THROUGHPUT);
		}
		if (!Answer.isNotablyMore(best, served)
				&& claim(Claim.Processors.class, (one) -> one.variants().contains(this.first.variant())) != null) {
			return answer(Decision.NO, Reason.PROCESSORS);
		}
		if (limit != null && otherReached != null) {
			boolean same = otherReached.status() == Status.SEEN && otherReached.limit() == limit
					&& !differ(served, best);
			return same ? answer((limit == Limit.USERS) ? Decision.NO_DIFFERENCE : Decision.NO, Reason.SAME_LIMIT)
					: differ(served, best) && best < served ? answer(Decision.NO, Reason.THROUGHPUT)
							: answer(Decision.NOT_DECIDED, null);
		}
		if (pair != null && pair.status() == Status.NOT_SEEN && pair.margin() <= MOST_MARGIN) {
			return answer(Decision.NO_DIFFERENCE, Reason.MARGIN);
		}
		// Not a number, so no comparison is true, if its process is not visible.
		double others = Math.max(Summaries.mean(Metric.PROCESSORS_OTHERS, this.first),
				Summaries.mean(Metric.PROCESSORS_OTHERS, this.other));
		return (claim(Claim.NotTheLimit.class,
				(one) -> one.limit() == Limit.REQUEST_THREADS && one.variants().contains(this.first.variant())) != null
				&& !(others > MOST_OTHERS)) ? answer(Decision.NO, Reason.FREE_THREADS)
						: answer(Decision.NOT_DECIDED, null);
	}

	private static boolean differ(double one, double other) {
		return Math.max(one, other) >= LEAST_GAIN * Math.min(one, other);
	}

	private Answer answer(Decision decision, @Nullable Reason reason) {
		return new Answer(decision, reason, this.first.point(), this.first.variant(), this.other.variant(),
				List.of(Summaries.mean(Metric.THROUGHPUT, this.first), Summaries.mean(Metric.THROUGHPUT, this.other)));
	}

	private <T extends Claim> @Nullable T claim(Class<T> kind, Predicate<T> about) {
		return this.claims.stream().filter(kind::isInstance).map(kind::cast).filter(about).findFirst().orElse(null);
	}

}
