package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.run.Launcher;
import lab.harness.run.process.Git;
import lab.harness.run.process.Jdk;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Packs a small checkout, in which text files stand for jars.
 */
class PackCommandTests {

	@TempDir
	private Path folder;

	private Path root;

	private TypedCommand bench;

	@BeforeEach
	void checkout() throws IOException {
		this.root = this.folder.resolve("check out");
		this.bench = new TypedCommand(this.root);
		write("bench", "#!/bin/sh\n");
		write("README.md", "read me");
		write(".gitignore", "target/\n/results/\n");
		write("webflux/pom.xml", "");
		write("webflux/src/main/java/A.java", "class A {}");
		write("launcher/pom.xml", "");
		assertThat(this.root.resolve("bench").toFile().setExecutable(true)).isTrue();
		git("init", "--quiet");
		git("add", ".");
		git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "a");
		for (String module : new Launcher(this.root, Jdk.current()).missing()) {
			write(module.equals("jmeter") ? "jmeter/target/apache-jmeter/bin/ApacheJMeter.jar"
					: module + "/target/" + module + ".jar", module);
		}
		write("webflux/target/lib/library.jar", "library");
		write("launcher/target/classes/Bench.class", "class");
		write("target/built", "stamp");
		Files.createDirectories(this.root.resolve("jmeter/target/apache-jmeter/lib/junit"));
	}

	@Test
	void packShouldHoldTheCheckoutAndWhatIsBuilt() throws IOException {
		Path zip = pack();
		try (ZipFile file = ZipFile.builder().setPath(zip).get()) {
			assertThat(text(file, "lab/README.md")).isEqualTo("read me");
			assertThat(text(file, "lab/webflux/src/main/java/A.java")).isEqualTo("class A {}");
			assertThat(text(file, "lab/webflux/target/webflux.jar")).isEqualTo("webflux");
			assertThat(text(file, "lab/webflux/target/lib/library.jar")).isEqualTo("library");
			assertThat(text(file, "lab/launcher/target/classes/Bench.class")).isEqualTo("class");
			assertThat(text(file, "lab/jmeter/target/apache-jmeter/bin/ApacheJMeter.jar")).isEqualTo("jmeter");
			assertThat(text(file, "lab/target/built")).isEqualTo("stamp");
			assertThat(text(file, "lab/commit")).isEqualToIgnoringNewLines(head());
			// JMeter prints a stack trace without this empty folder.
			assertThat(file.getEntry("lab/jmeter/target/apache-jmeter/lib/junit/")).isNotNull();
		}
	}

	@Test
	void packShouldLeaveOutHistoryResultsAndTheRestOfTheBuild() throws IOException {
		write("results/waits/2026-11-24T05-00-00Z/report.html", "a result");
		write("webflux/target/classes/A.class", "");
		write("webflux/target/webflux.jar.original", "");
		write("webflux/target/extracted/webflux.jar", "");
		write("webflux/target/surefire-reports/a.txt", "");
		try (ZipFile file = ZipFile.builder().setPath(pack()).get()) {
			assertThat(Collections.list(file.getEntries())).extracting(ZipArchiveEntry::getName)
				.isNotEmpty()
				.allMatch((name) -> name.startsWith("lab/"))
				.noneMatch((name) -> name.matches("lab/(\\.git/|results/|webflux/target/(classes|extracted|surefire)).*"))
				.noneMatch((name) -> name.endsWith(".original"));
		}
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void packShouldKeepWhatIsExecutable() throws IOException {
		try (ZipFile file = ZipFile.builder().setPath(pack()).get()) {
			assertThat(file.getEntry("lab/bench").getUnixMode()).isEqualTo(0100755);
			assertThat(file.getEntry("lab/README.md").getUnixMode()).isEqualTo(0100644);
		}
	}

	@Test
	void packShouldSayItsSizeAndForWhichSystemItIs() throws IOException {
		Path zip = pack();
		assertThat(this.bench.stdout()).startsWith(zip + ": ")
			.contains(" MB, commit " + head() + ", for " + System.getProperty("os.name"));
		assertThat(this.folder).isDirectoryNotContaining("glob:**.part");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			lab.tar          | lab.tar must end in .zip, such as lab.zip
			check out        | check out is a folder; name a file in it, such as
			old.zip          | old.zip exists; delete it, or name another file
			nowhere/lab.zip  | there is no folder
			""")
	void packWhenTheFileCannotBeMadeShouldSayWhyAndWriteNothing(String name, String message) throws IOException {
		Files.writeString(this.folder.resolve("old.zip"), "mine");
		assertThat(this.bench.refusal("pack", this.folder.resolve(name).toString())).contains(message);
		assertThat(this.folder.resolve("old.zip")).hasContent("mine");
		try (Stream<Path> files = Files.list(this.folder)) {
			assertThat(files).hasSize(2);
		}
	}

	@Test
	void packWhenAFileChangedShouldNameIt() throws IOException {
		write("README.md", "changed");
		write("experiments/own.yml", "new");
		refuse("the packed folder would not be that of commit " + head()
				+ ": git reports 'M README.md' and 1 more; commit, stash or ignore it first");
	}

	@Test
	void packWhenAModuleIsNotBuiltShouldNameIt() throws IOException {
		Files.delete(this.root.resolve("webflux/target/webflux.jar"));
		refuse("webflux must be built first: ./bench prepare");
	}

	@Test
	void packWhenTheFolderIsNoCheckoutShouldSayWhatToPassOn() throws IOException {
		Files.move(this.root.resolve(".git"), this.folder.resolve("away"));
		refuse(this.root + " is no checkout of git, or git is not installed, so nothing says which files belong to it; "
				+ "pack a clone, or pass on the zip that this folder came from");
	}

	@Test
	void packWhenThereIsNoRoomShouldSayHowMuchItTakes() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> PackCommand.requireRoom(300_000_000, 20_000_000, this.folder))
			.withMessage("the zip takes up to 300 MB, and 20 MB are free in " + this.folder
					+ "; free some, or name a file elsewhere");
	}

	private Path pack() {
		Path zip = this.folder.resolve("lab.zip");
		assertThat(this.bench.run("pack", zip.toString())).as(this.bench.stderr()).isZero();
		return zip;
	}

	private void refuse(String message) {
		assertThat(this.bench.refusal("pack", this.folder.resolve("lab.zip").toString()))
			.isEqualTo("bench: " + message);
		assertThat(this.folder.resolve("lab.zip")).doesNotExist();
	}

	private static String text(ZipFile file, String name) throws IOException {
		ZipArchiveEntry entry = file.getEntry(name);
		assertThat(entry).as(name).isNotNull();
		return new String(file.getInputStream(entry).readAllBytes());
	}

	private String head() {
		return String.valueOf(Git.run(this.root, "rev-parse", "--short=12", "HEAD"));
	}

	private void git(String... arguments) {
		assertThat(Git.run(this.root, arguments)).as(List.of(arguments).toString()).isNotNull();
	}

	private void write(String file, String text) throws IOException {
		Path path = this.root.resolve(file);
		Files.createDirectories(path.resolveSibling(""));
		Files.writeString(path, text);
	}

}
