package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
import lab.harness.model.result.Claim.Decision;
import lab.harness.model.result.Claim.Reason;
import lab.harness.model.result.Claim.Status;
import lab.harness.model.result.Claim.Reached;
import lab.harness.model.result.Counts;
import lab.harness.model.result.ClaimKind;
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
		addOwnServices();
		addClaims();
		addForeignSamples();
		this.answers.put("unexpected errors", withErrors());
		put("as predicted", new Claim.AsPredicted(30));
		Point seventy = new Point(Axis.OF_CAPACITY, 70);
		Point last = new Point(Axis.OF_CAPACITY, 95);
		put("predicted up to a point",
				new Claim.Prediction("tomcat-platform-200", Metric.LATENCY_P99, seventy, last, 1.93),
				new Claim.Prediction("tomcat-virtual", Metric.LATENCY_P99, seventy, last, 4.32),
				new Claim.Prediction("webflux", Metric.LATENCY_P99, null, last, 2.55));
		put("predicted everywhere", new Claim.Prediction("webflux", Metric.LATENCY_P99, last, last, 1.02));
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
		put("a ceiling above 1000, to the last digit before the point", new Reached(Metric.THROUGHPUT, USERS,
				List.of("a", "b"), 1003.9, 1004.2, 1006.9, 0.997, Limit.USERS, 503.5));
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
				pair(Metric.LOSS, "tomcat-virtual", "webflux", 0.001, -0.0014, 0.00341, Status.NOT_SEEN),
				pair(Metric.LOSS, "tomcat-platform-500", "webflux", 0.0012, -0.0001, 0.0025, Status.NOT_SEEN));
		put("losses that differ", pair(Metric.LOSS, "tomcat-virtual", "webflux", 0.005, 0.0047, 0.0053, Status.SEEN));
		put("costs, of which only what differs is told",
				pair(Metric.APP_CPU, "c", "a", 1, 0.9699, 1.0301, Status.NOT_SEEN),
				pair(Metric.APP_CPU, "b", "a", 2, 1.9, 2.1, Status.SEEN));
		put("ratios that the rounds do not tell apart",
				pair(Metric.THROUGHPUT, "a", "b", 1.2, 0.7, 2.484, Status.NOT_SEEN));
		put("ratios of time", pair(Metric.SECONDS, "b", "a", 1.3, 1.2, 1.41, Status.SEEN));
		put("many pairs, those with the best are told", pair(Metric.SECONDS, "b", "a", 1.3, 1.2, 1.41, Status.SEEN),
				pair(Metric.SECONDS, "c", "a", 1.31, 1.2, 1.41, Status.SEEN),
				pair(Metric.SECONDS, "c", "b", 1, 0.9, 1.1, Status.NOT_SEEN),
				pair(Metric.SECONDS, "d", "b", 1, 0.9, 1.1, Status.NOT_SEEN));
		put("a pair whose rounds failed a check", new Claim.Pair(Metric.THROUGHPUT, USERS, List.of("a", "b"),
				new Claim.Difference(null, null, null, 0), Status.WITHHELD, List.of("machine-idle", "warm")));
		put("the processors",
				new Claim.Processors(USERS, List.of("a"), 2,
						new TreeMap<>(Map.of(Metric.APP_CPU, 6.1, Metric.BACKEND_CPU, 0.2, Metric.GENERATOR_CPU, 1.9)),
						243.9, 0.05, 6.0));
		put("processors that the collector uses", new Claim.Processors(USERS, List.of("a"), 1,
				new TreeMap<>(Map.of(Metric.APP_CPU, 4.0, Metric.GENERATOR_CPU, 1.0)), 200, 0.34, null));
		put("processors that many threads use", new Claim.Processors(USERS, List.of("a"), 2,
				new TreeMap<>(Map.of(Metric.APP_CPU, 7.4, Metric.GENERATOR_CPU, 0.7)), 247, 0, 1.9));
		put("threads that are free", new Claim.NotTheLimit(USERS, List.of("a"), Limit.REQUEST_THREADS, 97, 200));
		put("a check that withholds claims", new Claim.Withheld("warm",
				new TreeSet<>(Set.of(ClaimKind.LOSS, ClaimKind.COST, ClaimKind.LATENCY)), List.of("a-500-r1"), 6));
		put("a promise that was not kept", new Claim.Withheld("at-ceiling", Set.of(), List.of("a-1", "b-1"), 2));
	}

	private static Claim.Pair pair(Metric metric, String one, String other, double ratio, double low, double high,
			Status status) {
		return new Claim.Pair(metric, USERS, List.of(one, other), new Claim.Difference(ratio, low, high, 5), status,
				List.of());
	}

	private void addOwnServices() {
		Reached threads = new Reached(Metric.THROUGHPUT, USERS, List.of("platform"), 398, 398, 400.0, 0.995,
				Limit.REQUEST_THREADS, 200.0);
		Reached users = new Reached(Metric.THROUGHPUT, USERS, List.of("virtual"), 590, 590, 600.0, 0.983, Limit.USERS,
				300.0);
		put("yes: threads are the limit", answer(Decision.YES, Reason.LIMIT, 398, 590), threads, users);
		put("yes: more throughput", answer(Decision.YES, Reason.THROUGHPUT, 100, 130));
		put("no: less throughput", answer(Decision.NO, Reason.THROUGHPUT, 398, 80));
		put("no: the processors", answer(Decision.NO, Reason.PROCESSORS, 244, 240),
				new Claim.Processors(USERS, List.of("platform", "virtual"), 2,
						new TreeMap<>(Map.of(Metric.APP_CPU, 6.1, Metric.GENERATOR_CPU, 2.1)), 244, 0, null));
		put("no: free threads", answer(Decision.NO, Reason.FREE_THREADS, 244, 240),
				new Claim.NotTheLimit(USERS, List.of("platform"), Limit.REQUEST_THREADS, 97, 200));
		put("no: free threads, and a difference", answer(Decision.NO, Reason.FREE_THREADS, 604, 695),
				new Claim.NotTheLimit(USERS, List.of("platform"), Limit.REQUEST_THREADS, 100, 200),
				new Claim.Withheld("warm", Set.of(ClaimKind.DIFFERENCE), List.of("a-1", "b-1"), 2));
		put("no: free threads, and a great loss", answer(Decision.NO, Reason.FREE_THREADS, 991, 19.1),
				new Claim.NotTheLimit(USERS, List.of("platform"), Limit.REQUEST_THREADS, 100, 200));
		put("no: a pool for both", answer(Decision.NO, Reason.SAME_LIMIT, 49, 50), new Reached(Metric.THROUGHPUT, USERS,
				List.of("platform", "virtual"), 49, 50, null, null, Limit.DATABASE_CONNECTIONS, null));
		put("no difference: all that users ask for", answer(Decision.NO_DIFFERENCE, Reason.SAME_LIMIT, 199.6, 199.8));
		put("no difference: a margin", answer(Decision.NO_DIFFERENCE, Reason.MARGIN, 100, 101),
				pair(Metric.THROUGHPUT, "virtual", "platform", 1.01, 0.98, 1.04, Status.NOT_SEEN));
		put("not decided", answer(Decision.NOT_DECIDED, null, 300, 320),
				new Claim.Withheld("machine-idle", Set.of(ClaimKind.DIFFERENCE), List.of("a-1"), 2));
		put("not decided, since the code was cold", answer(Decision.NOT_DECIDED, null, 285, 700),
				new Claim.Withheld("no-errors", Set.of(ClaimKind.LAW), List.of("a-1"), 2),
				new Claim.Withheld("warm", Set.of(ClaimKind.DIFFERENCE), List.of("a-1", "b-1"), 2));
		put("not decided, since busy threads starve the compilers", answer(Decision.NOT_DECIDED, null, 285, 700),
				new Claim.Withheld("machine-idle", Set.of(ClaimKind.LATENCY), List.of("a-1"), 2),
				new Claim.Withheld("warm", Set.of(ClaimKind.DIFFERENCE), List.of("a-1", "b-1"), 2));
		put("not decided, since requests failed", answer(Decision.NOT_DECIDED, null, 285, 700),
				new Claim.Withheld("no-errors", Set.of(ClaimKind.DIFFERENCE), List.of("a-1"), 2));
		put("not decided, since rounds are few", answer(Decision.NOT_DECIDED, null, 300, 320));
	}

	private static Claim.Answer answer(Decision decision, @Nullable Reason reason, double first, double other) {
		return new Claim.Answer(decision, reason, USERS, "platform", "virtual", List.of(first, other));
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
		put("claim measured at one of two points", 2,
				new EffectResult("many threads do more", "tasks of a at 0 millis / of b at 0 millis",
						EffectOutcome.UNDECIDED, new Interval(1, 0.5, 2.0, 3), "", ">= 1.1", null, true));
		put("claim about a label with a preposition, measured in one of three pairs of variants", 3,
				new EffectResult("bursts leave less to do", "compilers at work of bursts / of one load",
						EffectOutcome.SEEN, new Interval(0.5, 0.4, 0.6, 3), "", "<= 0.8", null, true));
		put("claim about one of several points of a variant", 3,
				new EffectResult("the law holds", "webflux: of ceiling at 5 connections", EffectOutcome.SEEN,
						new Interval(1, 0.99, 1.01, 3), "", ">= 0.95", null, true));
		put("claim that cannot be seen", 1, effect(EffectOutcome.NOT_HERE, null, "it needs 4 cores", true));
	}

	private static EffectResult effect(EffectOutcome outcome, @Nullable Interval ratio, @Nullable String why,
			boolean ok) {
		return new EffectResult("four threads do more than one", "tasks at 4 threads / at 1 thread", outcome, ratio,
				"tasks/s", ">= 1.5", why, ok);
	}

	private void addForeignSamples() {
		put("samples that obey the law",
				new Claim.ForeignSamples(Map.of(), Map.of(), 0.998, false, false, List.of(), List.of()));
		put("samples of users who think, with redirects",
				new Claim.ForeignSamples(Map.of(), Map.of(), 0.09, false, false, List.of("home-0"), List.of()));
		put("samples of an unknown number of users",
				new Claim.ForeignSamples(Map.of(), Map.of(), null, true, false, List.of(), List.of()));
		put("invalid samples in a file that is cut off", new Claim.ForeignSamples(
				Map.of("home", List.of("law", "steady")), Map.of(), null, false, true, List.of(), List.of()));
		put("samples of two runs",
				new Claim.ForeignSamples(Map.of(),
						new TreeMap<>(Map.of("home", "no request for 9 s.", "cart", "no request for 9 s.")), null,
						false, false, List.of(), List.of()));
	}

	private static Findings withErrors() {
		Findings findings = ReportFixtures.comparison();
		Outcome first = findings.outcomes().getFirst();
		Map<ErrorKind, Long> errors = Map.of(new ErrorKind("500", ""), 94L, ErrorKind.unanswered("timeout"), 3L);
		Outcome failed = new Outcome(first.run(), first.figures(), List.of(Check.equal(CheckKind.NO_ERRORS, 97, 0)),
				Map.of(), new Counts(errors, Map.of(), Map.of(), Map.of(), Map.of()), first.behaviour(), first.series(),
				null);
		return ReportFixtures.with(findings, List.of(failed),
				List.of(new Claim.Withheld("no-errors", Set.of(ClaimKind.LAW), List.of(failed.run().id()), 4)));
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
