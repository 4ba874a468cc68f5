package lab.harness.analysis;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

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
import lab.harness.model.result.Failure;
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

	private final Map<String, BusyTimes> busy = new HashMap<>();

	private final BusyTimes allBusy = new BusyTimes();

	private final Set<String> requests = new HashSet<>();

	/** The labels of parts; one request that the end of the load cut may hide its own. */
	private final Set<String> parts = new HashSet<>();

	private final Set<String> workers = new TreeSet<>();

	private final Map<String, Label> labels = new LinkedHashMap<>();

	/** The labels that each thread group sent. */
	private final Map<JtlRow.Group, List<Label>> labelsByGroup = new HashMap<>();

	private WaitingUsers waiting = new WaitingUsers((group, start, end, sign) -> {
	});

	private boolean partsLeftOut;

	private boolean threadsUnknown;

	ForeignJtl(Path file, @Nullable Integer users, Map<String, Double> ceilings) {
		this.file = file;
		this.users = users;
		this.ceilings = Map.copyOf(ceilings);
	}

	Findings findings() {
		boolean whole = Jtl.forEachLine(this.file, this::addToSpan);
		List<String> parts = this.spans.keySet().stream().filter(this.parts::contains).toList();
		if (this.partsLeftOut) {
			this.spans.keySet().removeAll(this.parts);
		}
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
			Label label = new Label(span, new LoadTotals(span.all(), window, middle, Long.MAX_VALUE, 0));
			this.labels.put(name, label);
			span.groups()
				.forEach((group) -> this.labelsByGroup.computeIfAbsent(group, (key) -> new ArrayList<>()).add(label));
		});
		if (this.labels.isEmpty()) {
			Map.Entry<String, LabelSpan> first = this.spans.entrySet().iterator().next();
			throw new InvalidInputException(this.file + ": '" + first.getKey() + "' was sent for "
					+ first.getValue().sentMillis() + " ms; after ramp and drain no window is left, 3 s are needed");
		}
		this.waiting = new WaitingUsers((group, start, end, sign) -> this.labelsByGroup.getOrDefault(group, List.of())
			.forEach((label) -> label.addWait(start, end, sign)));
		Jtl.forEachLine(this.file, this::addToTotals);
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
				claims(outcomes, parts, silent, brief, !whole), List.of(), whole, Map.of(), List.of());
	}

	private List<Claim> claims(List<Outcome> outcomes, List<String> parts, List<String> silent, List<String> brief,
			boolean cutOff) {
		Map<String, List<String>> invalid = new LinkedHashMap<>();
		Map<String, String> withheld = new LinkedHashMap<>();
		for (Outcome outcome : outcomes) {
			String label = outcome.run().variant().name();
			Failure failure = outcome.failure();
			if (failure != null) {
				withheld.put(label, failure.reason());
			}
			else if (!outcome.valid()) {
				invalid.put(label, outcome.failedChecks().stream().map(Check::name).toList());
			}
		}
		boolean usersUnknown = outcomes.stream().anyMatch((outcome) -> outcome.run().point().equals(Point.NONE));
		List<Claim> claims = new ArrayList<>();
		claims.add(new Claim.ForeignSamples(invalid, withheld, waited(outcomes), usersUnknown, cutOff, parts, silent));
		if (!brief.isEmpty()) {
			claims.add(new Claim.TooBrief(brief));
		}
		return claims;
	}

	/** The greatest share of the labels; each shows all that its users waited for. */
	private @Nullable Double waited(List<Outcome> outcomes) {
		List<Check> laws = outcomes.stream()
			.flatMap((outcome) -> outcome.checks().stream())
			.filter((check) -> check.kind() == CheckKind.LAW && check.ok())
			.toList();
		if (laws.isEmpty() || this.threadsUnknown && this.spans.size() > 1) {
			return null;
		}
		return laws.stream().mapToDouble((check) -> Objects.requireNonNullElse(check.value(), 0.0)).max().orElseThrow();
	}

	private void addToSpan(JtlRow row, long line) {
		this.threadsUnknown |= row.sender().thread().isEmpty();
		boolean part = !row.sender().thread().isEmpty() && this.waiting.add(row, line);
		if (!part) {
			this.requests.add(row.label());
		}
		if (this.requests.size() > MOST_LABELS) {
			throw new InvalidInputException("the file has more than " + MOST_LABELS
					+ " labels; name the samplers of the plan so that alike requests have one label");
		}
		this.workers.add(row.sender().group().worker());
		this.allBusy.add(row, line);
		if (part && this.spans.size() >= MOST_LABELS && !this.spans.containsKey(row.label())) {
			this.partsLeftOut = true;
			return;
		}
		if (part) {
			this.parts.add(row.label());
		}
		this.spans.computeIfAbsent(row.label(), (key) -> new LabelSpan()).add(row);
		this.busy.computeIfAbsent(row.label(), (key) -> new BusyTimes()).add(row, line);
	}

	private void addToTotals(JtlRow row, long line) {
		Label own = this.labels.get(row.label());
		if (own != null) {
			own.load.add(row);
		}
		if (!row.sender().thread().isEmpty()) {
			this.waiting.add(row, line);
		}
		else if (own != null) {
			// Nobody knows whether the users of other labels are the same.
			own.addWait(row.start(), row.end(), 1);
		}
	}

	/** The reason for which the samples of a label have no throughput, or null. */
	private @Nullable String withheld(String name, Label label) {
		Window window = label.load.window();
		BusyTimes.Gap gap = Objects.requireNonNull(this.busy.get(name)).gap(window);
		if (gap != null) {
			BusyTimes.Gap ofAll = this.allBusy.gap(window);
			gap = (ofAll != null && ofAll.from() < gap.until() && gap.from() < ofAll.until()) ? ofAll : gap;
			return "no request from " + Instant.ofEpochMilli(gap.from()).truncatedTo(ChronoUnit.SECONDS) + " to "
					+ Instant.ofEpochMilli(gap.until()).truncatedTo(ChronoUnit.SECONDS) + ", for "
					+ Math.round(gap.millis() / 1000.0) + " s" + (gap.anew() ? ", after which the users come anew" : "")
					+ ". Split the file before line " + gap.line() + " and report each part, with the header.";
		}
		return (this.users != null) ? null
				: label.span.groups()
					.stream()
					.flatMap((group) -> Stream.ofNullable(this.waiting.disorder(group)))
					.findFirst()
					.orElse(null);
	}

	private Outcome outcome(String name, Label label, long binMillis) {
		int userCount = Objects.requireNonNullElse(this.users, label.span.users());
		LoadTotals load = label.load;
		Point point = (userCount > 0) ? new Point(Axis.USERS, userCount) : Point.NONE;
		RecordedLoad subject = new RecordedLoad(String.valueOf(this.file.getFileName()));
		Run run = new Run(new Variant(name, subject, Axis.NONE, null), point, 1, 0);
		String withheld = withheld(name, label);
		if (withheld != null) {
			return Outcome.failed(run, new Failure(withheld, List.of()));
		}
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
		checks.add(Check.equal(CheckKind.NO_ERRORS, load.errors() / (double) Math.max(1, load.sent()), 0));
		Double ceiling = this.ceilings.get(name);
		if (ceiling != null) {
			checks.add(Check.atMost(CheckKind.BELOW_CEILING, load.throughput() / ceiling, 1 + limit));
		}
		return new Outcome(run, Figures.of(load, label.span.all(), ceiling), checks, notApplied,
				new Counts(load.errorKinds(), Map.of(), Map.of(), Map.of(), Map.of()), Behaviour.NONE,
				SeriesBuilder.of(load, binMillis), null);
	}

	private static final class Label {

		private final LabelSpan span;

		private final LoadTotals load;

		private long waitMillis;

		Label(LabelSpan span, LoadTotals load) {
			this.span = span;
			this.load = load;
		}

		/** Adds the wait of a user of the same groups, under this label or another. */
		void addWait(long start, long end, int sign) {
			this.waitMillis += sign * this.load.window().overlap(start, end);
		}

		/** The mean number of users who waited for an answer. */
		double inFlight() {
			return this.waitMillis / 1000.0 / this.load.window().seconds();
		}

	}

}
