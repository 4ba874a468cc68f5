package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import lab.harness.analysis.Findings;
import lab.harness.docs.GeneratedFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Claim.Alike;
import lab.harness.model.result.Claim.Different;
import lab.harness.model.result.Claim.Reached;
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
 * The sentences of claims that the reports in {@code src/test/resources/reports} do not
 * have.
 */
class VerdictTextTests {

	private static final Point USERS = new Point(Axis.USERS, 500);

	private final Map<String, Findings> answers = new LinkedHashMap<>();

	@Test
	void sentencesShouldBeGolden() throws IOException {
		addAnswers();
		addComparisons();
		addClaims();
		addForeignSamples();
		this.answers.put("unexpected errors", withErrors());
		put("as predicted", new Claim.AsPredicted(30));
		put("incomplete", new Claim.Incomplete());
		put("knee at a limit of slots", new Claim.Knee(List.of("a", "b"), Limit.REQUEST_THREADS, 100, 300, 200));
		put("three rounds, six intervals", new Claim.Method(3, 3, 6));
		put("five rounds, of which one was cold", new Claim.Method(5, 4, 6));
		put("one round", new Claim.Method(1, 1, 1));
		GeneratedFile.check(Path.of("src/test/resources/reports/clauses.txt"),
				this.answers.entrySet()
					.stream()
					.map((entry) -> entry.getKey() + ":\n  " + VerdictText.of(entry.getValue()).getFirst() + "\n")
					.collect(Collectors.joining("\n")),
				"if the new sentences are right, write them with: "
						+ "mvn -pl harness -am -Dtest=VerdictTextTests -Dlab.write=true test");
	}

	private void addAnswers() {
		put("all that the law allows, and all that threads can",
				new Reached(Metric.THROUGHPUT, USERS, List.of("tomcat-platform-200"), 397.2, 397.2, 398.4, 0.997,
						Limit.REQUEST_THREADS, 200.0),
				new Reached(Metric.THROUGHPUT, USERS, List.of("tomcat-platform-500", "tomcat-virtual", "webflux"), 996,
						999, 999.6, 0.99951, Limit.USERS, 500.0));
		put("a short window that exceeds the ceiling by its edges", new Reached(Metric.THROUGHPUT, USERS,
				List.of("a", "b"), 503.4, 504.1, 503.1, 1.0006, Limit.USERS, 250.0));
		put("less than the limits allow",
				new Reached(Metric.THROUGHPUT, USERS, List.of("a"), 9.2, 9.2, 10.0, 0.92, Limit.BULKHEAD, 150.0),
				new Reached(Metric.THROUGHPUT, USERS, List.of("b"), 1.9, 1.9, 2.0, 0.95, Limit.CONNECTIONS, 1.0),
				new Reached(Metric.THROUGHPUT, USERS, List.of("c", "d"), 578, 583, null, null, Limit.CPU, null));
		put("no prediction", single(Metric.LATENCY_MEAN, "a", 743), single(Metric.LATENCY_MEAN, "b", 1486));
		put("time", single(Metric.SECONDS, "a", 1.5));
	}

	private static Reached single(Metric metric, String variant, double value) {
		return new Reached(metric, USERS, List.of(variant), value, value, null, null, null, null);
	}

	private void addComparisons() {
		put("losses that differ by less than a margin",
				new Alike(Metric.LOSS, USERS, List.of("tomcat-virtual", "webflux"), "tomcat-virtual", 0.00341));
		put("losses that differ", new Different(Metric.LOSS, USERS, List.of("tomcat-virtual"), "webflux",
				new Interval(0.005, 0.0047, 0.0053, 5)));
		put("ratios", new Alike(Metric.APP_CPU, USERS, List.of("a", "c"), "a", 0.0301),
				new Different(Metric.APP_CPU, USERS, List.of("b"), "a", new Interval(2, 1.9, 2.1, 5)));
		put("ratios that the rounds do not tell apart",
				new Alike(Metric.THROUGHPUT, USERS, List.of("a", "b"), "a", 1.484));
		put("ratios of time", new Different(Metric.SECONDS, USERS, List.of("b"), "a", new Interval(1.3, 1.2, 1.41, 5)));
	}

	private void addClaims() {
		EffectResult seen = effect(EffectOutcome.SEEN, new Interval(3.9, 3.7, 4.1, 3), null, true);
		EffectResult few = effect(EffectOutcome.UNDECIDED, new Interval(1.6, null, null, 1), "it needs three rounds",
				true);
		put("claim that is seen", 1, seen);
		put("claim that is seen in some places", 3, seen,
				effect(EffectOutcome.SEEN, new Interval(23.84, 7.9, 39.8, 3), null, true));
		put("claim that theory demands and that is not seen", 1,
				effect(EffectOutcome.NOT_SEEN, new Interval(1.1, 1.0, 1.2, 3), null, false));
		put("claim of one round", 1, few);
		EffectResult less = new EffectResult("15 threads do as much as four", "tasks", EffectOutcome.UNDECIDED,
				new Interval(1, null, null, 1), "", ">= 0.8", "it needs three rounds", true);
		put("several claims of one round", 1, few, less);
		put("claim that cannot be seen", 1, effect(EffectOutcome.NOT_HERE, null, "it needs 4 cores", true));
	}

	private static EffectResult effect(EffectOutcome outcome, @Nullable Interval ratio, @Nullable String why,
			boolean ok) {
		return new EffectResult("four threads do more than one", "tasks at 4 threads / at 1 thread", outcome, ratio,
				"tasks/s", ">= 1.5", why, ok);
	}

	private void addForeignSamples() {
		put("samples that obey the law", new Claim.ForeignSamples(Map.of(), false, false, List.of()));
		put("samples of an unknown number of users", new Claim.ForeignSamples(Map.of(), true, false, List.of()));
		put("invalid samples in a file that is cut off",
				new Claim.ForeignSamples(Map.of("home", List.of("law", "steady")), false, true, List.of()));
	}

	private static Findings withErrors() {
		Findings findings = ReportFixtures.comparison();
		Outcome first = findings.outcomes().getFirst();
		Map<ErrorKind, Long> errors = Map.of(new ErrorKind("500", ""), 94L, ErrorKind.unanswered("timeout"), 3L);
		Outcome failed = new Outcome(first.run(), first.figures(), List.of(Check.equal(CheckKind.NO_ERRORS, 97, 0)),
				Map.of(), new Counts(errors, Map.of(), Map.of(), Map.of(), Map.of()), first.behaviour(), first.series(),
				null);
		return ReportFixtures.with(findings, List.of(failed),
				List.of(new Claim.Invalid(List.of(failed.run().id()), 4)));
	}

	@Test
	void textWhenAGivenCeilingIsExceededShouldBlameTheFile() {
		Findings own = ReportFixtures.ownService();
		Claim answer = new Reached(Metric.THROUGHPUT, USERS, List.of("platform"), 640, 640, 400.0, 1.6,
				Limit.REQUEST_THREADS, 200.0);
		assertThat(VerdictText.of(ReportFixtures.with(own, List.of(answer))))
			.containsExactly("platform served 640 req/s, 160.0 % of what its slots and its mean wait allow, so one of "
					+ "these is not as the file says.");
	}

	private void put(String name, Claim... claims) {
		this.answers.put(name, ReportFixtures.with(
				claims[0] instanceof Claim.ForeignSamples ? ReportFixtures.queues() : ReportFixtures.comparison(),
				List.of(claims)));
	}

	private void put(String name, long places, EffectResult... effects) {
		List<Integer> all = IntStream.range(0, effects.length).boxed().toList();
		this.answers.put(name,
				ReportFixtures.with(ReportFixtures.comparison(), List.of(new Claim.Expected(all, places)), effects));
	}

}
