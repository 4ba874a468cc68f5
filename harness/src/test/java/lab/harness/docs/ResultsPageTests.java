package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.docs.RecordedResult.Code;
import lab.harness.docs.RecordedResult.Figures;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Form;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Plan;
import lab.harness.report.Report;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/results.md} is made of the recorded results.
 */
class ResultsPageTests {

	private static final List<Metric> NOISE = List.of(Metric.LOSS, Metric.THROUGHPUT, Metric.LATENCY_P50,
			Metric.LATENCY_P99, Metric.APP_CPU, Metric.RSS_MEAN);

	@Test
	void pageShouldBeMadeOfTheRecordedResults() throws IOException {
		Map<String, RecordedResult> results = RecordedResults.read().byName();
		List<String> rows = new ArrayList<>();
		for (About.Group group : About.Group.values()) {
			List<String> ofGroup = results.entrySet()
				.stream()
				.filter((result) -> result.getValue().plan().about().group() == group)
				.map((result) -> row(result.getKey(), result.getValue()))
				.toList();
			if (!ofGroup.isEmpty()) {
				String words = group.toString().replace('-', ' ');
				rows.add("<a id=\"%s\"></a>**%s**".formatted(group,
						words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1)));
				rows.addAll(ofGroup);
			}
		}
		GeneratedFilesTests.checkPart("docs/results.md", "noise",
				noise(results.get("same-twice")) + "\n" + provenance(List.copyOf(results.values())));
		GeneratedFilesTests.checkPart("docs/results.md", "results",
				GeneratedFilesTests.table("question | finding | figure | rounds | record", rows));
		assertThat(RecordedResult.words(Page.text(Page.ROOT.resolve("docs/results.md")))).isLessThanOrEqualTo(3500);
	}

	@Test
	void tutorialShouldShowWhatItsCommandPrinted() throws IOException {
		GeneratedFilesTests.checkPart("docs/tutorial.md", "comparison", firstScreen("comparison"));
	}

	@Test
	void noiseWhenEqualVariantsAreRecordedShouldBeTheirSpread() {
		assertThat(noise(null)).contains("not measured yet").doesNotContain("|");
		RecordedResult sameTwice = result(5,
				List.of(summary("waiting-a", 1000, 0.001), summary("waiting-b", 1004, 0.003),
						summary("waiting-c", 1001, 0.0025), summary("fast-a", 200, 0.1), summary("fast-b", 210, 0.1)),
				List.of());
		assertThat(noise(sameTwice)).contains("5 rounds")
			.contains("| waiting | 0.20 points | 0.40 % | - |")
			.contains("| fast | 0.00 points | 5.00 % | - |")
			.doesNotContain("not measured");
	}

	@Test
	void findingWhenClaimsAreDecidedShouldBeTheClaims() {
		List<EffectResult> effects = List.of(effect(EffectOutcome.UNDECIDED, new Interval(1, 0.7, 1.3, 5)),
				effect(EffectOutcome.NOT_SEEN, new Interval(1.104, 1.05, 1.1601, 5)));
		RecordedResult result = result(5, List.of(), effects, "At 1 thread, a did 5 tasks/s.",
				"Undecided: one does more (1 (0.700..1.300), expected at least 1.5).",
				"Not seen: four do more (1.104 (1.050..1.160), expected at least 1.5).",
				"Not seen: eight do more (1.204 (1.050..1.260), expected at least 1.5).", "Compared round by round.");
		assertThat(result.finding()).isEqualTo("Undecided: one does more. Not seen: four do more; eight do more.");
		assertThat(result.figure(Metric.TASKS_PER_SECOND)).isEqualTo("**1.10 (1.05..1.16)**: tasks of a / of b");
		assertThat(result(6, List.of(), effects).figure(Metric.TASKS_PER_SECOND)).endsWith(", from 5 of 6 rounds");
	}

	@Test
	void findingWhenNothingIsDecidedShouldBeBothEndsOfTheAxis() {
		RecordedResult result = result(1, List.of(), List.of(), "At 1 user, a served 1.", "At 2 users, a served 2.",
				"At 3 users, a served 3.", "At 3 users, a and b differ by less than 0.4 % of the ceiling.",
				"One round was finished, so no variant is compared.",
				"Undecided, because it needs three rounds: c; d.");
		assertThat(result.finding()).isEqualTo("At 1 user, a served 1. At 3 users, a served 3. "
				+ "At 3 users, a and b differ by less than 0.4 % of the ceiling.");
		RecordedResult knee = result(1, List.of(), List.of(), "The knee of a is at 2 users.", "At 1 user, a served 1.",
				"At 3 users, a served 3.");
		assertThat(knee.finding()).isEqualTo("The knee of a is at 2 users.");
	}

	@Test
	void findingWhenPointsAreLongShouldLeaveOutTheFirstOfTheSameVariants() {
		String first = "At 1 user, app served 1 req/s, and that is all that a single user can get out of it.";
		String last = "At 9 users, app served 9 req/s, and that is all that nine users can get out of it.";
		Map<String, Interval> figures = Map.of("throughput", new Interval(1, null, null, 1));
		Figures atLast = new Figures("app", new Point("users", 9), figures);
		RecordedResult same = result(1, List.of(new Figures("app", new Point("users", 1), figures), atLast), List.of(),
				first, last);
		assertThat(same.finding()).isEqualTo(last.replace("app", "`app`"));
		RecordedResult other = result(1, List.of(new Figures("b", new Point("users", 1), figures), atLast), List.of(),
				first, last);
		assertThat(other.finding()).isEqualTo((first + " " + last).replace("app", "`app`"));
	}

	@Test
	void findingWhenItHasManyClaimsShouldCountThoseLeftOut() {
		String claim = "twelve words that a source might say of its pools and threads: ";
		RecordedResult result = result(1, List.of(), List.of(), "Undecided, because it needs three rounds: " + claim
				+ "0.5; " + claim + "0.7; " + claim + "many; " + claim + "few.");
		assertThat(result.finding())
			.isEqualTo("Undecided, because it needs three rounds: " + claim + "0.5; and 3 more.");
	}

	@Test
	void findingWhenUnderFaultsShouldJoinRoundsAndEqualVariants() {
		RecordedResult result = result(2, List.of(), List.of(),
				"a, 9 users, round 1: 1 req/s before; none lost without an answer.",
				"a, 60 users, round 1: 9 successful req/s; 12 lost without an answer.",
				"a, 60 users, round 2: 9 successful req/s; 8 lost without an answer.",
				"b, 60 users, round 1: 7 successful req/s; none lost without an answer.",
				"b, 60 users, round 2: 7 successful req/s; none lost without an answer.",
				"c, 60 users, round 1: 7 successful req/s; none lost without an answer.");
		assertThat(result.finding())
			.isEqualTo("At 60 users, a: 9 successful req/s; 8 to 12 lost. b and c: 7 successful req/s; none lost.");
	}

	private static RecordedResult result(int rounds, List<Figures> summary, List<EffectResult> effects,
			String... verdict) {
		Plan plan = new Plan(new About("q", About.Group.OTHER, List.of(), null), null, rounds, false, Form.FULL,
				List.of(), List.of());
		return new RecordedResult(plan, new Code(false), summary, effects, List.of(verdict));
	}

	private static Figures summary(String variant, double throughput, double loss) {
		return new Figures(variant, Point.NONE, Map.of("throughput", new Interval(throughput, null, null, 5), "loss",
				new Interval(loss, null, null, 5)));
	}

	private static EffectResult effect(EffectOutcome outcome, Interval ratio) {
		return new EffectResult("c", "tasks of a / of b", outcome, ratio, "", ">= 1.5", null, true);
	}

	private static String row(String name, RecordedResult result) {
		Experiment experiment = ExperimentFile.read(Page.ROOT.resolve("experiments/" + name + ".yml"));
		return "[%s](../experiments/%s.yml) | %s | %s | %d | [report](results/%s/report.md)".formatted(
				experiment.about().question(), name, result.finding(), result.figure(experiment.compare()),
				result.plan().rounds(), name);
	}

	private static String provenance(List<RecordedResult> results) {
		return "Of %d records %d are single runs, and %d were measured with uncommitted changes. Older ones name commits that are not in this history.\n"
			.formatted(results.size(), results.stream().filter((result) -> result.plan().rounds() == 1).count(),
					results.stream().filter((result) -> result.environment().dirty()).count());
	}

	private static String noise(@Nullable RecordedResult sameTwice) {
		if (sameTwice == null) {
			return "**The noise floor**, how far apart the figures of one app are that runs under three names, is not "
					+ "measured yet.\n";
		}
		List<String> rows = new ArrayList<>();
		sameTwice.spread(NOISE)
			.forEach((load,
					spread) -> rows.add(load + " | "
							+ NOISE.stream()
								.map((metric) -> spread.containsKey(metric) ? String.format(Locale.ROOT, "%.2f %s",
										spread.get(metric), metric.share() ? "points" : "%") : "-")
								.collect(Collectors.joining(" | "))));
		return "**The noise floor**: in %s the means of one app under several names differed by this much. "
			.formatted((sameTwice.plan().rounds() == 1) ? "one round" : sameTwice.plan().rounds() + " rounds")
				+ "A difference of this size is noise; the intervals of `same-twice` leave larger ones open.\n\n"
				+ GeneratedFilesTests
					.table("load | " + NOISE.stream().map(Metric::label).collect(Collectors.joining(" | ")), rows);
	}

	/** The report from its verdict to its first heading. */
	private static String firstScreen(String name) throws IOException {
		try (Stream<String> lines = Files.lines(RecordedResults.FOLDER.resolve(name).resolve(Report.MARKDOWN))) {
			return lines.skip(4)
				.takeWhile((line) -> !line.startsWith("## "))
				.filter((line) -> !line.startsWith("valid: "))
				.collect(Collectors.joining("\n"))
				.replaceAll("\n{3,}", "\n\n")
				.strip() + "\n";
		}
	}

}
