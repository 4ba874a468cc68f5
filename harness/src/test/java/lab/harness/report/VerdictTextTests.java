package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.docs.GeneratedFile;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour.Limit;
import lab.harness.model.Metric;
import lab.harness.model.Point;
import lab.harness.model.Result.EffectResult;
import lab.harness.model.Result.Interval;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The sentences of clauses that the reports in {@code src/test/resources/reports} do not
 * have.
 */
class VerdictTextTests {

	private static final Point USERS = new Point(Axis.USERS, 500);

	private final Map<String, Clause> clauses = new LinkedHashMap<>();

	@Test
	void sentencesShouldBeGolden() throws IOException {
		addComparisons();
		addGains();
		addClaims();
		addForeignSamples();
		this.clauses.put("as predicted", new Clause.AsPredicted(30));
		this.clauses.put("incomplete", new Clause.Incomplete());
		this.clauses.put("knee at a limit of slots",
				new Clause.Knee(List.of("a", "b"), Limit.REQUEST_THREADS, 100, 300, 200));
		this.clauses.put("three rounds, six comparisons", new Clause.Method(3, 6));
		this.clauses.put("one round, one comparison", new Clause.Method(1, 1));
		this.clauses.put("a share never rounds up", new Clause.CeilingReached(0.99996, false));
		this.clauses.put("ceiling reached where the CPU limits some", new Clause.CeilingReached(0.995, true));
		Map<String, Double> values = new LinkedHashMap<>();
		values.put("a", 0.551);
		values.put("b", 0.902);
		this.clauses.put("difference", new Clause.Difference(Metric.ANSWERED_IN_TIME, USERS, values));
		GeneratedFile.check(Path.of("src/test/resources/reports/clauses.txt"),
				this.clauses.entrySet()
					.stream()
					.map((entry) -> entry.getKey() + ":\n  " + text(entry.getValue()) + "\n")
					.collect(Collectors.joining("\n")),
				"if the new sentences are right, write them with: "
						+ "mvn -pl harness -am -Dtest=VerdictTextTests -Dlab.write=true test");
	}

	private void addComparisons() {
		Clause.Group best = new Clause.Group(List.of("tomcat-virtual", "webflux"), 993.8, 996.2, true, null,
				List.of(new Clause.Limited(Limit.USERS, 500.0)));
		Clause.Group slow = new Clause.Group(List.of("tomcat-platform-200"), 398.4, 398.4, true,
				new Interval(0.4, 0.398, 0.402, 3),
				List.of(new Clause.Limited(Limit.REQUEST_THREADS, 200.0), new Clause.Limited(Limit.CPU, null)));
		this.clauses.put("two groups with limits of their own",
				new Clause.Comparison(Metric.THROUGHPUT, USERS, List.of(best, slow)));
		List<Clause.Limited> users = List.of(new Clause.Limited(Limit.USERS, 60.0));
		this.clauses.put("two groups with the same limit",
				new Clause.Comparison(Metric.LATENCY_MEAN, USERS, List.of(
						new Clause.Group(List.of("a", "c"), 743, 744, false, null, users),
						new Clause.Group(List.of("b"), 1486, 1486, true, new Interval(2, null, null, 1), users))));
		this.clauses.put("one slot and a bulkhead",
				new Clause.Comparison(Metric.THROUGHPUT, USERS, List.of(new Clause.Group(List.of("a"), 9.2, 9.2, true,
						null,
						List.of(new Clause.Limited(Limit.USERS, 1.0), new Clause.Limited(Limit.BULKHEAD, 150.0))))));
	}

	private void addGains() {
		this.clauses.put("no gain", new Clause.Gain(Point.NONE, "tomcat-platform", false, 200, Map.of(),
				List.of("virtual threads", "WebFlux")));
		this.clauses.put("gain where the CPU limits", new Clause.Gain(Point.NONE, "tomcat-platform", true, 200,
				Map.of("webflux", new Interval(1.25, 1.2, 1.3, 3)), List.of("virtual threads")));
	}

	private void addClaims() {
		EffectResult seen = effect("seen", new Interval(3.9, 3.7, 4.1, 3), null);
		this.clauses.put("claim that is seen", new Clause.Claim(List.of(seen), 1));
		this.clauses.put("claim that is seen in some places",
				new Clause.Claim(List.of(seen, effect("seen", new Interval(23.84, 7.9, 39.8, 1), null)), 3));
		this.clauses.put("claim that is not seen",
				new Clause.Claim(List.of(effect("not seen", new Interval(1.1, null, null, 1), null)), 1));
		this.clauses.put("claim that cannot be seen",
				new Clause.Claim(List.of(effect("cannot be seen here", null, "it needs 4 cores")), 1));
	}

	private static EffectResult effect(String outcome, @Nullable Interval ratio, @Nullable String why) {
		return new EffectResult("four threads do more than one", "tasks at 4 threads / at 1 thread", outcome, ratio,
				"tasks/s", ">= 1.5", why);
	}

	private void addForeignSamples() {
		this.clauses.put("samples that obey the law", new Clause.ForeignSamples(Map.of(), false, false, List.of()));
		this.clauses.put("samples of an unknown number of users",
				new Clause.ForeignSamples(Map.of(), true, false, List.of()));
		this.clauses.put("invalid samples in a file that is cut off",
				new Clause.ForeignSamples(Map.of("home", List.of("law", "steady")), false, true, List.of()));
	}

	private String text(Clause clause) {
		Findings findings = clause instanceof Clause.ForeignSamples ? ReportFixtures.queues()
				: ReportFixtures.comparison();
		return VerdictText.of(ReportFixtures.with(findings, findings.outcomes(), List.of(clause))).getFirst();
	}

}
