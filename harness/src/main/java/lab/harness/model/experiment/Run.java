package lab.harness.model.experiment;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A run of a variant at one point in one round.
 *
 * @param variant the variant with the settings of the point
 * @param seed seed of the backend's delays and of open arrivals, equal for all variants
 * of a round
 */
public record Run(Variant variant, Point point, int round, long seed) {

	/** The name of its folder, such as {@code webflux-500-r1}. */
	public String id() {
		return this.variant.name() + (this.point.axis().isEmpty() ? "" : "-" + this.point.text()) + "-r" + this.round;
	}

	/** The run in words, such as {@code webflux, 500 users, round 2}. */
	public String words() {
		return words(List.of(this));
	}

	/**
	 * Runs of a group in words, such as {@code platform + virtual, 500 users}.
	 */
	public static String words(List<Run> group) {
		Run one = group.getFirst();
		return group.stream().map((run) -> run.variant.name()).distinct().collect(Collectors.joining(" + "))
				+ (one.point.axis().isEmpty() ? ""
						: group.stream()
							.map((run) -> run.point.words())
							.distinct()
							.collect(Collectors.joining(" then ", ", ", "")))
				+ ((one.round > 1) ? ", round " + one.round : "");
	}

	/** The run with another service in place of that of its variant. */
	public Run with(Service service) {
		return new Run(new Variant(this.variant.name(), service, this.variant.axis(), this.variant.published(),
				this.variant.histogram(), this.variant.keep()), this.point, this.round, this.seed);
	}

	/** The run with open arrivals of a rate that is known only now. */
	public Run arriving(int rate) {
		Service service = this.variant.service();
		return with(service.under(service.load().arriving(rate)));
	}

	/** The published figure, or null if there is none. */
	public @Nullable Double published() {
		return (this.variant.published() != null) ? this.variant.published().at(this.point) : null;
	}

}
