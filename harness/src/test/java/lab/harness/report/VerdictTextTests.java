package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Clause.Group;
import lab.harness.analysis.Clause.Reached;
import lab.harness.analysis.Findings;
import lab.harness.docs.GeneratedFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Counts;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.ErrorKind;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sentences of clauses that the reports in {@code src/test/resources/reports} do not
 * have.
 */
class VerdictTextTests {

	private static final Point USERS = new Point(Axis.USERS, 500);

	private final Map<String, Clause> clauses = new LinkedHashMap<>();

	@Test
	void sentencesShouldBeGolden() throws IOException {
		addAnswers();
		addComparisons();
		addClaims();
		addForeignSamples();
		this.clauses.put("unexpected errors", new Clause.Invalid(List.of(withErrors()), 4));
		this.clauses.put("as predicted", new Clause.AsPredicted(30));
		this.clauses.put("incomplete", new Clause.Incomplete());
		this.clauses.put("knee at a limit of slots",
				new Clause.Knee(List.of("a", "b"), Limit.REQUEST_THREADS, 100, 300, 200));
		this.clauses.put("three rounds, six intervals", new Clause.Method(3, 3, 6));
		this.clauses.put("five rounds, of which one was cold", new Clause.Method(5, 4, 6));
		this.clauses.put("one round", new Clause.Method(1, 1, 1));
		GeneratedFile.check(Path.of("src/test/resources/reports/clauses.txt"),
				this.clauses.entrySet()
					.stream()
					.map((entry) -> entry.getKey() + ":\n  " + text(entry.getValue()) + "\n")
					.collect(Collectors.joining("\n")),
				"if the new sentences are right, write them with: "
						+ "mvn -pl harness -am -Dtest=VerdictTextTests -Dlab.write=true test");
	}

	private void addAnswers() {
		this.clauses.put("all that the law allows, and all that threads can",
				new Clause.Answer(Metric.THROUGHPUT, USERS,
						List.of(new Reached(List.of("tomcat-platform-200"), 397.2, 397.2, 398.4, 0.997,
								Limit.REQUEST_THREADS, 200.0),
								new Reached(List.of("tomcat-platform-500", "tomcat-virtual", "webflux"), 996, 999,
										999.6, 0.99951, Limit.USERS, 500.0))));
		this.clauses.put("a short window that exceeds the ceiling by its edges", new Clause.Answer(Metric.THROUGHPUT,
				USERS, List.of(new Reached(List.of("a", "b"), 503.4, 504.1, 503.1, 1.0006, Limit.USERS, 250.0))));
		this.clauses.put("less than the limits allow",
				new Clause.Answer(Metric.THROUGHPUT, USERS,
						List.of(new Reached(List.of("a"), 9.2, 9.2, 10.0, 0.92, Limit.BULKHEAD, 150.0),
								new Reached(List.of("b"), 1.9, 1.9, 2.0, 0.95, Limit.CONNECTIONS, 1.0),
								new Reached(List.of("c", "d"), 578, 583, null, null, Limit.CPU, null))));
		this.clauses.put("no prediction",
				new Clause.Answer(Metric.LATENCY_MEAN, USERS, List.of(single("a", 743), single("b", 1486))));
		this.clauses.put("time", new Clause.Answer(Metric.SECONDS, USERS, List.of(single("a", 1.5))));
	}

	private static Reached single(String variant, double value) {
		return new Reached(List.of(variant), value, value, null, null, null, null);
	}

	private void addComparisons() {
		this.clauses.put("losses that differ by less than a margin", new Clause.Comparison(Metric.LOSS, USERS,
				List.of(new Group(List.of("tomcat-virtual", "webflux"), "tomcat-virtual", 0.00341, null))));
		this.clauses.put("losses that differ",
				new Clause.Comparison(Metric.LOSS, USERS, List.of(new Group(List.of("webflux"), "webflux", 0, null),
						new Group(List.of("tomcat-virtual"), "webflux", 0, new Interval(0.005, 0.0047, 0.0053, 5)))));
		this.clauses.put("ratios",
				new Clause.Comparison(Metric.APP_CPU, USERS, List.of(new Group(List.of("a", "c"), "a", 0.0301, null),
						new Group(List.of("b"), "a", 0, new Interval(2, 1.9, 2.1, 5)))));
		this.clauses.put("ratios that the rounds do not tell apart", new Clause.Comparison(Metric.THROUGHPUT, USERS,
				List.of(new Group(List.of("a", "b"), "a", 1.484, null))));
		this.clauses.put("ratios of time",
				new Clause.Comparison(Metric.SECONDS, USERS, List.of(new Group(List.of("a"), "a", 0, null),
						new Group(List.of("b"), "a", 0, new Interval(1.3, 1.2, 1.41, 5)))));
	}

	private void addClaims() {
		EffectResult seen = effect(EffectOutcome.SEEN, new Interval(3.9, 3.7, 4.1, 3), null, true);
		this.clauses.put("claim that is seen", new Clause.Claim(List.of(seen), 1));
		this.clauses.put("claim that is seen in some places", new Clause.Claim(
				List.of(seen, effect(EffectOutcome.SEEN, new Interval(23.84, 7.9, 39.8, 3), null, true)), 3));
		this.clauses.put("claim that theory demands and that is not seen", new Clause.Claim(
				List.of(effect(EffectOutcome.NOT_SEEN, new Interval(1.1, 1.0, 1.2, 3), null, false)), 1));
		this.clauses.put("claim of one round", new Clause.Claim(List
			.of(effect(EffectOutcome.UNDECIDED, new Interval(1.6, null, null, 1), "it needs three rounds", true)), 1));
		EffectResult less = new EffectResult("15 threads do as much as four", "tasks", EffectOutcome.UNDECIDED,
				new Interval(1, null, null, 1), "", ">= 0.8", "it needs three rounds", true);
		this.clauses.put("several claims of one round", new Clause.Claim(List
			.of(effect(EffectOutcome.UNDECIDED, new Interval(1.6, null, null, 1), "it needs three rounds", true), less),
				1));
		this.clauses.put("claim that cannot be seen",
				new Clause.Claim(List.of(effect(EffectOutcome.NOT_HERE, null, "it needs 4 cores", true)), 1));
	}

	private static EffectResult effect(EffectOutcome outcome, @Nullable Interval ratio, @Nullable String why,
			boolean ok) {
		return new EffectResult("four threads do more than one", "tasks at 4 threads / at 1 thread", outcome, ratio,
				"tasks/s", ">= 1.5", why, ok);
	}

	private void addForeignSamples() {
		this.clauses.put("samples that obey the law", new Clause.ForeignSamples(Map.of(), false, false, List.of()));
		this.clauses.put("samples of an unknown number of users",
				new Clause.ForeignSamples(Map.of(), true, false, List.of()));
		this.clauses.put("invalid samples in a file that is cut off",
				new Clause.ForeignSamples(Map.of("home", List.of("law", "steady")), false, true, List.of()));
	}

	private static Outcome withErrors() {
		Outcome first = ReportFixtures.comparison().outcomes().getFirst();
		Map<ErrorKind, Long> errors = Map.of(new ErrorKind("500", ""), 94L, ErrorKind.unanswered("timeout"), 3L);
		return new Outcome(first.run(), first.figures(), List.of(Check.equal(CheckKind.NO_ERRORS, 97, 0)), Map.of(),
				new Counts(errors, Map.of(), Map.of(), Map.of(), Map.of()), first.behaviour(), first.series(), null);
	}

	@Test
	void textWhenAGivenCeilingIsExceededShouldBlameTheFile() {
		Findings own = ReportFixtures.ownService();
		Clause answer = new Clause.Answer(Metric.THROUGHPUT, USERS,
				List.of(new Reached(List.of("platform"), 640, 640, 400.0, 1.6, Limit.REQUEST_THREADS, 200.0)));
		assertThat(VerdictText.of(ReportFixtures.with(own, own.outcomes(), List.of(answer))))
			.containsExactly("platform served 640 req/s, 160.0 % of what its slots and its mean wait allow, so one of "
					+ "these is not as the file says.");
	}

	private String text(Clause clause) {
		Findings findings = clause instanceof Clause.ForeignSamples ? ReportFixtures.queues()
				: ReportFixtures.comparison();
		return VerdictText.of(ReportFixtures.with(findings, findings.outcomes(), List.of(clause))).getFirst();
	}

}
