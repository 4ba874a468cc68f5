package lab.harness.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.DataFile;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.EarlierRounds;
import lab.harness.model.result.Result.Interval;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

class RecordCommandTests {

	@TempDir
	private Path root;

	private TypedCommand bench;

	private int commits;

	@BeforeEach
	void makeFolder() throws IOException {
		this.bench = new TypedCommand(this.root);
		Files.createDirectories(this.root.resolve("experiments"));
	}

	@Test
	void recordWhenResultIsNotValidShouldRefuseIt() throws IOException {
		Files.createDirectories(this.root.resolve("raw"));
		RecordedEvidence.unzip("shutdown", this.root.resolve("raw"));
		Files.delete(this.root.resolve("raw/webflux-360-r1/load.jtl"));
		assertThat(this.bench.refusal("record", this.root.toString()))
			.contains("is not valid; only the result of a valid run");
		assertThat(this.root.resolve("docs")).doesNotExist();
	}

	@Test
	void recordWhenCommitIsInTheHistoryShouldCopyTheResult() throws Exception {
		String commit = commit();
		commit();
		Path result = result("a", commit, false);
		assertThat(this.bench.run("record", result.toString())).as(this.bench.stderr()).isZero();
		assertThat(this.root.resolve("docs/results/cpu-pool")).isDirectoryContaining("glob:**/result.json")
			.isDirectoryContaining("glob:**/report.md");
	}

	@Test
	void recordWhenTheTreeHadChangesShouldNameThemAndRecordNothing() throws Exception {
		String commit = commit();
		Path clean = result("a", commit, false);
		Path dirty = result("b", commit, true);
		assertThat(this.bench.refusal("record", clean.toString(), dirty.toString()))
			.isEqualTo("bench: " + dirty + " was measured in a checkout with changes (pom.xml, bench); "
					+ "commit them and run the experiment again");
		assertThat(this.root.resolve("docs")).doesNotExist();
	}

	@Test
	void recordWhenMeasuredInALessonShouldRefuseIt() throws Exception {
		Path lesson = result("a", commit(), false, (manifest) -> manifest.set("command",
				DataFile.mapper().valueToTree(List.of("./bench", "lesson", "5"))));
		assertThat(this.bench.refusal("record", lesson.toString())).contains("was measured in a lesson");
		assertThat(this.root.resolve("docs")).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { "0123456789ab", "unknown" })
	void recordWhenCommitIsNotInTheHistoryShouldRefuseIt(String elsewhere) throws Exception {
		commit();
		Path result = result("a", elsewhere, false);
		assertThat(this.bench.refusal("record", result.toString()))
			.endsWith("commit " + elsewhere + ", which is not in the history of this checkout");
		assertThat(this.root.resolve("docs")).doesNotExist();
	}

	@Test
	void recordWhenCommitWasAmendedShouldRefuseIt() throws Exception {
		commit();
		String amended = commit();
		commit("--amend");
		assertThat(this.bench.refusal("record", result("a", amended, false).toString())).contains(amended);
	}

	@Test
	void recordWhenRoundsAreAddedShouldHoldThoseOfBoth() throws Exception {
		String commit = commit();
		assertThat(this.bench.run("record", result("a", commit, false).toString())).as(this.bench.stderr()).isZero();
		Result one = record();
		Path later = result("b", commit, false, (manifest) -> manifest.put("startedAt", "2026-11-25T00:00:00Z"));
		assertThat(this.bench.run("record", "--add", later.toString())).as(this.bench.stderr()).isZero();
		Result both = record();
		assertThat(both.header().plan().rounds()).isEqualTo(2);
		assertThat(both.header().plan().earlier()).singleElement().satisfies((earlier) -> {
			assertThat(earlier.rounds()).isOne();
			assertThat(earlier.startedAt()).isEqualTo(one.header().plan().startedAt());
			assertThat(earlier.environment()).isEqualTo(one.environment());
		});
		int runs = one.runs().size();
		assertThat(both.runs()).hasSize(2 * runs);
		assertThat(both.runs().subList(0, runs)).isEqualTo(one.runs());
		assertThat(both.runs().subList(runs, 2 * runs)).allMatch((run) -> run.header().round() == 2);
		assertThat(both.summary()).hasSameSizeAs(one.summary())
			.flatExtracting((summary) -> summary.figures().values())
			.extracting(Interval::runs)
			.containsOnly(2);
		Path third = result("c", commit, false, (manifest) -> manifest.put("startedAt", "2026-11-26T00:00:00Z"));
		assertThat(this.bench.run("record", "--add", third.toString())).as(this.bench.stderr()).isZero();
		assertThat(record().header().plan().earlier()).extracting(EarlierRounds::rounds).containsExactly(1, 1);
		assertThat(this.root.resolve("docs/results/cpu-pool/report.md")).content().contains("Round 1", "Round 2");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					/startedAt          |                              | is in the record already
					/environment/cores  | 64                           | was measured on 64 cores, its record on
					/environment/jdk    | \"9\"                      | was measured with JDK 9, its record with
					/command            | [\"./bench\", \"run\"]   | was measured by './bench run', its record by './bench run cpu-pool
					""")
	void recordWhenRoundsDoNotFitShouldRefuseToAddThem(String field, @Nullable String value, String reason)
			throws Exception {
		String commit = commit();
		assertThat(this.bench.run("record", result("a", commit, false).toString())).as(this.bench.stderr()).isZero();
		Result before = record();
		Path other = result("b", commit, false, (manifest) -> {
			if (value != null) {
				manifest.put("startedAt", "2026-11-25T00:00:00Z");
				int slash = field.lastIndexOf('/');
				((ObjectNode) manifest.at(field.substring(0, slash))).set(field.substring(slash + 1),
						DataFile.mapper().readTree(value));
			}
		});
		assertThat(this.bench.refusal("record", "--add", other.toString())).contains(reason)
			.endsWith("; without --add it replaces the record");
		assertThat(record()).isEqualTo(before);
	}

	@Test
	void recordWhenTheExperimentChangedShouldRefuseToAddItsRounds() throws Exception {
		String commit = commit();
		assertThat(this.bench.run("record", result("a", commit, false).toString())).as(this.bench.stderr()).isZero();
		assertThat(record().runs()).isNotEmpty();
		Files.writeString(this.root.resolve("experiments/cpu-pool.yml"), "question: Another one?");
		git("add", "experiments");
		Path other = result("b", commit(), false, (manifest) -> manifest.put("startedAt", "2026-11-25T00:00:00Z"));
		assertThat(this.bench.refusal("record", "--add", other.toString()))
			.contains("another form of experiments/cpu-pool.yml");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			dirty  | true           | has a record that was measured in a checkout with changes
			commit | "0123456789ab" | has a record that was measured at commit 0123456789ab, which is not in the history
			""", quoteCharacter = '\'')
	void recordWhenNobodyCanCheckOutTheRecordedCodeShouldRefuseToAddRounds(String field, String value, String reason)
			throws Exception {
		String commit = commit();
		assertThat(this.bench.run("record", result("a", commit, false).toString())).as(this.bench.stderr()).isZero();
		Path file = this.root.resolve("docs/results/cpu-pool/result.json");
		ObjectNode recorded = (ObjectNode) DataFile.mapper().readTree(file);
		recorded.withObject("environment").set(field, DataFile.mapper().readTree(value));
		DataFile.write(file, recorded);
		assertThat(record().runs()).isNotEmpty();
		Path later = result("b", commit, false, (manifest) -> manifest.put("startedAt", "2026-11-25T00:00:00Z"));
		assertThat(this.bench.refusal("record", "--add", later.toString())).contains(reason)
			.endsWith("; without --add it replaces the record");
	}

	/** The record, after which nothing is left of what was printed so far. */
	private Result record() {
		this.bench.forget();
		return DataFile.read(this.root.resolve("docs/results/cpu-pool/result.json"), Result.class);
	}

	private Path result(String folder, String commit, boolean dirty) throws IOException {
		return result(folder, commit, dirty, (manifest) -> {
		});
	}

	/** A valid result in full length. */
	private Path result(String folder, String commit, boolean dirty, Consumer<ObjectNode> change) throws IOException {
		Path result = this.root.resolve(folder);
		RecordedEvidence.unzip("cpu-pool", Files.createDirectories(result.resolve("raw")));
		Path file = result.resolve("raw/manifest.json");
		ObjectNode manifest = (ObjectNode) DataFile.mapper().readTree(file);
		manifest.put("form", "full");
		ObjectNode environment = manifest.withObject("environment").put("commit", commit).put("dirty", dirty);
		if (dirty) {
			environment.withObject("software").putPOJO("dirtyFiles", List.of("pom.xml", "bench"));
		}
		change.accept(manifest);
		DataFile.write(file, manifest);
		return result;
	}

	/** Makes a commit, and the repository first, if there is none. */
	private String commit(String... options) throws Exception {
		git("init", "--quiet");
		List<String> commit = new ArrayList<>(List.of("-c", "user.name=a", "-c", "user.email=a@b", "-c",
				"commit.gpgsign=false", "commit", "--quiet", "--allow-empty", "-m", String.valueOf(this.commits++)));
		commit.addAll(List.of(options));
		git(commit.toArray(String[]::new));
		return git("rev-parse", "--short=12", "HEAD").strip();
	}

	private String git(String... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of("git"));
		command.addAll(List.of(arguments));
		Process git = new ProcessBuilder(command).directory(this.root.toFile()).redirectErrorStream(true).start();
		String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(git.waitFor()).as(output).isZero();
		return output;
	}

}
