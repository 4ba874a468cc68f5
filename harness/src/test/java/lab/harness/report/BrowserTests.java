package lab.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import lab.harness.analysis.ChartedResult;
import lab.harness.analysis.JtlAnalysis;
import lab.harness.analysis.Result;
import lab.harness.analysis.ResultAnalysis;
import lab.harness.probe.JsonFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The page in a real browser. Skipped where there is none.
 */
@Execution(ExecutionMode.CONCURRENT)
class BrowserTests {

	/** Four runs: throughput, distribution, memory and CPU of each, two charts of all. */
	private static final int CHARTS = 4 * 4 + 2;

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,false", "1280,true", "390,true" })
	void openShouldDrawEveryChartWithoutAnError(int width, boolean dark) throws Exception {
		JsonNode found = open(lawful(UnaryOperator.identity()), width, dark);
		assertSound(found);
		assertThat(found.path("width").intValue()).isEqualTo(width);
		assertThat(found.path("dark").booleanValue()).isEqualTo(dark);
		assertThat(found.path("charts").intValue()).isEqualTo(CHARTS);
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS);
		assertThat(found.path("described").intValue()).isEqualTo(CHARTS);
		assertThat(found.path("dataTables").intValue()).isEqualTo(6);
		assertThat(found.path("firstFocus").stringValue()).isEqualTo("Skip to the result");
	}

	@Test
	void openShouldShowTheFiguresOfTheResult() throws Exception {
		ChartedResult lawful = lawful(UnaryOperator.identity());
		Path file = this.folder.resolve(Result.FILE);
		JsonFile.write(file, lawful.result());
		JsonNode runs = JsonMapper.shared().readTree(Files.readString(file)).path("runs");
		JsonNode rows = open(lawful, 1280, false).path("headline");
		assertThat(rows.size()).isEqualTo(4).isEqualTo(runs.size());
		for (JsonNode run : runs) {
			List<String> cells = new ArrayList<>();
			rows.path(run.path("variant").stringValue()).forEach((cell) -> cells.add(cell.stringValue()));
			assertThat(cells).containsExactly(figure(run.path("throughput")), figure(run.path("ceiling")),
					figure(run.path("ofCeiling")), figure(run.path("jmeterSummary")), figure(run.path("published")),
					figure(run.path("latencyMs").path("p50")), figure(run.path("latencyMs").path("p99")),
					figure(run.path("errors")));
		}
	}

	@Test
	void openWhenAVariantHasNoSuccessShouldSayNoData() throws Exception {
		JsonNode found = open(
				lawful((row) -> row.contains("webflux") ? row.replace("200,OK,true", "503,Full,false") : row), 390,
				false);
		assertSound(found);
		// Neither throughput nor distribution of the one that failed.
		assertThat(found.path("noData").intValue()).isEqualTo(2);
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS - 2);
	}

	@Test
	void openWhenEveryVariantFailedShouldStillOpen() throws Exception {
		JsonNode found = open(lawful((row) -> row.replace("200,OK,true", "503,Full,false")), 1280, false);
		assertSound(found);
		// Throughput and distribution of each, and the percentiles of all.
		assertThat(found.path("noData").intValue()).isEqualTo(9);
	}

	@Test
	void openWhenNamesHoldMarkupShouldShowThemAsText() throws Exception {
		JsonNode found = open(HtmlReportTests.evil(lawful(UnaryOperator.identity())), 390, false);
		assertSound(found);
		assertThat(found.path("evil").booleanValue()).isFalse();
		// Data, uPlot, the page's own, and the two of this test.
		assertThat(found.path("scripts").intValue()).isEqualTo(5);
		assertThat(found.path("title").stringValue()).contains("</script><script>window.evil=1</script><!--");
		assertThat(found.path("captions").path(0).stringValue()).startsWith("</script><script>window.evil=1</script>");
	}

	@Test
	void openWhenOnlyAJtlIsThereShouldDrawWhatItHolds() throws Exception {
		StringBuilder rows = new StringBuilder("timeStamp,elapsed,label,success,grpThreads\n");
		for (int at = 0; at <= 10_000; at += 500) {
			rows.append(at).append(",500,<script>window.evil=1</script>,true,1\n");
		}
		Path jtl = Files.writeString(this.folder.resolve("my.jtl"), rows);
		JsonNode found = open(JtlAnalysis.charted(jtl, null), 390, false);
		assertSound(found);
		assertThat(found.path("evil").booleanValue()).isFalse();
		// Throughput, percentiles and distribution; threads, memory and CPU are not
		// known.
		assertThat(found.path("drawn").intValue()).isEqualTo(3);
		assertThat(found.path("noData").intValue()).isEqualTo(3);
	}

	@Test
	void openWhenThereAreLoadPointsShouldOfferAChoice() throws Exception {
		LawfulResult.write(this.folder, "[20, 40]", 8, 2);
		JsonNode found = open(ResultAnalysis.charted(this.folder), 390, false);
		assertSound(found);
		assertThat(found.path("choices").intValue()).isEqualTo(4);
		assertThat(found.path("chosenTwice").booleanValue()).isTrue();
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS + 2);
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,true" })
	void openWhenThereAreKneesShouldNameEachByItsCause(int width, boolean dark) throws Exception {
		LawfulResult.write(this.folder, "[100, 300, 1000, 2400]", 12, 1);
		ChartedResult charted = ResultAnalysis.charted(this.folder);
		JsonNode found = open(charted, width, dark);
		assertSound(found);
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS + 2);
		List<String> knees = new ArrayList<>();
		found.path("knees").forEach((knee) -> knees.add(knee.stringValue()));
		// (0.36 + 0.09 + 0.3 ms) on 2 cores allow 2667 req/s, (0.19 + 0.39) 3448 and
		// (0.15 + 0.39) 3704.
		assertThat(knees).containsExactly("tomcat-platform-200 at 200 users: request threads",
				"tomcat-platform-500 at 500 users: request threads", "tomcat-virtual between 1000 and 2400 users: CPU",
				"webflux between 1000 and 2400 users: CPU");
		assertThat(charted.result().valid()).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "1280,false", "390,true" })
	void openWhenRunsWereUnderStressShouldDrawTheCourseOfEach(int width, boolean dark) throws Exception {
		LawfulResult.write(this.folder, "100", 12, 1);
		LawfulResult.hang(this.folder);
		JsonNode found = open(ResultAnalysis.charted(this.folder), width, dark);
		assertSound(found);
		// Throughput, time, requests on their way, threads and memory of each run.
		assertThat(found.path("drawn").intValue()).isEqualTo(CHARTS + 4 * 5);
		assertThat(found.path("dataTables").intValue()).isEqualTo(6 + 4);
	}

	private static void assertSound(JsonNode found) {
		assertThat(found.path("problems")).isEmpty();
		assertThat(found.path("emptyTables").intValue()).isZero();
		assertThat(found.path("raggedTables").intValue()).isZero();
		assertThat(found.path("overflow").intValue()).isZero();
	}

	private ChartedResult lawful(UnaryOperator<String> row) throws IOException {
		LawfulResult.write(this.folder, "100", 8, 1, row);
		return ResultAnalysis.charted(this.folder);
	}

	private JsonNode open(ChartedResult charted, int width, boolean dark) throws Exception {
		Optional<Chromium> browser = Chromium.find(this.folder);
		assumeTrue(browser.isPresent(), "no Chromium on the PATH: the page is not opened in a browser");
		return browser.orElseThrow().open(HtmlReport.of(charted.result(), charted.charts()), width, dark);
	}

	private static String figure(JsonNode value) {
		return value.isNull() ? "–" : value.asString();
	}

}
