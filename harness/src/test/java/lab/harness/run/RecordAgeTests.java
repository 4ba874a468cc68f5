package lab.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import lab.harness.model.experiment.About;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Form;
import lab.harness.model.result.Result;
import lab.harness.model.result.Software;
import lab.harness.run.process.Git;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RecordAgeTests {

	private static final String EXPERIMENT = """
			question: How fast?
			group: pools
			program: lab.programs.Fast
			compare: seconds
			variants:
			  one: {}
			""";

	@TempDir
	private Path root;

	@BeforeEach
	void makeCheckout() throws IOException {
		git("init", "--quiet");
		write("experiments/fast.yml", EXPERIMENT);
		write("programs/src/main/java/lab/programs/Fast.java", "class Fast { int a = 1; }\n");
	}

	@Test
	void outdatedWhenOnlyWordsChangedShouldBeNull() throws IOException {
		String commit = commit();
		write("experiments/fast.yml", "# A comment.\n" + EXPERIMENT.replace("How fast?", "How fast is it?"));
		write("programs/src/main/java/lab/programs/Fast.java", "// A comment.\nclass Fast { int a = 1; }\n");
		commit();
		assertThat(outdated(commit, false)).isNull();
	}

	@Test
	void outdatedWhenTheExperimentChangedShouldTellIt() throws IOException {
		String commit = commit();
		write("experiments/fast.yml", EXPERIMENT.replace("one: {}", "one: { jvm: [-Xmx64m] }"));
		commit();
		assertThat(outdated(commit, false)).isEqualTo("older than its experiment");
	}

	@Test
	void outdatedWhenTheProgramChangedShouldTellIt() throws IOException {
		String commit = commit();
		write("programs/src/main/java/lab/programs/Fast.java", "class Fast { int a = 2; }\n");
		commit();
		assertThat(outdated(commit, false)).isEqualTo("older than its code");
	}

	@Test
	void outdatedWhenAnotherProgramChangedShouldBeNull() throws IOException {
		String commit = commit();
		write("programs/src/main/java/lab/programs/Slow.java", "class Slow { int a = 2; }\n");
		commit();
		assertThat(outdated(commit, false)).isNull();
	}

	@Test
	void outdatedWithoutAHistoryShouldBeNull() throws IOException {
		commit();
		assertThat(new RecordAge(this.root, false)
			.outdated(ExperimentFile.read(this.root.resolve("experiments/fast.yml")), record("0123456789ab", true)))
			.isNull();
	}

	@Test
	void outdatedWhenNobodyCanCheckItOutShouldTellIt() throws IOException {
		String commit = commit();
		assertThat(outdated(commit, true)).isEqualTo("measured with uncommitted changes");
		assertThat(outdated("0123456789ab", false)).isEqualTo("measured at a commit that is not in this history");
	}

	private @Nullable String outdated(String commit, boolean dirty) throws IOException {
		return RecordAge.of(this.root)
			.outdated(ExperimentFile.read(this.root.resolve("experiments/fast.yml")), record(commit, dirty));
	}

	private static Result record(String commit, boolean dirty) {
		Environment environment = new Environment(2, "25", "Linux", commit, dirty,
				new Environment.Machine("cpu", 1024, false, Map.of()),
				new Software(Map.of(), Map.of("programs", Map.of()), List.of(), 0));
		Result.Plan plan = new Result.Plan(new About("?", About.Group.POOLS, List.of(), null), Instant.EPOCH, null, 1,
				false, Form.FULL, List.of(), List.of());
		return new Result(new Result.Header(3, "fast", plan, 1, true, false, true), environment, List.of(), List.of(),
				List.of(), List.of());
	}

	private String commit() {
		git("add", ".");
		git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "change");
		return String.valueOf(Git.run(this.root, "rev-parse", "HEAD")).strip();
	}

	private void git(String... arguments) {
		assertThat(Git.run(this.root, arguments)).isNotNull();
	}

	private void write(String file, String text) throws IOException {
		Path path = this.root.resolve(file);
		Files.createDirectories(path.resolveSibling(""));
		Files.writeString(path, text);
	}

}
