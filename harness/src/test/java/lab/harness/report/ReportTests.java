package lab.harness.report;

import java.util.List;
import java.util.Map;

import lab.harness.analysis.Check;
import lab.harness.analysis.CpuCost;
import lab.harness.analysis.Interval;
import lab.harness.analysis.LatencySummary;
import lab.harness.analysis.Ledger;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Summary;
import lab.harness.analysis.Usage;
import lab.harness.experiment.On;
import lab.harness.probe.Environment;
import lab.harness.probe.MachineSettings;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Software;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

	private static final MachineSettings SETTINGS = new MachineSettings(1, "6.1", "150000 100000", "max", null,
			"madvise", 0.01, "4096", "32768 60999", null, "1024", "4096");

	private static final Software SOFTWARE = new Software(Map.of("25.0.3", "Vendor 25.0.3+9"),
			Map.of("tomcat-virtual", Map.of("Tomcat", "11.0.1")), List.of("<b>.md"), 2);

	@Test
	void commandsShouldBeSeenFromTheProjectsFolder() {
		List<String> app = List.of("/home/me/jdk/bin/java", "-Xmx512m", "-XX:+UseG1GC", "-jar", "/home/me/lab/a/a.jar");
		RunRecord.Commands commands = new RunRecord.Commands(app,
				List.of("java", "-jar", "/home/me/lab/slow-backend/target/slow-backend.jar"),
				List.of("java", "-jar", "/home/me/jmeter.jar", "-t", "/home/me/lab/jmeter/closed-loop.jmx"));
		assertThat(Commands.relative(app, commands)).containsExactly("java", "-Xmx512m", "-XX:+UseG1GC", "-jar",
				"a/a.jar");
		assertThat(Commands.flags(app)).isEqualTo("-Xmx512m -XX:+UseG1GC");
	}

	@Test
	void terminalShouldShowOursCeilingSummaryAndPublished() {
		assertThat(TerminalReport.of(result(false, "webflux", true))).contains("How many?")
			.containsPattern(
					"variant +users +round +req/s +ceiling +of ceiling +p50 ms +p99 ms +errors +JMeter's summary +published")
			.containsPattern("webflux +500 +1 +996.0 +999.2 +99.68 % +500 +992 +0 +966.0 +964")
			.containsPattern("webflux +500 +1 +0.200 +0.090 +0.300 +270 +281 +28 +29 +41")
			.contains("Checks: 1 of 1 passed.")
			.endsWith("The verdict.\n");
	}

	@Test
	void terminalWhenQuickShouldNotSetPublishedBesideIt() {
		assertThat(TerminalReport.of(result(true, "webflux", true))).contains("Quick")
			.doesNotContain("JMeter's summary")
			.doesNotContain("964");
	}

	@Test
	void terminalWhenACheckFailsShouldNameRunFigureAndLimit() {
		assertThat(TerminalReport.of(result(false, "webflux", false))).contains("Checks: 0 of 1 passed.")
			.contains("FAILED webflux, 500 users, round 1: law is 0.9000, must be 0.99..1.01");
	}

	@Test
	void markdownWhenANameHoldsMarkupShouldWriteItAsText() {
		assertThat(MarkdownReport.of(result(false, "<script>|x", true), List.of())).contains("&lt;script>\\|x")
			.doesNotContain("<script>");
	}

	@Test
	void markdownShouldHaveEnvironmentAndCommand() {
		assertThat(MarkdownReport.of(result(false, "webflux", true), List.of()))
			.contains("2 cores (1 physical), EPYC, 24000 MiB")
			.contains("| JDK | 25.0.3 (Vendor 25.0.3+9) |",
					"| Commit | abc with changes not committed: &lt;b>.md and 2 more |",
					"| Control group | CPU 1.50 cores, memory not limited |", "| CPU governor | not known here |",
					"| Network | somaxconn 4096, ports 32768–60999, SYN backlog not known here |",
					"| Libraries | Tomcat 11.0.1 |")
			.contains("    ./bench run comparison --seed 42\n");
	}

	@Test
	void jsonShouldObeyItsSchema() throws Exception {
		String json = JsonMapper.builder().build().writeValueAsString(result(false, "webflux", true));
		assertThat(problems(json)).isEmpty();
	}

	@Test
	void jsonWhenAFieldIsMissingOrUnknownShouldBreakItsSchema() throws Exception {
		String json = JsonMapper.builder().build().writeValueAsString(result(false, "webflux", true));
		assertThat(problems(json.replace("\"verdict\"", "\"answer\""))).isNotEmpty();
		assertThat(problems(json.replace("\"throughput\":996.0", "\"throughput\":-1"))).isNotEmpty();
	}

	private static List<?> problems(String json) throws Exception {
		try (var schema = Result.class.getResourceAsStream("/result.schema.json")) {
			assertThat(schema).isNotNull();
			return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
				.getSchema(schema)
				.validate(json, InputFormat.JSON);
		}
	}

	private static Result result(boolean quick, String variant, boolean ok) {
		Check law = new Check("law", ok ? 1.0 : 0.9, "0.99..1.01", ok);
		RunResult run = new RunResult(variant, 500, 1, ok, 58, 996, 966.0, 999.2, 1000.0, 0.9968, null, 964.0, null,
				500, "users", new LatencySummary(501.9, 500, 902, 992, 1012), 0, Map.of(), new CpuCost(0.2, 0.09, 0.3),
				new Usage(270, 281), new Usage(28, 29), 41L, 7L, new Ledger(59800, 0, 59800, 59800, 0, 59800, 0, 59800),
				List.of(law), "raw/x");
		return new Result(1, "comparison", "How many?", 42, 1, quick,
				List.of("./bench", "run", "comparison", "--seed", "42"), ok, true,
				new Environment(2, "EPYC", 24000, "Debian 12", "25.0.3", "abc", true, On.PROCESS, null, true, SETTINGS,
						SOFTWARE),
				List.of(run), List.of(new Summary(variant, 500, new Interval(996, 991, 1001, 1), 0.9968)),
				"The verdict.");
	}

}
