package lab.harness.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;
import lab.harness.report.FindingText;
import lab.harness.report.Language;
import lab.harness.report.Report;
import lab.harness.run.RecordAge;
import lab.harness.run.Schedule;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * {@code docs/results.md} is the list of the experiments, made of their files and of the
 * recorded results.
 */
class ResultsPageTests {

	private static final List<Metric> NOISE = List.of(Metric.LOSS, Metric.THROUGHPUT, Metric.LATENCY_P50,
			Metric.LATENCY_P99, Metric.APP_CPU, Metric.RSS_MEAN);

	private static final RecordedResults RECORDS = RecordedResults.read();

	private static final RecordAge AGE = RecordAge.of(Page.ROOT);

	/** A regime, the unit of its figures, its experiment, and a figure of each model. */
	private static final String REGIMES = """
			500 users who wait 0.5 s, 200 platform threads | req/s of 1000 | comparison | tomcat-platform-200/throughput | tomcat-virtual/throughput | webflux/throughput
			the same, 500 platform threads | req/s of 1000 | comparison | tomcat-platform-500/throughput | tomcat-virtual/throughput | webflux/throughput
			CPU of such a request, 500 platform threads | ms | comparison | tomcat-platform-500/appCpu | tomcat-virtual/appCpu | webflux/appCpu
			memory of the process, 500 platform threads | MiB | comparison | tomcat-platform-500/rssMean | tomcat-virtual/rssMean | webflux/rssMean
			60 users who wait 40 ms | req/s of 1500 | fast-backend | tomcat-platform-40ms/60/throughput | tomcat-virtual-40ms/60/throughput | webflux-40ms/60/throughput
			10 database connections, 50 ms a query | req/s of 200 | jdbc | tomcat-platform/10/throughput | tomcat-virtual/10/throughput | webflux/10/throughput
			10,000 connections that wait 10 s | req/s of 1000 | connections | - | tomcat-virtual/10000/throughput | webflux/10000/throughput
			5000 requests that wait, a heap of 512 MB | answered in time | crowd | tomcat-platform/answeredInTime | tomcat-virtual/answeredInTime | webflux/answeredInTime
			heap of a request that waits, 3000 platform threads | KiB | waiting-memory | tomcat-platform/3000/livePerWaiting | tomcat-virtual/3000/livePerWaiting | webflux/3000/livePerWaiting
			70 % of what the processors can serve | p99, ms | knee | tomcat-platform/70/latencyP99 | tomcat-virtual/70/latencyP99 | webflux/70/latencyP99
			95 % of it | p99, ms | knee | tomcat-platform/95/latencyP99 | tomcat-virtual/95/latencyP99 | webflux/95/latencyP99
			the backend hangs for 20 s | another path kept | outage | tomcat-platform/sleepKept | tomcat-virtual/sleepKept | webflux/sleepKept
			clients leave after 1 s of 6 | requests in flight | disconnect | tomcat-platform-6s/inFlightPeak | tomcat-virtual-6s/inFlightPeak | webflux-6s/inFlightPeak
			1000 subscribers of a stream, 1000 platform threads | MiB | streaming | tomcat-platform/1000/rssMean | tomcat-virtual/1000/rssMean | webflux/1000/rssMean
			a pod of half a processor, 500 platform threads | req/s of 1000 | pods | tomcat-platform/0.5/throughput | tomcat-virtual/0.5/throughput | webflux/0.5/throughput
			start until it is ready | s | start | tomcat-platform/2/ready | tomcat-virtual/2/ready | webflux/2/ready
			""";

	@Test
	void pageShouldListTheExperimentsAndTheirResults() throws IOException {
		assumeThat(AGE.hasHistory()).as("a whole history").isTrue();
		Path folder = Page.ROOT.resolve("experiments");
		Map<About.Group, List<String>> rows = new TreeMap<>();
		for (String name : ExperimentFile.names(folder)) {
			ExperimentFile file = new ExperimentFile(folder.resolve(name + ".yml"));
			About.Group group = file.experiment().about().group();
			rows.computeIfAbsent(group, (first) -> new ArrayList<>(List.of(heading(group)))).add(row(file));
		}
		GeneratedFilesTests.checkPart("docs/results.md", "experiments",
				GeneratedFilesTests.table("experiment | question | finding | planned | record",
						rows.values().stream().flatMap(List::stream).toList()));
		assertThat(Page.text(Page.ROOT.resolve("docs/results.md")).split("\\s+").length).isLessThanOrEqualTo(5900);
	}

	@Test
	void pageShouldBeginWithWhatEachModelGainsAndCosts() throws IOException {
		GeneratedFilesTests.checkPart("docs/results.md", "overview",
				GeneratedFilesTests.table("where | figure | platform threads | virtual threads | WebFlux",
						REGIMES.lines().map((line) -> regime(List.of(line.split(" \\| ")))).toList()));
	}

	private static String regime(List<String> cells) {
		String experiment = cells.get(2);
		String figures = cells.stream().skip(3).map((path) -> {
			if (path.equals("-")) {
				return path;
			}
			String name = path.substring(path.lastIndexOf('/') + 1);
			Metric metric = Stream.of(Metric.values())
				.filter((one) -> one.toString().equals(name))
				.findFirst()
				.orElseThrow();
			return "[%s](results/%s/report.md)".formatted(metric.format(RECORDS.figure(experiment, path)), experiment);
		}).collect(Collectors.joining(" | "));
		return cells.getFirst() + " | " + cells.get(1) + " | " + figures;
	}

	private static String heading(About.Group group) {
		String words = group.toString().replace('-', ' ');
		return "<a id=\"%s\"></a>**%s**".formatted(group,
				words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1));
	}

	private static String row(ExperimentFile file) throws IOException {
		Experiment experiment = file.experiment();
		String name = experiment.name();
		Result record = RECORDS.of(name);
		Duration expected = Schedule.of(experiment, file.rounds(), 0).planned();
		assertThat(expected.dividedBy(file.rounds())).as("a round of " + name + ", to be recorded alone")
			.isLessThanOrEqualTo(Duration.ofMinutes(20));
		return "[%s](../experiments/%s.yml) | %s | %s | %d min | %s".formatted(name, name,
				experiment.about().question(),
				(record != null) ? FindingText.of(Findings.of(record, experiment)) : "not recorded yet",
				Math.max(1, Math.round(expected.toSeconds() / 60.0)),
				(record != null) ? link(experiment, record) : "-");
	}

	private static String link(Experiment experiment, Result record) throws IOException {
		int rounds = record.header().plan().rounds();
		Double minutes = record.header().plan().minutes();
		String outdated = AGE.outdated(experiment, record);
		return "[%d round%s](results/%s/report.md)".formatted(rounds, (rounds == 1) ? "" : "s", experiment.name())
				+ ((minutes != null) ? ", " + Math.max(1, Math.round(minutes)) + " min" : "")
				+ ((outdated != null) ? ", " + outdated : "");
	}

	@Test
	void pageShouldTellTheSpreadOfEqualVariants() throws IOException {
		Result sameTwice = Objects.requireNonNull(RECORDS.of("same-twice"));
		Collection<Result> results = RECORDS.byName().values();
		GeneratedFilesTests.checkPart("docs/results.md", "noise",
				noise(sameTwice)
						+ """

								Of %d records %d are single runs; measured with uncommitted changes: %d. Some name commits that are not in this history.
								"""
							.formatted(results.size(),
									results.stream().filter((result) -> result.header().plan().rounds() == 1).count(),
									results.stream()
										.filter((result) -> Objects.requireNonNull(result.environment()).dirty())
										.count()));
	}

	@Test
	void tutorialShouldShowWhatItsCommandPrinted() throws IOException {
		GeneratedFilesTests.checkPart("docs/tutorial.md", "comparison",
				firstScreen("comparison", Page.text(RecordedResults.FOLDER.resolve("comparison/report.md"))));
	}

	@Test
	void tutorialInChineseShouldShowWhatItsCommandPrinted() throws IOException {
		Experiment experiment = new ExperimentFile(Page.ROOT.resolve("experiments/comparison.yml")).experiment();
		Result record = Objects.requireNonNull(RECORDS.of("comparison"));
		GeneratedFilesTests.checkPart("docs/tutorial.zh-CN.md", "comparison",
				firstScreen("comparison", Report.markdown(Findings.of(record, experiment), Language.ZH)));
	}

	@Test
	void spreadShouldBeThatOfTheMeansOfEqualVariants() {
		Map<String, Map<Metric, Double>> spread = spread(
				List.of(summary("waiting-a", 1000, 0.001), summary("waiting-b", 1004, 0.003),
						summary("waiting-c", 1001, 0.0025), summary("fast-a", 200, 0.1), summary("fast-b", 210, 0.1)));
		assertThat(spread).hasToString("{waiting={loss=0.2, throughput=0.4}, fast={loss=0.0, throughput=5.0}}");
	}

	private static Summary summary(String variant, double throughput, double loss) {
		return new Summary(variant, Point.NONE, Map.of(Metric.THROUGHPUT, new Interval(throughput, null, null, 5),
				Metric.LOSS, new Interval(loss, null, null, 5)));
	}

	private static String noise(Result sameTwice) {
		List<String> rows = new ArrayList<>();
		spread(sameTwice.summary()).forEach((load, spread) -> rows.add(load + " | " + NOISE.stream()
			.map((metric) -> spread.containsKey(metric)
					? String.format(Locale.ROOT, "%.2f %s", spread.get(metric), metric.share() ? "points" : "%") : "-")
			.collect(Collectors.joining(" | "))));
		int rounds = sameTwice.header().plan().rounds();
		return "**One app against itself**: in %s on one machine the means of one app under several names differed by this much. Other machines have another spread.\n\n"
			.formatted((rounds == 1) ? "one round" : rounds + " rounds")
				+ GeneratedFilesTests
					.table("load | " + NOISE.stream().map(Metric::label).collect(Collectors.joining(" | ")), rows);
	}

	/**
	 * How far apart the means of equal variants are at most: of a share in percentage
	 * points, of any other metric in per cent of the least. Equal variants differ in the
	 * last letter of their names.
	 */
	private static Map<String, Map<Metric, Double>> spread(List<Summary> summaries) {
		Map<String, List<Summary>> equal = summaries.stream()
			.collect(Collectors.groupingBy((row) -> row.variant().replaceFirst("-.$", ""), LinkedHashMap::new,
					Collectors.toList()));
		Map<String, Map<Metric, Double>> spread = new LinkedHashMap<>();
		equal.forEach((name, rows) -> NOISE.forEach((metric) -> {
			List<Double> means = rows.stream()
				.flatMap((row) -> Stream.ofNullable(row.figures().get(metric)))
				.map(Interval::mean)
				.sorted()
				.toList();
			if (means.size() > 1) {
				double difference = means.getLast() - means.getFirst();
				spread.computeIfAbsent(name, (any) -> new LinkedHashMap<>())
					.put(metric, 100 * (metric.share() ? difference : difference / means.getFirst()));
			}
		}));
		return spread;
	}

	/** The report from its verdict to its first heading. */
	private static String firstScreen(String name, String report) {
		return report.lines()
			.skip(4)
			.takeWhile((line) -> !line.startsWith("## "))
			.filter((line) -> !line.startsWith("valid: ") && !line.startsWith("有效："))
			.collect(Collectors.joining("\n"))
			.replaceAll("\n{3,}", "\n\n")
			.replace("](" + Report.PICTURE, "](results/" + name + "/" + Report.PICTURE)
			.strip() + "\n";
	}

}
