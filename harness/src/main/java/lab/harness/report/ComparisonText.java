package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.analysis.ResultComparison;
import lab.harness.analysis.ResultComparison.Change;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Claim.Status;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Result.Interval;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;
import org.jspecify.annotations.Nullable;

/**
 * Two results of one experiment in words and a table.
 */
public record ComparisonText(ResultComparison comparison) {

	private static final String METHOD = "Only ratios of two variants within a round are compared, because the "
			+ "machine has another speed in each result. Intervals by Welch; those of one metric hold at once with 95 %.";

	/** The text for a terminal, the answer last. */
	public String text(Language language) {
		List<String> lines = new ArrayList<>();
		lines.add(Document.question(this.comparison.before()));
		lines.add("");
		lines.add(side("before", this.comparison.before()));
		lines.add(side("after", this.comparison.after()));
		lines.add(differences());
		lines.add("");
		lines.add(language.of(table()).text().stripTrailing());
		lines.add("");
		lines.add(METHOD);
		lines.add("");
		lines.addAll(answer());
		return lines.stream()
			.flatMap((line) -> line.isEmpty() ? Stream.of(line) : line.lines())
			.map(Text::clean)
			.collect(Collectors.joining("\n", "", "\n"));
	}

	/**
	 * Records of one experiment, oldest first: a table for each pair of each metric.
	 * @param history each earlier record before that of today
	 */
	public static String history(List<ResultComparison> history, Language language) {
		Findings after = history.getLast().after();
		StringBuilder text = new StringBuilder(Text.clean(Document.question(after))).append("\n\n");
		Map<String, List<Then>> tables = new LinkedHashMap<>();
		history.forEach((comparison) -> comparison.changes()
			.forEach((change) -> tables
				.computeIfAbsent("Records of " + change.metric().label() + ": " + pair(change),
						(any) -> new ArrayList<>())
				.add(new Then(comparison.before(), change, change.before()))));
		tables.forEach((title, rows) -> {
			Change today = Objects.requireNonNull(rows.getLast().change());
			rows.add(new Then(after, null, today.after()));
			Table table = Table.of(title, rows,
					List.of(Field.text("recorded", Then::day), Field.text("JDK", (row) -> row.term("JDK")),
							Field.text("Spring Boot", (row) -> row.term("Spring Boot")),
							Field.text("machine", (row) -> row.term("processors")),
							Field.figures("figure", "", (row) -> cell(today, row.ratio())),
							Field.text("since then", (row) -> (row.change() != null) ? status(row.change()) : "")));
			text.append(language.of(table).text()).append('\n');
		});
		return text.append(METHOD).append('\n').toString();
	}

	/** A row of a history; that of today has not changed since. */
	private record Then(Findings findings, @Nullable Change change, Interval ratio) {

		private Manifest manifest() {
			return Objects.requireNonNull(this.findings.manifest());
		}

		private String day() {
			return manifest().startedAt().toString().substring(0, 10);
		}

		private String term(String name) {
			return Objects.requireNonNull(terms(manifest()).get(name)).replaceFirst("^(JDK|Spring Boot) ", "");
		}

	}

	private static String side(String name, Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		int rounds = manifest.rounds();
		return String.format(Locale.ROOT, "%-7s %d %s, %s, commit %s: %s", name, rounds,
				(rounds == 1) ? "round" : "rounds", manifest.startedAt().toString().substring(0, 10),
				manifest.environment().commit(), String.join(", ", terms(manifest).values()));
	}

	/** Versions and processors by name: each may have changed the figures. */
	private static Map<String, String> terms(Manifest manifest) {
		Environment environment = manifest.environment();
		Map<String, String> terms = new LinkedHashMap<>();
		terms.put("JDK", "JDK " + EnvironmentSection.jdks(environment));
		terms.put("Spring Boot",
				"Spring Boot " + environment.software()
					.libraries()
					.values()
					.stream()
					.flatMap((libraries) -> libraries.entrySet().stream())
					.filter((library) -> library.getKey().equals("Spring Boot"))
					.map(Map.Entry::getValue)
					.collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new),
							(versions) -> versions.isEmpty() ? "unknown" : String.join(" and ", versions))));
		terms.put("processors", environment.cores() + " cores, " + environment.machine().cpu());
		return terms;
	}

	private String differences() {
		Map<String, String> before = terms(Objects.requireNonNull(this.comparison.before().manifest()));
		Map<String, String> after = terms(Objects.requireNonNull(this.comparison.after().manifest()));
		List<String> differ = new ArrayList<>(
				before.keySet().stream().filter((name) -> !Objects.equals(before.get(name), after.get(name))).toList());
		List<Variant> measured = variants(this.comparison.before());
		variants(this.comparison.after()).stream()
			.filter((variant) -> measured.stream()
				.anyMatch((other) -> other.name().equals(variant.name()) && !other.subject().equals(variant.subject())))
			.forEach((variant) -> differ.add("the load or the settings of " + variant.name()));
		return differ.isEmpty() ? "JDK, Spring Boot, processors, load and settings are the same." : "They differ in "
				+ Text.list(differ) + ((differ.size() > 1) ? ", so no change has a single cause." : ".");
	}

	private static List<Variant> variants(Findings findings) {
		return Objects.requireNonNull(findings.experiment()).variants();
	}

	private Table table() {
		return Table.of("", this.comparison.changes(),
				List.of(Field.text("metric", (change) -> change.metric().label()),
						Field.text("pair", ComparisonText::pair),
						Field.figures("before", "", (change) -> cell(change, change.before())),
						Field.figures("after", "", (change) -> cell(change, change.after())),
						Field.figures("change", "", (change) -> cell(change, change.change())),
						Field.text("", (change) -> status(change))));
	}

	private static String pair(Change change) {
		return change.pair().getFirst() + ((change.metric() == Metric.LOSS) ? " - " : " / ") + change.pair().getLast()
				+ (change.point().words().isEmpty() ? "" : ", " + change.point().words());
	}

	private static Cell cell(Change change, Interval interval) {
		return Cell.figure(interval(change, interval));
	}

	/**
	 * A ratio such as {@code 1.18 (1.11..1.25)}, a loss in percentage points, a dash if
	 * no round allows one.
	 */
	private static String interval(Change change, Interval interval) {
		if (interval.runs() == 0) {
			return "-";
		}
		boolean loss = change.metric() == Metric.LOSS;
		double factor = loss ? 100 : 1;
		int digits = loss ? 2 : 3;
		Double low = interval.low();
		Double high = interval.high();
		return Text.number(factor * interval.mean(), digits) + ((low == null || high == null) ? ""
				: " (" + Text.number(factor * low, digits) + ".." + Text.number(factor * high, digits) + ")");
	}

	private static String status(Change change) {
		return switch (change.status()) {
			case SEEN -> "changed";
			case NOT_SEEN -> "no change seen";
			case UNDECIDED -> "too few rounds";
			case WITHHELD -> "withheld: " + String.join(", ", change.because());
		};
	}

	/** A sentence for each change, and one for all that did not change. */
	private List<String> answer() {
		List<String> answer = new ArrayList<>();
		changes(Status.SEEN)
			.forEach((change) -> answer.add("Changed: the " + change.metric().label() + " of " + pair(change)
					+ ((change.metric() == Metric.LOSS)
							? " changed by " + interval(change, change.change()) + " percentage points."
							: " is " + interval(change, change.change()) + " times what it was.")));
		List<Change> same = changes(Status.NOT_SEEN);
		if (!same.isEmpty()) {
			answer.add("No change seen: " + same.stream()
				.map((change) -> change.metric().label() + " of " + pair(change) + " by less than " + margin(change))
				.collect(Collectors.joining("; ")) + ".");
		}
		List<Change> withheld = changes(Status.WITHHELD);
		if (!withheld.isEmpty()) {
			answer.add("Not compared: " + withheld.stream()
				.map((change) -> change.metric().label() + " of " + pair(change) + ", because "
						+ String.join(", ", change.because()) + " failed")
				.collect(Collectors.joining("; ")) + ".");
		}
		if (!changes(Status.UNDECIDED).isEmpty()) {
			answer.add("Not decided where a result has too few rounds: three, or five of CPU and memory without "
					+ "'together'; these decide it: "
					+ Stream.of(this.comparison.before(), this.comparison.after())
						.map((findings) -> EnvironmentSection
							.commandOfMoreRounds(Objects.requireNonNull(findings.manifest())))
						.distinct()
						.collect(Collectors.joining(" and "))
					+ ".");
		}
		return answer;
	}

	private List<Change> changes(Status status) {
		return this.comparison.changes().stream().filter((change) -> change.status() == status).toList();
	}

	private static String margin(Change change) {
		double margin = Claim.Pair.margin(change.metric(), Objects.requireNonNull(change.change().low()),
				Objects.requireNonNull(change.change().high()));
		return Text.upTo(100 * margin) + ((change.metric() == Metric.LOSS) ? " percentage points" : " %");
	}

}
