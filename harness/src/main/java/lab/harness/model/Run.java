package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * One run: a variant at one point in one round.
 *
 * @param variant the variant, its settings those of the point
 * @param point the point of the axis
 * @param round 1 for the first
 * @param seed seed of the backend's delays and of open arrivals, the same for all
 * variants of a round
 */
public record Run(Variant variant, Point point, int round, long seed) {

	/** Name of the run and of its folder, such as {@code webflux-500-r1}. */
	public String id() {
		return this.variant.name() + (this.point.axis().isEmpty() ? "" : "-" + this.point.text()) + "-r" + this.round;
	}

	/** The run in words, such as {@code webflux, 500 users, round 2}. */
	public String words() {
		return this.variant.name() + (this.point.axis().isEmpty() ? "" : ", " + this.point.words())
				+ ((this.round > 1) ? ", round " + this.round : "");
	}

	/** What the source published of the variant at the point, or null. */
	public @Nullable Double published() {
		return (this.variant.published() != null) ? this.variant.published().at(this.point) : null;
	}

}
