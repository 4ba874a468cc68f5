package lab.harness.model.experiment;

import java.util.List;
import java.util.Objects;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;

/**
 * A question, and the variants that answer it.
 *
 * @param name name of its file, without {@code .yml}
 * @param cores the processors that the processes of a run may use
 */
public record Experiment(String name, About about, Cores cores, List<Expectation> expect, Metric compare,
		List<Effect> effects, List<Variant> variants) {

	public Experiment {
		cores = Objects.requireNonNullElse(cores, Cores.SHARED);
		expect = List.copyOf(Objects.requireNonNullElse(expect, List.of()));
		compare = Objects.requireNonNullElse(compare, Metric.THROUGHPUT);
		effects = List.copyOf(Objects.requireNonNullElse(effects, List.of()));
		variants = List.copyOf(variants);
		for (Expectation expectation : expect) {
			variants.forEach((variant) -> checkPromise(expectation, variant));
		}
	}

	public boolean ofServices() {
		return this.variants.getFirst().subject() instanceof Service;
	}

	/** Whether the services are the reader's own, so that they may be changed. */
	public boolean ofOwnServices() {
		return this.variants.stream()
			.allMatch((variant) -> variant.subject() instanceof Service service && service.app() instanceof OwnService);
	}

	/**
	 * Makes sure that an endpoint allows what is expected of a variant and the faults
	 * that are planned.
	 * @throws InvalidInputException if it does not
	 */
	Experiment checked(String variant, Service service, Target target) {
		InvalidInputException.require(!this.expect.contains(Expectation.AT_CEILING) || target.hasCeiling(), "expect",
				"'" + Expectation.AT_CEILING + "' cannot be promised of " + variant + " on " + target.words() + ": "
						+ target.whyNoCeiling());
		for (PlannedFault fault : service.faults()) {
			InvalidInputException.require(!fault.kind().ofBackend() || target.callsBackend(), "faults",
					fault.kind() + " is a fault of the backend, and " + target.words() + " does not call it");
		}
		return this;
	}

	private static void checkPromise(Expectation expectation, Variant variant) {
		String why = switch (variant.subject()) {
			case Program program -> "a program takes no requests";
			case Service service -> why(expectation, service);
			case RecordedLoad load -> "its load was recorded elsewhere";
		};
		InvalidInputException.require(why == null, "expect",
				"'" + expectation + "' cannot be promised of " + variant.name() + ": " + why);
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
