package lab.harness.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What the command line changes in an experiment.
 *
 * @param quick windows of 15 s after a warm-up of 8 s, on code that is compiled quickly,
 * of no more users than it can carry
 * @param only names of the variants to run, empty for all
 * @param users users in place of the experiment's load points, or null
 * @param measure time of the measured process, or null
 */
public record Adjustments(boolean quick, List<String> only, @Nullable Integer users, @Nullable Duration measure) {

	private static final Duration QUICK_WARM_UP = Duration.ofSeconds(8);

	private static final Duration QUICK_WINDOW = Duration.ofSeconds(15);

	/**
	 * Code that is compiled quickly pays more for the barriers of G1: with the serial
	 * collector a request takes a tenth less CPU (measured; no difference was seen in
	 * warm, optimised code).
	 */
	private static final String QUICK_COLLECTOR = "-XX:+UseSerialGC";

	/**
	 * Code that is compiled quickly needs 1.2 to 2.6 ms of CPU a request in all (measured
	 * on slow processors), so two of them cannot carry the 1000 req/s of 500 users. 250
	 * still tell 200 threads from no such limit: 400 req/s against 500.
	 */
	private static final int QUICK_USERS = 250;

	/** Two collectors in one command are refused by the JVM; the last does not win. */
	private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

	/**
	 * The experiment with the changes.
	 * @throws InvalidInputException if a variant is not known, or no window is left
	 */
	public Experiment apply(Experiment experiment) {
		List<String> names = experiment.variants().stream().map(Variant::name).toList();
		for (String name : this.only) {
			if (!names.contains(name)) {
				throw new InvalidInputException("--only: " + experiment.name() + " has no variant '" + name
						+ "'; accepted: " + YamlMap.join(names));
			}
		}
		List<Variant> variants = new ArrayList<>();
		for (Variant variant : experiment.variants()) {
			if (this.only.isEmpty() || this.only.contains(variant.name())) {
				Variant adjusted = variant.withLoad(load(variant.load()));
				variants.add(this.quick ? adjusted.withFlagsBefore(quickJvm(variant)) : adjusted);
			}
		}
		return experiment.withVariants(variants);
	}

	private static List<String> quickJvm(Variant variant) {
		boolean own = variant.jvm().stream().anyMatch(COLLECTOR.asMatchPredicate());
		return own ? List.of(Variant.QUICK_COMPILER) : List.of(Variant.QUICK_COMPILER, QUICK_COLLECTOR);
	}

	private Load load(Load load) {
		Load adjusted = load;
		if (this.quick) {
			adjusted = adjusted.withTimes(QUICK_WARM_UP, QUICK_WINDOW.plus(load.ramp()).plus(Load.SETTLE))
				.withUsers(load.users().stream().map((users) -> Math.min(users, QUICK_USERS)).distinct().toList());
		}
		if (this.users != null && load.open()) {
			throw new InvalidInputException("--users: open arrivals have a rate and no users; leave it out");
		}
		if (this.users != null) {
			adjusted = adjusted.withUsers(List.of(this.users));
		}
		if (this.measure != null) {
			adjusted = adjusted.withTimes(adjusted.warmUp(), this.measure);
		}
		return adjusted.checked();
	}

}
