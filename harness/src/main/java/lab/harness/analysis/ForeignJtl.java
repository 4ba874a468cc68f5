package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.RecordedLoad;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Analyses a JTL that was made elsewhere: by JMeter's GUI, in a container, on another
 * host. Each label is a run of its own with the checks that samples alone allow. Think
 * time, timers and several samplers in a thread group are legal, so only the upper bound
 * of Little's law holds.
 */
final class ForeignJtl {

	/** A report of more labels is unreadable. */
	private static final int MOST_LABELS = 100;

	private final Path file;

	private final @Nullable Integer users;

	private final Map<String, Double> ceilings;

	private final Map<String, LabelSpan> spans = new LinkedHashMap<>();

	private final Set<String> workers = new TreeSet<>();

	private final Map<String, Label> labels = new LinkedHashMap<>();

	/** The labels that each thread group sent. */
	private final Map<JtlRow.Sender, List<Label>> labelsBySender = new HashMap<>();

	ForeignJtl(Path file, @Nullable Integer users, Map<String, Double> ceilings) {
		this.file = file;
		this.users = users;
		this.ceilings = Map.copyOf(ceilings);
	}

	Findings findings() {
		boolean whole = Jtl.forEach(this.file, this::addToSpan);
		for (String name : this.ceilings.keySet()) {
			InvalidInputException.require(this.spans.containsKey(name), "--ceiling",
					this.file + " has no label '" + name + "'; it has " + String.join(", ", this.spans.keySet()));
		}
		List<String> brief = new ArrayList<>();
		this.spans.forEach((name, span) -> {
			if (span.sentMillis() < LabelSpan.LEAST_MILLIS) {
				brief.add(name);
				return;
			}
			Window window = span.window();
			long middle = window.begin() + (window.end() - window.begin()) / 2;
			Label label = new Label(span, new LoadTotals(span.all(), window, middle, Long.MAX_VALUE));
			this.labels.put(name, label);
			span.senders()
				.forEach(
						(sender) -> this.labelsBySender.computeIfAbsent(sender, (key) -> new ArrayList<>()).add(label));
		});
		if (this.labels.isEmpty()) {
			Map.Entry<String, LabelSpan> first = this.spans.entrySet().iterator().next();
			throw new InvalidInputException(this.file + ": '" + first.getKey() + "' was sent for "
					+ first.getValue().sentMillis() + " ms; after ramp and drain no window is left, 3 s are needed");
		}
		Jtl.forEach(this.file, this::addToTotals);
		List<Outcome> outcomes = new ArrayList<>();
		List<String> silent = new ArrayList<>();
		long width = LatencyCharts.width(this.labels.values().stream().map((label) -> label.load.latency()).toList());
		this.labels.forEach((name, label) -> {
			outcomes.add(outcome(name, label, width));
			if (this.workers.size() > 1) {
				label.span.silent(this.workers).forEach((worker) -> silent.add(worker + " of " + name));
			}
		});
		return new Findings(String.valueOf(this.file.getFileName()), null, outcomes, Map.of(), List.of(),
				claims(outcomes, silent, brief, !whole), List.of(), whole, Map.of(), List.of());
	}

	private static List<Claim> claims(List<Outcome> outcomes, List<String> silent, List<String> brief, boolean cutOff) {
		Map<String, List<String>> invalid = new LinkedHashMap<>();
		outcomes.stream()
			.filter((outcome) -> !outcome.valid())
			.forEach((outcome) -> invalid.put(outcome.run().variant().name(),
					outcome.failedChecks().stream().map(Check::name).toList()));
		boolean usersUnknown = outcomes.stream().anyMatch((outcome) -> outcome.run().point().equals(Point.NONE));
		List<Claim> claims = new ArrayList<>();
		claims.add(new Claim.ForeignSamples(invalid, usersUnknown, cutOff, silent));
		if (!brief.isEmpty()) {
			claims.add(new Claim.TooBrief(brief));
		}
		return claims;
	}

	private void addToSpan(JtlRow row) {
		this.spans.computeIfAbsent(row.label(), (key) -> new LabelSpan()).add(row);
		if (this.spans.size() > MOST_LABELS) {
			throw new InvalidInputException("the file has more than " + MOST_LABELS
					+ " labels; name the samplers of the plan so that alike requests have one label");
		}
		this.workers.add(row.sender().worker());
	}

	private void addToTotals(JtlRow row) {
		Label own = this.labels.get(row.label());
		if (own != null) {
			own.load.add(row);
		}
		this.labelsBySender.getOrDefault(row.sender(), List.of()).forEach((label) -> label.addWait(row));
	}

	private Outcome outcome(String name, Label label, long binMillis) {
		int userCount = Objects.requireNonNullElse(this.users, label.span.users());
		LoadTotals load = label.load;
		List<Check> checks = new ArrayList<>();
		Map<CheckKind, String> notApplied = new LinkedHashMap<>();
		if (userCount > 0) {
			checks.add(Check.atMost(CheckKind.LAW, label.inFlight() / userCount, 1.01));
		}
		else {
			notApplied.put(CheckKind.LAW, "the file does not have the number of users");
		}
		if (this.workers.size() > 1) {
			checks.add(label.span.check(this.workers));
		}
		double limit = Math.max(0.05, load.noiseOfHalves());
		checks.add(Check.within(CheckKind.STEADY, load.ratioOfHalves(), 1 - limit, 1 + limit));
		checks.add(Check.equal(CheckKind.NO_ERRORS, load.errors(), 0));
		Double ceiling = this.ceilings.get(name);
		if (ceiling != null) {
			checks.add(Check.atMost(CheckKind.BELOW_CEILING, load.throughput() / ceiling, 1 + limit));
		}
		Point point = (userCount > 0) ? new Point(Axis.USERS, userCount) : Point.NONE;
		RecordedLoad subject = new RecordedLoad(String.valueOf(this.file.getFileName()));
		return new Outcome(new Run(new Variant(name, subject, Axis.NONE, null), point, 1, 0),
				Figures.of(load, label.span.all(), ceiling), checks, notApplied,
				new Counts(load.errorKinds(), Map.of(), Map.of(), Map.of(), Map.of()), Behaviour.NONE,
				SeriesBuilder.of(load, binMillis), null);
	}

	private static final class Label {

		private final LabelSpan span;

		private final LoadTotals load;

		private long requestMillis;

		private long transactionMillis;

		Label(LabelSpan span, LoadTotals load) {
			this.span = span;
			this.load = load;
		}

		/** Adds the wait for a request of the same users, under this label or another. */
		void addWait(JtlRow row) {
			long millis = this.load.window().overlap(row.start(), row.end());
			if (row.cause().transaction()) {
				this.transactionMillis += millis;
			}
			else {
				this.requestMillis += millis;
			}
		}

		/**
		 * The mean number of users who waited for an answer. A transaction lasts as long
		 * as its requests, which may have rows too, so only the larger sum counts.
		 */
		double inFlight() {
			return Math.max(this.requestMillis, this.transactionMillis) / 1000.0 / this.load.window().seconds();
		}

	}

}
