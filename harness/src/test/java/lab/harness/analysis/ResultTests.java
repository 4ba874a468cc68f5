package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.About;
import lab.harness.model.experiment.Cores;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Form;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.DisturbedTry;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Software;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A whole result: one run that cannot be analysed must not take the others with it.
 */
class ResultTests {

	@TempDir
	private Path folder;

	private final RunFixture sound = fixture("sound");

	private final RunFixture broken = fixture("broken");

	@BeforeEach
	void writeManifest() throws IOException {
		List<Run> runs = List.of(this.broken.run(), this.sound.run());
		Environment environment = new Environment(2, "25", "Linux", "abc", false,
				new Environment.Machine("cpu", 1024, false, Map.of()), new Software(Map.of(), Map.of(), List.of(), 0));
		List<Variant> variants = runs.stream().map(Run::variant).toList();
		Files.createDirectories(this.folder.resolve(Evidence.RAW));
		DataFile.write(this.folder.resolve(Evidence.RAW).resolve(Manifest.FILE),
				new Manifest(
						new Experiment("two", new About("?", About.Group.OTHER, List.of(), null), Cores.SHARED,
								List.of(), Metric.THROUGHPUT, List.of(), variants),
						runs, 42, Form.FULL, List.of("./bench"), Instant.EPOCH, null, environment));
		this.sound.write(this.folder);
	}

	@Test
	void ofWhenAllIsWellShouldBeValid() {
		this.broken.write(this.folder);
		Findings findings = Analysis.of(this.folder);
		assertThat(findings.valid()).isTrue();
		assertThat(findings.name()).isEqualTo("two");
		assertThat(findings.summary()).hasSize(2);
		assertThat(findings.repeated()).isEmpty();
	}

	@Test
	void ofWhenRunHasTooFewSamplesShouldKeepTheOther() {
		this.broken.sample = RunFixture::stale;
		this.broken.write(this.folder);
		assertFailed("told their counters 0 times");
	}

	@ParameterizedTest
	@CsvSource({ "load.jtl, '', '1000,5', load.jtl is cut off", "probe.jsonl, '{\"at\":12\n', '', probe.jsonl:1",
			"run.json, '{', '', run.json:1" })
	void ofWhenAFileIsBrokenShouldKeepTheOther(String file, String before, String after, String reason)
			throws IOException {
		Path broken = this.broken.write(this.folder).folder().resolve(file);
		Files.writeString(broken, before + Files.readString(broken) + after);
		assertFailed(reason);
	}

	@Test
	void ofWhenAFileIsMissingShouldKeepTheOther() throws IOException {
		Files.delete(this.broken.write(this.folder).probe());
		assertFailed("probe.jsonl");
	}

	@Test
	void ofWhenRunFailedShouldGiveTheReasonAndKeepTheOther() throws IOException {
		Evidence evidence = this.broken.write(this.folder);
		DataFile.write(evidence.record(), RunRecord.failed(this.broken.run(),
				new Failure("the app was not ready within 60 s", List.of("Unrecognized VM option"))));
		assertFailed("the app was not ready within 60 s");
		assertThat(Objects.requireNonNull(Analysis.of(this.folder).outcomes().getFirst().failure()).log())
			.containsExactly("Unrecognized VM option");
	}

	@Test
	void ofWhenRunIsMissingOrInterruptedShouldBeIncomplete() throws IOException {
		assertThat(Analysis.of(this.folder).complete()).isFalse();
		assertThat(Analysis.of(this.folder).claims()).first().isEqualTo(new Claim.Incomplete());
		Evidence evidence = this.broken.write(this.folder);
		RunRecord record = this.broken.record();
		DataFile.write(evidence.record(), new RunRecord(record.run(), record.startedAt(), record.knowledge(),
				record.placement(), record.preparation(), record.commands(), null, null));
		Findings findings = Analysis.of(this.folder);
		assertThat(findings.complete()).isFalse();
		assertThat(findings.outcomes()).hasSize(1);
	}

	@Test
	void ofWhenTryWasDisturbedShouldKeepItsFailedChecksAndFigures() throws IOException {
		this.broken.sample = (sample) -> RunFixture.withIdle(sample, 0.1);
		Evidence evidence = this.broken.write(this.folder);
		Files.move(evidence.folder(), evidence.disturbed(1).folder());
		this.broken.sample = (sample) -> sample;
		this.broken.write(this.folder);
		Findings findings = Analysis.of(this.folder);
		assertThat(findings.valid()).isTrue();
		List<DisturbedTry> tries = findings.repeated().getOrDefault("broken-2-r1", List.of());
		assertThat(tries).singleElement().satisfies((disturbed) -> {
			assertThat(disturbed.raw()).isEqualTo("raw/broken-2-r1-disturbed-1");
			assertThat(disturbed.failed()).singleElement()
				.satisfies((check) -> assertThat(check.name()).isEqualTo("machine-idle"));
			assertThat(disturbed.figures()).containsEntry(Metric.THROUGHPUT, 4.0).containsEntry(Metric.APP_CPU, 2.0);
		});
	}

	@Test
	void ofWhenThereIsNoManifestShouldSaySo() throws IOException {
		Files.delete(this.folder.resolve(Evidence.RAW).resolve(Manifest.FILE));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Analysis.of(this.folder))
			.withMessageContaining("manifest.json is missing");
	}

	private void assertFailed(String reason) {
		Findings findings = Analysis.of(this.folder);
		assertThat(findings.complete()).isTrue();
		assertThat(findings.valid()).isFalse();
		assertThat(findings.outcomes()).extracting(Outcome::valid).containsExactly(false, true);
		assertThat(Objects.requireNonNull(findings.outcomes().getFirst().failure()).reason()).contains(reason);
		assertThat(findings.summary()).singleElement()
			.satisfies((summary) -> assertThat(summary.variant()).isEqualTo("sound"));
		assertThat(findings.claims()).first().isInstanceOf(Claim.Reached.class);
		assertThat(findings.claims()).hasAtLeastOneElementOfType(Claim.Invalid.class);
	}

	private static RunFixture fixture(String variant) {
		RunFixture fixture = new RunFixture();
		fixture.variant = variant;
		return fixture;
	}

}
