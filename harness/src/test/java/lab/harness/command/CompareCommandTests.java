package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.DataFile;
import lab.harness.report.Report;
import lab.harness.run.process.Git;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CompareCommandTests {

	@TempDir
	private Path root;

	private TypedCommand bench;

	@BeforeEach
	void makeBench() {
		this.bench = new TypedCommand(this.root);
	}

	@Test
	void compareWhenRoundsAreTooFewShouldShowFiguresAndTheCommandThatDecides() throws IOException {
		assertThat(this.bench.run("compare", result("a", "comparison"), result("b", "comparison")))
			.as(this.bench.stderr())
			.isEqualTo(1);
		assertThat(this.bench.stdout()).contains("before  1 round",
				"JDK, Spring Boot, processors, load and settings are the same.", "too few rounds", "Not decided where ",
				"--rounds 5`");
	}

	@Test
	void compareWhenNothingHasTheNameShouldSayWhatCanBeNamed() throws IOException {
		assertThat(this.bench.refusal("compare", result("a", "comparison"), "nothing"))
			.isEqualTo("bench: 'nothing' is neither a result folder nor the name of a record; name one such as "
					+ "results/comparison/latest or comparison");
	}

	@Test
	void compareWhenExperimentsDifferShouldNameBoth() throws IOException {
		assertThat(this.bench.refusal("compare", result("a", "comparison"), result("b", "users")))
			.isEqualTo("bench: one result is of 'comparison', the other of 'users'; name two of one experiment");
	}

	@Test
	void compareWhenARecordIsNamedShouldShowTheRecordsThatItReplaced() throws IOException {
		write("experiments/comparison.yml", Files.readString(Path.of("../experiments/comparison.yml")));
		Git.run(this.root, "init", "--quiet");
		String record = DataFile.mapper()
			.writeValueAsString(Report.result(RecordedEvidence.findings("comparison")))
			.replace("2026-11-24T", "2026-11-23T");
		commit(record.replace("2026-11-23T", "2026-11-20T").replace("25.0.3", "21.0.8"));
		commit(record.replace("\"schemaVersion\":3", "\"schemaVersion\":2"));
		commit(record);
		assertThat(this.bench.run("compare", "comparison")).as(this.bench.stderr()).isZero();
		assertThat(this.bench.stdout()).containsPattern("2026-11-20 +21.0.8 .*too few rounds")
			.containsPattern("2026-11-23 +25.0.3 ")
			.contains("Records of loss: ")
			.doesNotContainPattern("(?s)2026-11-23[^\n]*\n[^\n]*2026-11-23");
	}

	@Test
	void compareWhenARecordReplacedNoneShouldSayIt() throws IOException {
		write("experiments/comparison.yml", Files.readString(Path.of("../experiments/comparison.yml")));
		write("docs/results/comparison/result.json",
				DataFile.mapper().writeValueAsString(Report.result(RecordedEvidence.findings("comparison"))));
		assertThat(this.bench.run("compare", "comparison")).as(this.bench.stderr()).isZero();
		assertThat(this.bench.stdout()).startsWith("The history of this checkout has no other record of comparison");
	}

	@Test
	void compareWhenOneResultIsNoRecordShouldAskForAnother() throws IOException {
		assertThat(this.bench.refusal("compare", result("a", "comparison")))
			.endsWith("is not the name of a record; name a second result to compare it with, or a record");
	}

	private void commit(String record) throws IOException {
		write("docs/results/comparison/result.json", record);
		Git.run(this.root, "add", ".");
		Git.run(this.root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "record");
	}

	private void write(String file, String text) throws IOException {
		Path path = this.root.resolve(file);
		Files.createDirectories(path.resolveSibling(""));
		Files.writeString(path, text);
	}

	private String result(String folder, String evidence) throws IOException {
		Path result = this.root.resolve(folder);
		RecordedEvidence.unzip(evidence, result.resolve("raw"));
		return result.toString();
	}

}
