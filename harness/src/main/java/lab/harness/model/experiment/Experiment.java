package lab.harness.model.experiment;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;

/**
 * A question, and the variants that answer it.
 *
 * @param name name of its file, without {@code .yml}
 * @param cores the processors that the processes of a run may use
 */
public record Experiment(String name, About about, Cores cores, Together together, List<Expectation> expect,
		Compare compare, List<Effect> effects, List<Variant> variants) {

	public Experiment {
		cores = Objects.requireNonNullElse(cores, Cores.SHARED);
		together = Objects.requireNonNullElse(together, Together.FALSE);
		expect = List.copyOf(Objects.requireNonNullElse(expect, List.of()));
		compare = Objects.requireNonNullElse(compare, Compare.by(Metric.THROUGHPUT));
		effects = List.copyOf(Objects.requireNonNullElse(effects, List.of()));
		variants = List.copyOf(variants);
		compare.requireVariants(variants.stream().map(Variant::name).toList());
		for (Expectation expectation : expect) {
			variants.forEach((variant) -> checkPromise(expectation, variant));
		}
		InvalidInputException.require(
				cores == Cores.SHARED || variants.stream()
					.noneMatch((variant) -> variant.subject() instanceof Service service && service.cpus() != null),
				"cpus", "cores: apart gives the app its processors; leave out one of the two");
		if (together != Together.FALSE) {
			String shared = (cores != Cores.SHARED) ? "dedicated cores are for one app"
					: variants.stream().flatMap((variant) -> whyNotTogether(variant).stream()).findFirst().orElse(null);
			InvalidInputException.require(
					variants.stream().noneMatch((variant) -> variant.axis().name().equals(Axis.OF_CAPACITY)),
					"together", "the capacity of a variant can be measured only while no other runs");
			InvalidInputException.require(shared == null, "together",
					"variants that run at the same time share nothing but the processors: " + shared);
			InvalidInputException.require(variants.stream().map(Variant::keep).distinct().count() == 1, "keep",
					"variants that run at the same time all keep their JVMs, or none does");
			InvalidInputException.require(variants.stream().map(Variant::axis).distinct().count() == 1, "together",
					"variants that run at the same time need the same values of the axis");
		}
	}

	/** An experiment that compares all its variants, which run one after the other. */
	public Experiment(String name, About about, Cores cores, List<Expectation> expect, Metric compare,
			List<Effect> effects, List<Variant> variants) {
		this(name, about, cores, Together.FALSE, expect, Compare.by(compare), effects, variants);
	}

	/** The reason why a variant cannot run beside others. */
	private static Optional<String> whyNotTogether(Variant variant) {
		if (!(variant.subject() instanceof Service service)) {
			return Optional.of(variant.name() + " is no service");
		}
		String why = (service.app() instanceof OwnService own && !own.isStarted()) ? "has a 'url'"
				: service.cpus() != null ? "has a limit of processors" : service.hasDatabase() ? "has a database"
						: (!service.faults().isEmpty() || service.mayExit()) ? "has faults" : null;
		return Optional.ofNullable(why).map((words) -> variant.name() + " " + words);
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
