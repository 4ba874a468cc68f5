package lab.harness.report;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Form;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Series.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a result, in the order of the experiment rather than the random order in
 * which they ran.
 *
 * @param variants names of all variants, those without a run too
 * @param onePoint whether all runs have the same point
 * @param oneRound whether all runs have the same round
 */
record ReportedRuns(Findings findings, List<String> variants, List<Outcome> outcomes, boolean onePoint,
		boolean oneRound) {

	static ReportedRuns of(Findings findings) {
		Experiment experiment = findings.experiment();
		List<String> variants = Stream
			.concat(Stream.ofNullable(experiment).flatMap((planned) -> planned.variants().stream()),
					findings.outcomes().stream().map((outcome) -> outcome.run().variant()))
			.map(Variant::name)
			.distinct()
			.toList();
		List<Run> runs = findings.outcomes().stream().map(Outcome::run).toList();
		return new ReportedRuns(findings, variants,
				findings.outcomes()
					.stream()
					.sorted(Comparator.comparing((Outcome outcome) -> variants.indexOf(outcome.run().variant().name()))
						.thenComparing((outcome) -> outcome.run().point().value())
						.thenComparing((outcome) -> outcome.run().round()))
					.toList(),
				runs.stream().map(Run::point).distinct().count() <= 1,
				runs.stream().map(Run::round).distinct().count() <= 1);
	}

	/** The name of a run: its variant, and point and round where there are several. */
	String label(Run run) {
		return where(run) + (this.oneRound ? "" : ", round " + run.round());
	}

	/** The variant, and the point if there are several. */
	String where(Run run) {
		return Text.clean(run.variant().name()) + (this.onePoint ? "" : ", " + run.point().words());
	}

	/** The rounds of a variant at a point. */
	List<Outcome> at(Claim.UnderStress stress) {
		return this.findings.outcomes()
			.stream()
			.filter((outcome) -> outcome.run().variant().name().equals(stress.variant())
					&& outcome.run().point().equals(stress.point()))
			.toList();
	}

	/** The parts of all runs, such as their checks, each with its run. */
	<T> List<Part<T>> parts(Function<Outcome, Collection<T>> parts) {
		return this.outcomes.stream()
			.flatMap((run) -> parts.apply(run).stream().map((part) -> new Part<>(label(run.run()), run, part)))
			.toList();
	}

	record Part<T>(String label, Outcome run, T value) {
	}

	/**
	 * The names that people say, such as {@code 200 platform threads}, by the names of
	 * the variants. Variants with the same name are left out, and all beside Jetty, which
	 * has platform threads like Tomcat.
	 */
	Map<String, String> names() {
		Map<String, String> names = new LinkedHashMap<>();
		for (Outcome outcome : this.outcomes) {
			Double threads = outcome.value(Metric.REQUEST_THREADS);
			App app = (outcome.run().variant().subject() instanceof Service service
					&& service.app() instanceof App shipped) ? shipped : null;
			if (app == App.JETTY) {
				return Map.of();
			}
			if (app != null && (app != App.TOMCAT_PLATFORM || threads != null)) {
				names.merge(
						outcome.run().variant().name(), (app == App.TOMCAT_PLATFORM && threads != null)
								? Text.number(threads) + " " + app.model() : app.model(),
						(one, other) -> one.equals(other) ? one : app.model());
			}
		}
		List<String> all = List.copyOf(names.values());
		names.values().removeIf((name) -> Collections.frequency(all, name) > 1);
		return names;
	}

	/** The point and rounds of all runs, such as {@code 500 users, one run each}. */
	String common() {
		if (this.outcomes.isEmpty()) {
			return "no run was finished";
		}
		return commonPoint() + (this.oneRound ? "one run each" : "a row for each run");
	}

	/** Such as {@code 500 users, }; empty without a common point. */
	String commonPoint() {
		String point = this.onePoint ? this.outcomes.getFirst().run().point().words() : "";
		return point.isEmpty() ? "" : point + ", ";
	}

	boolean hasOpenLoadOrFaults() {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.run().variant().subject().hasOpenLoadOrFaults());
	}

	/** Whether the subject is a service; unknown for a JTL, which counts as one. */
	boolean ofServices() {
		Experiment experiment = experiment();
		return experiment == null || experiment.ofServices();
	}

	/** Whether a service was measured that counts no requests for the harness. */
	boolean isWithoutLedger() {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.counts().areOfClientsAlone());
	}

	boolean has(Metric metric) {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.value(metric) != null);
	}

	boolean has(Quantity quantity) {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.series().tracks().containsKey(quantity));
	}

	@Nullable Experiment experiment() {
		return this.findings.experiment();
	}

	Metric compared() {
		Experiment experiment = experiment();
		return (experiment != null) ? experiment.compare().metric() : Metric.THROUGHPUT;
	}

	boolean cpuLimited() {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.behaviour().limitedBy() == Behaviour.Limit.CPU);
	}

	Form form() {
		return (this.findings.manifest() != null) ? this.findings.manifest().form() : Form.FULL;
	}

	/**
	 * Whether published figures compare only by their ratios: without the known delay of
	 * a backend nothing tells what another machine should reach.
	 */
	boolean comparesOnlyRatios() {
		return !has(Metric.CEILING) && !hasOpenLoadOrFaults() && !compared().share() && firstPublished() != null;
	}

	boolean hasPublished() {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.run().published() != null);
	}

	/** The published figure of the first run, or null; short forms have none. */
	@Nullable Double firstPublished() {
		return (form().isShort() || this.outcomes.isEmpty()) ? null : this.outcomes.getFirst().run().published();
	}

}
