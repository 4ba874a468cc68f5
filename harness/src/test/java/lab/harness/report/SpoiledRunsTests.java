package lab.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import lab.harness.analysis.ChartedResult;
import lab.harness.analysis.Check;
import lab.harness.analysis.ResultAnalysis;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Spoiled;
import lab.harness.probe.JsonFile;
import lab.harness.probe.Manifest;
import lab.harness.schedule.Run;
import lab.harness.schedule.Schedule;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SpoiledRunsTests {

	@TempDir
	private Path folder;

	private Run run;

	private RunResult result;

	@BeforeEach
	void write() throws IOException {
		LawfulResult.write(this.folder, "[20, 40]", 8, 1);
		Manifest manifest = JsonFile.read(this.folder.resolve("raw/manifest.json"), Manifest.class);
		this.run = Schedule.of(manifest.experiment(), 1, 42)
			.stream()
			.filter((run) -> run.users() == 40)
			.findFirst()
			.orElseThrow();
		this.result = ResultAnalysis.of(this.folder, manifest.experiment(), this.run);
	}

	@Test
	void isShouldBeTrueForWhatTheMachineDidAlone() {
		assertThat(Spoiled.is(failing("law"), this.run)).isTrue();
		assertThat(Spoiled.is(failing("at-ceiling", "machine-steal"), this.run)).isTrue();
		assertThat(Spoiled.is(failing(), this.run)).isFalse();
		assertThat(Spoiled.is(failing("at-ceiling", "no-errors", "thread-kind", "ledger-sent"), this.run)).isFalse();
	}

	@Test
	void isWhenOtherRunsWillTellWhetherTheMachineHadToBeFullShouldBeFalse() {
		assertThat(Spoiled.is(failing("machine-idle", "at-ceiling"), this.run)).isFalse();
	}

	@Test
	void setAsideShouldKeepTheFilesAndTakeTheRunOutOfTheResult() throws IOException {
		Spoiled.setAside(this.folder, this.run, failing("machine-steal"));
		assertThat(Spoiled.count(this.folder, this.run)).isOne();
		assertThat(this.folder.resolve("raw/" + this.run.id() + "-spoiled-1/load.jtl")).exists();
		ChartedResult charted = ResultAnalysis.charted(this.folder);
		assertThat(charted.result().complete()).as("it is to be made again").isFalse();
		assertThat(charted.result().runs()).hasSize(7);
		assertThat(charted.result().spoiled()).singleElement()
			.isEqualTo(new Spoiled(this.run.variant().name(), "40 users", 1,
					List.of(new Check("machine-steal", 0.5, "<= 1", false)), "raw/" + this.run.id() + "-spoiled-1"));
	}

	@Test
	void setAsideWhenItWasBeforeShouldCount() throws IOException {
		Spoiled.setAside(this.folder, this.run, failing("machine-steal"));
		LawfulResult.write(this.folder, "[20, 40]", 8, 1);
		assertThat(ResultAnalysis.of(this.folder).complete()).as("made again").isTrue();
		Spoiled.setAside(this.folder, this.run, failing("law"));
		assertThat(Spoiled.count(this.folder, this.run)).isEqualTo(2);
		assertThat(this.folder.resolve("raw/" + this.run.id() + "-spoiled-2/load.jtl")).exists();
	}

	@Test
	void reportsShouldNameWhatWasMadeAgain() throws IOException {
		assertThat(TerminalReport.of(ResultAnalysis.of(this.folder))).doesNotContain("Made again");
		Spoiled.setAside(this.folder, this.run, failing("machine-steal"));
		ChartedResult charted = ResultAnalysis.charted(this.folder);
		String line = this.run.variant().name() + ", 40 users, round 1: machine-steal was 0.5000, must be <= 1";
		assertThat(TerminalReport.of(charted.result())).contains("Made again, because the machine", "  " + line);
		assertThat(MarkdownReport.of(charted.result(), charted.charts())).contains("\n- " + line + "\n");
		assertThat(HtmlReport.of(charted.result(), charted.charts())).contains("<li>" + this.run.variant().name());
	}

	private RunResult failing(String... checks) {
		List<Check> failed = List.of(checks).stream().map((name) -> new Check(name, 0.5, "<= 1", false)).toList();
		RunResult run = this.result;
		return new RunResult(run.variant(), run.users(), run.round(), failed.isEmpty(), run.windowSeconds(),
				run.throughput(), run.jmeterSummary(), run.ceiling(), run.nominalCeiling(), run.ofCeiling(),
				run.cpuCeiling(), run.published(), run.requestThreads(), run.slots(), run.limitedBy(), run.latencyMs(),
				run.errors(), run.errorKinds(), run.cpuMsPerRequest(), run.rssMiB(), run.platformThreads(),
				run.gcPauseMs(), run.compileMs(), run.ledger(), failed, run.raw(), run.stress());
	}

}
