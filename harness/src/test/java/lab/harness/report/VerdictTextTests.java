package lab.harness.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour;
import lab.harness.model.Behaviour.Limit;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Counts;
import lab.harness.model.Failure;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result.EffectResult;
import lab.harness.model.Result.Interval;
import lab.harness.model.Series;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VerdictTextTests {

	private static final Point USERS = new Point(Axis.USERS, 500);

	private final Findings findings = LawfulFindings.comparison(List.of(20.0), 8, 1);

	@Test
	void comparisonShouldNameGroupsRatioAndLimits() {
		Clause.Group best = new Clause.Group(List.of("tomcat-virtual", "webflux"), 993.8, 996.2, true, null,
				List.of(new Clause.Limited(Limit.USERS, 500.0)));
		Clause.Group slow = new Clause.Group(List.of("tomcat-platform-200"), 398.4, 398.4, true,
				new Interval(0.4, 0.398, 0.402, 3),
				List.of(new Clause.Limited(Limit.REQUEST_THREADS, 200.0), new Clause.Limited(Limit.CPU, null)));
		assertThat(words(new Clause.Comparison(Metric.THROUGHPUT, USERS, List.of(best, slow)))).isEqualTo(
				"500 users: tomcat-virtual and webflux 994 to 996 req/s, no difference seen, limited by 500 users; "
						+ "tomcat-platform-200 398 req/s, 0.400 (0.398..0.402) times the best, limited by 200 request threads "
						+ "and CPU.");
	}

	@Test
	void comparisonWhenTheSameLimitsAllGroupsShouldSayItOnce() {
		List<Clause.Limited> users = List.of(new Clause.Limited(Limit.USERS, 60.0));
		Clause.Group best = new Clause.Group(List.of("a", "c"), 743, 744, false, null, users);
		Clause.Group slow = new Clause.Group(List.of("b"), 1486, 1486, true, new Interval(2, null, null, 1), users);
		assertThat(words(new Clause.Comparison(Metric.LATENCY_MEAN, USERS, List.of(best, slow)))).isEqualTo(
				"500 users: a and c 743 to 744 ms, within 1 %; b 1486 ms, 2 times the lowest; all limited by 60 users.");
	}

	@Test
	void comparisonWhenOneSlotOrABulkheadLimitsShouldSayItInEnglish() {
		Clause.Group group = new Clause.Group(List.of("a"), 9.2, 9.2, true, null,
				List.of(new Clause.Limited(Limit.USERS, 1.0), new Clause.Limited(Limit.BULKHEAD, 150.0)));
		assertThat(words(new Clause.Comparison(Metric.THROUGHPUT, USERS, List.of(group))))
			.endsWith("limited by 1 user and a bulkhead of 150.");
	}

	@Test
	void kneeShouldTellWhereAndWhy() {
		assertThat(words(new Clause.Knee(List.of("a", "b"), Limit.REQUEST_THREADS, 100, 300, 200)))
			.isEqualTo("The knee of a and b is at 200 users: from there on request threads limit the throughput.");
		assertThat(words(new Clause.Knee(List.of("a"), Limit.CPU, 1000, 2400, 1700)))
			.isEqualTo("The knee of a is between 1000 and 2400 users: from there on CPU limits the throughput.");
		assertThat(words(new Clause.Knee(List.of("a"), null, 1000, 2400, 2400)))
			.isEqualTo("No knee up to 2400 users: a.");
	}

	@Test
	void asPredictedShouldCount() {
		assertThat(words(new Clause.AsPredicted(30))).isEqualTo("As predicted: all 30 counts are those of the theory.");
	}

	@Test
	void methodShouldCountTheFinishedRoundsAndTellOfTheCorrection() {
		assertThat(words(new Clause.Method(3, 6))).isEqualTo(
				"Intervals are 95 %, over the 3 rounds that every variant finished (Student's t). They are corrected for 6 "
						+ "comparisons (Holm).");
		assertThat(words(new Clause.Method(1, 1)))
			.contains("One round was finished", "leave out the difference between JVMs")
			.doesNotContain("Holm");
	}

	@Test
	void gainShouldNameWhatGainsAndWhatDoesNot() {
		assertThat(words(new Clause.Gain(Point.NONE, "tomcat-platform", false, 200, Map.of(),
				List.of("virtual threads", "WebFlux"))))
			.isEqualTo("200 request threads are no limit here: nothing is gained by virtual threads and WebFlux.");
		assertThat(words(new Clause.Gain(Point.NONE, "tomcat-platform", true, 200,
				Map.of("webflux", new Interval(1.25, 1.2, 1.3, 3)), List.of("virtual threads"))))
			.isEqualTo(
					"The CPU limits every variant: webflux is 1.250 (1.200..1.300) times as fast as tomcat-platform, "
							+ "nothing is gained by virtual threads.");
	}

	@Test
	void ceilingReachedShouldNotRoundUp() {
		assertThat(words(new Clause.CeilingReached(0.99996, false)))
			.isEqualTo("Each variant reached at least 99.9 % of the ceiling that Little's law sets.");
		assertThat(words(new Clause.CeilingReached(0.995, true)))
			.startsWith("Where the CPU is not the limit, each variant reached");
	}

	@Test
	void invalidShouldNameTheFailedRunsAndTheFailedChecks() {
		Outcome failed = Outcome.failed(this.findings.outcomes().getFirst().run(),
				new Failure("not ready after 60 s", List.of()));
		assertThat(words(new Clause.Invalid(List.of(failed), 4))).isEqualTo(
				"No answer: 1 of 4 runs is invalid. tomcat-platform-200, 20 users, failed: not ready after 60 s.");
	}

	@Test
	void invalidShouldSayWhetherOtherProgramsOrTheLoadItselfFilledTheProcessors() {
		Check busy = Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15);
		assertThat(words(new Clause.Invalid(List.of(failed(busy)), 4)))
			.endsWith("did not pass machine-idle. Other programs disturbed it: stop them, and repeat.");
		assertThat(words(new Clause.Invalid(List.of(failed(busy.blaming(CheckKind.Blame.LOAD))), 4)))
			.endsWith("did not pass machine-idle. Its own load fills the processors: use fewer users, "
					+ "a machine with more cores, or 'cores: apart' in the experiment file.");
	}

	private Outcome failed(Check check) {
		return new Outcome(this.findings.outcomes().getFirst().run(), Map.of(), List.of(check), Map.of(), Counts.NONE,
				Behaviour.NONE, Series.NONE, null);
	}

	@Test
	void claimShouldBeSeenOrNotOrHiddenForAReason() {
		assertThat(words(claim(1, "seen", new Interval(3.9, 3.7, 4.1, 3), null)))
			.isEqualTo("Seen: four threads do more than one (3.900 tasks/s, expected at least 1.5).");
		assertThat(words(claim(1, "not seen", new Interval(1.1, null, null, 1), null)))
			.isEqualTo("Not seen: four threads do more than one (1.100 tasks/s, expected at least 1.5).");
		assertThat(words(claim(1, "cannot be seen here", null, "it needs 4 cores"))).isEqualTo(
				"Cannot be seen here, because it needs 4 cores: four threads do more than one (expected at least 1.5).");
	}

	@Test
	void claimOfSeveralPlacesShouldCountThemAndGiveTheRange() {
		assertThat(words(claim(3, "seen", new Interval(3.9, 3.7, 4.1, 3), null, new Interval(23.84, 7.9, 39.8, 1))))
			.isEqualTo("Seen in 2 of 3: four threads do more than one (3.900 to 23.8 tasks/s, expected at least 1.5).");
	}

	@Test
	void differenceShouldGiveTheFigureOfEachVariant() {
		Map<String, Double> values = new LinkedHashMap<>();
		values.put("a", 0.551);
		values.put("b", 0.902);
		assertThat(words(new Clause.Difference(Metric.ANSWERED_IN_TIME, USERS, values)))
			.isEqualTo("Answered in time differs: a 55.1 %, b 90.2 %.");
	}

	@Test
	void underStressShouldTellHowFarEachFellAndWhenItWasBack() {
		Findings outage = LawfulFindings.outage();
		String words = VerdictText.of(outage).getFirst();
		assertThat(words).matches("tomcat-platform-200: \\d+ req/s before; \\d+ at the lowest under hang, "
				+ "recovered 1\\.4 s after it; at most \\d+ in flight; none lost without an answer\\.");
		assertThat(Objects.requireNonNull(outage.outcomes().getFirst().value(Metric.LOWEST))).isLessThan(10);
	}

	@Test
	void foreignSamplesShouldTellWhatCannotBeChecked() {
		Clause lawful = new Clause.ForeignSamples(Map.of(), false, false, List.of());
		assertThat(words(lawful)).isEqualTo("The samples obey Little's law.");
		Findings queues = LawfulFindings.queues();
		assertThat(VerdictText.of(LawfulFindings.with(queues, queues.outcomes(), List.of(lawful)))).containsExactly(
				"The samples obey Little's law. Without the probe's files there is no ceiling to compare with; give it "
						+ "with --ceiling.");
		assertThat(words(new Clause.ForeignSamples(Map.of("home", List.of("law", "steady")), true, true, List.of())))
			.startsWith("The file is cut off. These samples are invalid: home did not pass law and steady.")
			.contains("--users");
	}

	private static Clause claim(int of, String outcome, @Nullable Interval ratio, @Nullable String why,
			Interval... others) {
		return new Clause.Claim(Stream
			.concat(Stream.of(Optional.ofNullable(ratio)), Stream.of(others).map(Optional::of))
			.map((measured) -> new EffectResult("four threads do more than one", "tasks at 4 threads / at 1 thread",
					outcome, measured.orElse(null), "tasks/s", ">= 1.5", why))
			.toList(), of);
	}

	private String words(Clause clause) {
		return VerdictText.of(LawfulFindings.with(this.findings, this.findings.outcomes(), List.of(clause))).getFirst();
	}

}
