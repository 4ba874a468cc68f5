package lab.harness.command;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.experiment.App;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PackCommandTests {

	@TempDir
	private Path folder;

	private Path checkout;

	private TypedCommand bench;

	@BeforeEach
	void build() throws IOException {
		this.checkout = Files.createDirectories(this.folder.resolve("checkout"));
		this.bench = new TypedCommand(this.checkout);
		for (App app : App.values()) {
			write(app + "/target/" + app + ".jar");
		}
		for (String file : List.of("bench", ".mvn/maven.config", "docs/results/comparison/result.json",
				"slow-backend/target/slow-backend.jar", "programs/target/programs.jar", "programs/target/lib/a.jar",
				"jmeter/target/apache-jmeter/bin/ApacheJMeter.jar", "launcher/target/classes/Bench.class",
				"target/built", "wire/src/main/java/A.java")) {
			write(file);
		}
		assertThat(this.checkout.resolve("bench").toFile().setExecutable(true)).isTrue();
	}

	@Test
	void packShouldKeepSourcesAndWhatIsBuilt() throws IOException {
		List<String> leftOut = List.of("results/comparison/latest/report.html", "workshop/my/notebook.json",
				".git/config", "harness/target/classes/A.class", "harness/target/surefire-reports/A.txt",
				"target/bench-build.log", "site/node_modules/a.js", "older.zip", ".env", ".vscode/settings.json",
				"workshop/my-kept/notebook.json");
		for (String file : leftOut) {
			write(file);
		}
		Path zip = this.checkout.resolve("lab.zip");
		assertThat(this.bench.run("pack", zip.toString())).as(this.bench.stderr()).isZero();
		assertThat(this.bench.stdout()).contains("into " + zip, "neither Maven nor a network");
		try (FileSystem packed = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", "true"));
				Stream<Path> paths = Files.walk(packed.getPath("/"))) {
			List<String> files = paths.filter(Files::isRegularFile).map(Path::toString).toList();
			assertThat(files).contains("/lab/bench", "/lab/.mvn/maven.config",
					"/lab/docs/results/comparison/result.json", "/lab/webflux/target/webflux.jar",
					"/lab/programs/target/lib/a.jar", "/lab/jmeter/target/apache-jmeter/bin/ApacheJMeter.jar",
					"/lab/launcher/target/classes/Bench.class", "/lab/target/built", "/lab/wire/src/main/java/A.java");
			assertThat(files).doesNotContainAnyElementsOf(leftOut.stream().map((file) -> "/lab/" + file).toList());
			assertThat(Files.getPosixFilePermissions(packed.getPath("/lab/bench")))
				.contains(PosixFilePermission.OWNER_EXECUTE);
		}
	}

	@Test
	void packWhenTheFileExistsShouldLeaveIt() throws IOException {
		write("lab.zip");
		Path zip = this.checkout.resolve("lab.zip");
		assertThat(this.bench.refusal("pack", zip.toString()))
			.isEqualTo("bench: " + zip + " exists; remove it first, or name another file");
		assertThat(zip).hasContent("lab.zip");
	}

	@Test
	void packWhenTheNameIsNoZipShouldSayWhatWouldBe() {
		assertThat(this.bench.refusal("pack", this.folder.toString())).contains("is no zip file", "lab.zip");
		this.bench.forget();
		assertThat(this.bench.refusal("pack")).contains("FILE");
	}

	@Test
	void packWhenTheFolderIsMissingShouldNameIt() {
		Path missing = this.folder.resolve("none");
		assertThat(this.bench.refusal("pack", missing.resolve("lab.zip").toString())).contains(missing.toString());
		assertThat(missing).doesNotExist();
	}

	@Test
	void packWhenAModuleIsNotBuiltShouldNameIt() throws IOException {
		Files.delete(this.checkout.resolve("webflux/target/webflux.jar"));
		Path zip = this.folder.resolve("lab.zip");
		assertThat(this.bench.refusal("pack", zip.toString()))
			.isEqualTo("bench: webflux not built; run ./bench prepare first");
		assertThat(zip).doesNotExist();
	}

	private void write(String file) throws IOException {
		Path path = this.checkout.resolve(file);
		Files.createDirectories(Objects.requireNonNull(path.getParent()));
		Files.writeString(path, String.valueOf(path.getFileName()));
	}

}
