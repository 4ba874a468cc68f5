package lab.harness.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.DataFile;
import lab.harness.model.result.Result;
import lab.harness.run.process.Git;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Packs this checkout, which must be committed, unpacks it as its page says, and uses it
 * on a PATH without Maven:
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=PackedFolderIT}.
 */
class PackedFolderIT {

	/** What the scripts need of a system, beside a JDK. */
	private static final List<String> TOOLS = List.of("sh", "cmp", "dirname");

	@TempDir
	private Path room;

	private String output = "";

	@Test
	void packedFolderShouldRunALessonWithoutMaven() throws Exception {
		Path zip = this.room.resolve("lab.zip");
		assertThat(start(Page.ROOT, System.getenv(), "./bench", "pack", zip.toString())).as(this.output).isZero();
		assertThat(start(this.room, System.getenv(), "unzip", "-q", "lab.zip")).as(this.output).isZero();
		Path lab = this.room.resolve("lab");

		assertThat(run(lab, "./bench", "list")).isZero();
		assertThat(this.output).contains("comparison").doesNotContain("building");

		// A busy machine may disturb the run, which has a result all the same.
		assertThat(run(lab, "./bench", "lesson", "1", "--predict", "50=100,100=200,200=-", "--because", "1"))
			.as(this.output)
			.isZero();
		assertThat(this.output).contains("L1 ").doesNotContain("building", "mvn");
		assertThat(lab.resolve("workshop/my/home.md")).isNotEmptyFile();
		Result result = DataFile.read(lab.resolve("results/threads/latest").resolve(Result.FILE), Result.class);
		assertThat(Objects.requireNonNull(result.environment()).commit())
			.isEqualTo(Git.run(Page.ROOT, "rev-parse", "--short=12", "HEAD"));

		assertThat(run(lab, "./jmeterw", "-v")).as(this.output).isZero();
		assertThat(this.output).contains("5.6.3").doesNotContain("building");
	}

	/** Runs a command of the packed folder on a machine that has only a JDK. */
	private int run(Path lab, String... command) throws IOException, InterruptedException {
		Path tools = Files.createDirectories(this.room.resolve("tools"));
		for (String tool : TOOLS) {
			Path link = tools.resolve(tool);
			if (!Files.exists(link)) {
				Files.createSymbolicLink(link, Path.of("/usr/bin", tool));
			}
		}
		return start(lab, Map.of("PATH", tools.toString(), "JAVA_HOME", System.getProperty("java.home"), "HOME",
				this.room.toString()), command);
	}

	private int start(Path folder, Map<String, String> environment, String... command)
			throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
		builder.environment().clear();
		builder.environment().putAll(environment);
		Process process = builder.start();
		this.output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return process.waitFor();
	}

}
