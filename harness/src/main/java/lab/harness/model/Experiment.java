package lab.harness.model;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A question, and the variants that answer it.
 *
 * @param name name of its file, without {@code .yml}
 * @param about the question it answers, and where it comes from
 * @param cores which processors the processes of a run may use
 * @param expect what it promises of each run
 * @param compare the metric by which variants are compared
 * @param effects what the source claims
 * @param variants its variants, one or more
 */
public record Experiment(String name, About about, Cores cores, List<Expectation> expect, Metric compare,
		List<Effect> effects, List<Variant> variants) {

	public Experiment {
		cores = Objects.requireNonNullElse(cores, Cores.SHARED);
		expect = List.copyOf(Objects.requireNonNullElse(expect, List.of()));
		compare = Objects.requireNonNullElse(compare, Metric.THROUGHPUT);
		effects = List.copyOf(Objects.requireNonNullElse(effects, List.of()));
		variants = List.copyOf(variants);
		if (variants.isEmpty()) {
			throw new InvalidInputException("variants", "no variant; an experiment needs one or more");
		}
		for (int variant = 0; variant < variants.size(); variant++) {
			checkName(variants.get(variant).name(), variant);
		}
		for (Expectation expectation : expect) {
			variants.forEach((variant) -> checkPromise(expectation, variant));
		}
	}

	/** The experiment with some of its variants, or with changed ones. */
	public Experiment withVariants(List<Variant> variants) {
		return new Experiment(this.name, this.about, this.cores, this.expect, this.compare, this.effects, variants);
	}

	/** Whether it measures services under load, and not programs. */
	public boolean ofServices() {
		return this.variants.getFirst().subject() instanceof Service;
	}

	private static void checkName(String name, int place) {
		if (!Variant.NAME.matcher(name).matches()) {
			throw new InvalidInputException("variants/" + place, "'" + name
					+ "' cannot name a variant; use a-z, 0-9 and hyphens, 50 characters at most, the first no hyphen");
		}
	}

	/**
	 * Makes sure that an endpoint allows what is expected of a variant and the faults
	 * that are planned.
	 * @throws InvalidInputException if it does not
	 */
	void check(String variant, Service service, Target target) {
		if (this.expect.contains(Expectation.AT_CEILING) && !target.hasCeiling()) {
			throw new InvalidInputException("expect",
					"'" + Expectation.AT_CEILING + "' cannot be promised of " + variant + ": " + target.path()
							+ " does not wait once for the backend, a query or a sleep, so there is no ceiling");
		}
		for (PlannedFault fault : service.faults()) {
			if (fault.kind().ofBackend() && !target.callsBackend()) {
				throw new InvalidInputException("faults",
						fault.kind() + " is a fault of the backend, and " + target.path() + " does not call it");
			}
		}
	}

	private static void checkPromise(Expectation expectation, Variant variant) {
		String why = switch (variant.subject()) {
			case Program program -> "a program takes no requests";
			case Service service -> why(expectation, service);
			case RecordedLoad load -> "its load was recorded elsewhere";
		};
		if (why != null) {
			throw new InvalidInputException("expect",
					"'" + expectation + "' cannot be promised of " + variant.name() + ": " + why);
		}
	}

	private static @Nullable String why(Expectation expectation, Service service) {
		return switch (expectation) {
			case AT_CEILING -> service.load().open() ? "open arrivals do not fill every slot" : null;
			case RECOVERS -> service.faults().stream().allMatch((fault) -> fault.kind() == PlannedFault.Kind.SIGTERM)
					? "it has no fault that ends" : null;
			default -> null;
		};
	}

}
