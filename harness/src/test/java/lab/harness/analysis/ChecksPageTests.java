package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.docs.Page;
import lab.harness.experiment.Expectation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/checks.md} against the checks. A limit that depends on the run is
 * written in words there, any other as in {@code result.json}.
 */
class ChecksPageTests {

	private static final Page PAGE = Page.of("docs/reference/checks.md");

	private static final Path SOURCES = Path.of("src/main/java/lab/harness/analysis");

	private static final Pattern CHECK = Pattern.compile("Check\\s*\\.\\w+\\(\\s*\"([a-z-]+)\"");

	@TempDir
	private Path folder;

	@Test
	void pageShouldListEveryCheckOfARun() throws IOException {
		PAGE.mustList("## On every run", checksIn("MeasurementChecks"));
	}

	@Test
	void pageShouldListEveryCheckThatAnExperimentPromises() throws IOException {
		PAGE.mustList("## Where the experiment promises it", checksIn("ExpectationChecks"));
		PAGE.mustList("## Where the experiment promises it",
				Stream.of(Expectation.values()).map(Expectation::toString).toList());
	}

	@Test
	void pageShouldListEveryCheckOfARunUnderStress() throws IOException {
		Set<String> names = new TreeSet<>(checksIn("StressChecks"));
		names.addAll(checksIn("AtRestChecks"));
		names.addAll(List.of("ledger-sent", "ledger-answers", "ledger-backend", "backend-drew-what-it-promised",
				"machine-steal", "thread-kind", "probe-coverage"));
		PAGE.mustList("## Under stress", names);
	}

	@Test
	void pageShouldListEveryCheckOfAJtl() throws IOException {
		List<Check> checks = JtlAnalysis.of(jtl(), null).runs().getFirst().checks();
		PAGE.mustList("## Of a JTL made elsewhere", checks.stream().map(Check::name).toList());
		checks.forEach((check) -> limitIsListed("## Of a JTL made elsewhere", check));
	}

	@Test
	void limitWhenWrittenAsCodeShouldBeThatOfTheCheck() throws IOException {
		List<Check> checks = new RunFixture().analyse(this.folder, Expectation.values()).checks();
		int promised = Expectation.values().length;
		checks.subList(0, checks.size() - promised).forEach((check) -> limitIsListed("## On every run", check));
		checks.subList(checks.size() - promised, checks.size())
			.forEach((check) -> limitIsListed("## Where the experiment promises it", check));
	}

	private static void limitIsListed(String heading, Check check) {
		Map<String, String> rows = PAGE.rows(heading);
		String limit = Page.cells(rows.getOrDefault(check.name(), "| | |")).get(2);
		if (limit.startsWith("`")) {
			assertThat(limit).as("limit of %s under '%s'", check.name(), heading).isEqualTo("`" + check.limit() + "`");
		}
		else {
			assertThat(limit).as("limit of %s, in words", check.name()).isNotBlank();
		}
	}

	private static Set<String> checksIn(String type) throws IOException {
		return CHECK.matcher(Files.readString(SOURCES.resolve(type + ".java")))
			.results()
			.map((match) -> match.group(1))
			.collect(Collectors.toSet());
	}

	/** A user of each of two workers, every answer after 500 ms, for ten seconds. */
	private Path jtl() throws IOException {
		StringBuilder rows = new StringBuilder("timeStamp,elapsed,label,success,grpThreads,threadName\n");
		for (int at = 0; at <= 10_000; at += 500) {
			rows.append(at).append(",500,mine,true,1,10.0.0.5:1099-users 1-1\n");
			rows.append(at).append(",500,mine,true,1,10.0.0.6:1099-users 1-1\n");
		}
		return Files.writeString(this.folder.resolve("my.jtl"), rows);
	}

}
