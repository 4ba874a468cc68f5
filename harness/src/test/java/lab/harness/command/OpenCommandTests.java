package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import lab.harness.run.process.PageOpener;
import lab.harness.run.process.SearchPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A script stands for the program that opens a page. It keeps the page's path in a file.
 */
@DisabledOnOs(OS.WINDOWS)
class OpenCommandTests {

	@TempDir
	private Path root;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@Test
	void openWhenNoResultIsNamedShouldOpenTheNewestOfAllExperiments() throws IOException {
		opener("exit 0");
		report("waits/2026-11-24T05-00-00Z");
		Path newest = report("outage/2026-11-25T04-00-00Z");
		report("waits/2026-11-24T23-00-00Z");
		// An interrupted run has no report, and other folders are no results.
		Files.createDirectories(this.root.resolve("results/waits/2026-11-26T05-00-00Z"));
		report("waits/zzz");
		assertThat(open()).isZero();
		assertThat(opened()).hasContent(newest + "\n");
		assertThat(this.out.toString(StandardCharsets.UTF_8)).isEqualTo(newest + System.lineSeparator());
	}

	@ParameterizedTest
	@CsvSource({ "results/waits/latest", "results/waits/2026-11-24T05-00-00Z", "waits",
			"results/waits/2026-11-24T05-00-00Z/report.html" })
	void openWhenAResultIsNamedShouldOpenItsReport(String result) throws IOException {
		opener("exit 0");
		Path page = report("waits/2026-11-24T05-00-00Z");
		ResultFolder.pointTo(page.resolveSibling(""));
		report("outage/2026-11-25T05-00-00Z");
		assertThat(open(result.equals("waits") ? result : this.root.resolve(result).toString())).isZero();
		assertThat(Path.of(Files.readString(opened()).strip()).toRealPath()).isEqualTo(page.toRealPath());
	}

	@Test
	void openWhenNoProgramOpensPagesShouldPrintThePathAndExitWith1() throws IOException {
		Path page = report("waits/2026-11-24T05-00-00Z");
		assertThat(open()).isEqualTo(1);
		assertThat(this.out.toString(StandardCharsets.UTF_8)).isEqualTo(page + System.lineSeparator());
		assertThat(this.err.toString(StandardCharsets.UTF_8)).hasLineCount(1)
			.startsWith("bench: no browser could be started; open the file above in one");
	}

	@Test
	void openWhenTheProgramFailsShouldExitWith1() throws IOException {
		opener("exit 3");
		report("waits/2026-11-24T05-00-00Z");
		assertThat(open()).isEqualTo(1);
		assertThat(opened()).exists();
	}

	@Test
	void openWhenNothingWasMeasuredShouldSayWhatMakesAReport() {
		assertThat(new TypedCommand(this.root).refusal("open")).isEqualTo("bench: " + this.root.resolve("results")
				+ " holds no report yet; " + "'./bench run comparison --quick' makes one in 2 minutes");
	}

	private int open(String... arguments) {
		CommandContext context = new CommandContext(this.root, this.root.resolve("experiments"),
				this.root.resolve("results"), this.root, 0, false,
				new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new PrintStream(this.err, true, StandardCharsets.UTF_8));
		SearchPath programs = new SearchPath("Linux",
				Map.of("PATH", "/none:" + this.root.resolve("bin"), "DISPLAY", ":0"));
		return new CommandLine(new OpenCommand(context, new PageOpener(programs))).execute(arguments);
	}

	private void opener(String end) throws IOException {
		Path script = Files.createDirectories(this.root.resolve("bin")).resolve("xdg-open");
		Files.writeString(script, "#!/bin/sh\necho \"$1\" > '" + opened() + "'\n" + end + "\n");
		assertThat(script.toFile().setExecutable(true)).isTrue();
	}

	private Path opened() {
		return this.root.resolve("opened");
	}

	private Path report(String result) throws IOException {
		Path folder = Files.createDirectories(this.root.resolve("results").resolve(result));
		return Files.writeString(folder.resolve("report.html"), "<title>a report</title>");
	}

}
