import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests the search for a JDK on machines with other systems, and what counts as a change
 * of the sources.
 */
class BenchTests {

	private FileSystem files = Jimfs.newFileSystem(Configuration.unix());

	private final Map<String, String> environment = new HashMap<>();

	@AfterEach
	void close() throws IOException {
		this.files.close();
	}

	@ParameterizedTest
	@CsvSource({ "Linux, /usr/lib/jvm/temurin-25", "Linux, /opt/java/25",
			"Linux, /home/me/.sdkman/candidates/java/25-tem", "Linux, /home/me/.jdks/temurin-25",
			"Linux, /home/linuxbrew/.linuxbrew/opt/openjdk@25/libexec",
			"Mac OS X, /Library/Java/JavaVirtualMachines/temurin-25.jdk/Contents/Home",
			"Mac OS X, /home/me/Library/Java/JavaVirtualMachines/corretto-25/Contents/Home",
			"Mac OS X, /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home",
			"Mac OS X, /usr/local/opt/openjdk/libexec/openjdk.jdk/Contents/Home",
			"Mac OS X, /home/me/.sdkman/candidates/java/25-tem", "Mac OS X, /home/me/.jdks/temurin-25/Contents/Home" })
	void findWhenJdkIsInAUsualPlaceShouldFindIt(String os, String home) throws IOException {
		jdk(home, "25.0.1");
		assertThat(find(os, false)).isEqualTo(home);
	}

	@ParameterizedTest
	@CsvSource({ "C:\\Program Files\\Eclipse Adoptium\\jdk-25.0.1-hotspot", "C:\\Program Files\\Java\\jdk-25",
			"C:\\Users\\me\\.jdks\\temurin-25", "C:\\Users\\me\\AppData\\Local\\Programs\\Eclipse Adoptium\\jdk-25" })
	void findWhenSystemIsWindowsShouldFindItInItsUsualPlaces(String home) throws IOException {
		this.files = Jimfs.newFileSystem(Configuration.windows());
		this.environment.put("ProgramFiles", "C:\\Program Files");
		this.environment.put("LOCALAPPDATA", "C:\\Users\\me\\AppData\\Local");
		jdk(home, "25.0.1");
		assertThat(find("Windows 11", true)).isEqualTo(home);
	}

	@Test
	void findWhenMavenIsOnThePathOfWindowsShouldTakeItsCommandFile() throws IOException {
		this.files = Jimfs.newFileSystem(Configuration.windows());
		Files.createDirectories(this.files.getPath("C:\\maven\\bin"));
		Files.createFile(this.files.getPath("C:\\maven\\bin\\mvn"));
		Files.createFile(this.files.getPath("C:\\maven\\bin\\mvn.cmd"));
		this.environment.put("PATH", "C:\\Windows;C:\\maven\\bin");
		assertThat(machine("Windows 11").onPath("mvn")).hasToString("Optional[C:\\maven\\bin\\mvn.cmd]");
	}

	@Test
	void findWhenJavaHomeIsNewEnoughShouldTakeItBeforeANewerOne() throws IOException {
		jdk("/usr/lib/jvm/temurin-25", "25.0.1");
		jdk("/mine", "21.0.4");
		this.environment.put("JAVA_HOME", "/mine/");
		assertThat(find("Linux", false)).isEqualTo("/mine");
	}

	@Test
	void findWhenJavaHomeIsTooOldShouldTakeTheNewestOfTheOthers() throws IOException {
		jdk("/mine", "17.0.12");
		jdk("/usr/lib/jvm/temurin-21", "21.0.4");
		jdk("/usr/lib/jvm/temurin-25", "25.0.1");
		this.environment.put("JAVA_HOME", "/mine");
		assertThat(find("Linux", false)).isEqualTo("/usr/lib/jvm/temurin-25");
	}

	@ParameterizedTest
	@CsvSource({ "JAVA_HOME_21_X64", "JAVA_HOME_21_arm64", "JAVA_HOME_25_ARM64" })
	void findWhenPublicCiNamesAJdkShouldFindIt(String variable) throws IOException {
		jdk("/opt/hostedtoolcache/jdk", "21.0.4");
		this.environment.put(variable, "/opt/hostedtoolcache/jdk");
		assertThat(find("Linux", false)).isEqualTo("/opt/hostedtoolcache/jdk");
	}

	@Test
	void findWhenJavaIsALinkOnThePathShouldFollowIt() throws IOException {
		jdk("/somewhere/jdk", "21.0.4");
		Files.createDirectories(this.files.getPath("/usr/bin"));
		Files.createSymbolicLink(this.files.getPath("/usr/bin/java"), this.files.getPath("/somewhere/jdk/bin/java"));
		this.environment.put("PATH", "/bin:/usr/bin");
		assertThat(find("Linux", false)).isEqualTo("/somewhere/jdk");
	}

	@Test
	void findWhenAWindowIsNeededOnLinuxShouldPassByAHeadlessJdk() throws IOException {
		jdk("/usr/lib/jvm/headless-25", "25.0.1");
		jdk("/usr/lib/jvm/whole-21", "21.0.4");
		Files.createDirectories(this.files.getPath("/usr/lib/jvm/whole-21/lib"));
		Files.createFile(this.files.getPath("/usr/lib/jvm/whole-21/lib/libawt_xawt.so"));
		assertThat(find("Linux", true)).isEqualTo("/usr/lib/jvm/whole-21");
	}

	@Test
	void findWhenEveryJdkIsTooOldOrBrokenShouldReportWhatIsNeeded() throws IOException {
		jdk("/usr/lib/jvm/jdk-17", "17.0.12");
		jdk("/usr/lib/jvm/jdk-8", "1.8.0_402");
		jdk("/usr/lib/jvm/odd", "x");
		assertThatExceptionOfType(Bench.Refusal.class).isThrownBy(() -> find("Linux", false))
			.withMessage("no JDK 21 or newer found; install one (Temurin 25 is what we measure with) "
					+ "or set JAVA_HOME to it");
	}

	@ParameterizedTest
	@ValueSource(strings = { "pom.xml", ".mvn/maven.config", "jmeter/pom.xml", "jmeter/user.properties", "wire/pom.xml",
			"wire/src/main/java/a/A.java", "wire/src/main/resources/a/a.json", "wire/src/main/jte/a.jte" })
	void sourcesWhenAFileOfTheBuildChangedShouldDiffer(String file) throws IOException {
		write("old", file, "a");
		write("new", file, "b");
		assertThat(sources("new")).isNotEqualTo(sources("old"));
		Files.delete(this.files.getPath("new", file));
		assertThat(sources("new")).isNotEqualTo(sources("old"));
	}

	@Test
	void sourcesWhenAFileWasRenamedShouldDiffer() throws IOException {
		write("old", "wire/src/main/java/A.java", "a");
		write("new", "wire/src/main/java/B.java", "a");
		assertThat(sources("new")).isNotEqualTo(sources("old"));
	}

	@Test
	void sourcesWhenTheCheckoutWasCopiedShouldBeEqual() throws IOException {
		for (String root : List.of("old", "copy/of it")) {
			write(root, "wire/src/main/java/A.java", "a");
			write(root, "harness/src/main/java/B.java", "b");
		}
		Files.setLastModifiedTime(this.files.getPath("copy/of it/wire/src/main/java/A.java"), FileTime.fromMillis(0));
		assertThat(sources("copy/of it")).isEqualTo(sources("old"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "docs/results.md", "results/waits/result.json", "experiments/waits.yml",
			"workshop/README.md", "jmeter/closed-loop.jmx", "wire/src/test/java/ATests.java", "wire/target/classes/A",
			"wire/src/main/java/.A.java.swp" })
	void sourcesWhenAnotherFileChangedShouldBeEqual(String file) throws IOException {
		write("old", "wire/src/main/java/A.java", "a");
		String before = sources("old");
		write("old", file, "b");
		assertThat(sources("old")).isEqualTo(before);
	}

	@Test
	void harnessWhenThereIsNoRoomForEverythingShouldRefuseToPrepare() throws Exception {
		this.files = Jimfs.newFileSystem(Configuration.unix().toBuilder().setMaxSize(100_000_000).build());
		jdk("/usr/lib/jvm/temurin-25", "25.0.1");
		write("/lab", "pom.xml", "");
		write("/maven", "mvn", "");
		this.environment.put("PATH", "/maven");
		Bench bench = new Bench(this.files.getPath("/lab"), machine("Linux"), "bench");
		assertThatExceptionOfType(Bench.Refusal.class).isThrownBy(() -> bench.harness(List.of("prepare"), false))
			.withMessageMatching("everything built takes \\d+ MB, and \\d\\d MB are free in /lab; .*");
		assertThat(this.files.getPath("/lab/target")).doesNotExist();
	}

	@Test
	void jmeterWhenSystemIsWindowsShouldStartItsJava() throws Exception {
		this.files = Jimfs.newFileSystem(Configuration.windows());
		jdk("C:\\jdk-25", "25.0.1");
		this.environment.put("JAVA_HOME", "C:\\jdk-25");
		assertThat(new Bench(this.files.getPath("C:\\lab"), machine("Windows 11"), "jmeterw").jmeter(List.of("-n")))
			.startsWith("C:\\jdk-25\\bin\\java.exe")
			.contains("-Duser.language=en")
			.endsWith("C:\\lab\\jmeter\\target\\apache-jmeter\\bin\\ApacheJMeter.jar", "-n");
	}

	@Test
	void quoteShouldBeOneWordOfAShell() throws Exception {
		String word = "a 'b' $HOME \"c\" \\ *\nd";
		Process shell = new ProcessBuilder("sh", "-c", "printf %s " + Bench.quote(word)).start();
		assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(word);
	}

	private String sources(String root) {
		return new Bench(this.files.getPath(root), machine("Linux"), "bench").sources();
	}

	private void write(String root, String file, String text) throws IOException {
		Path path = this.files.getPath(root, file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, text);
	}

	private String find(String os, boolean window) {
		return new Bench(Path.of(""), machine(os), "bench").findJdk(Bench.OLDEST_FOR_HARNESS, window).home().toString();
	}

	private Bench.Machine machine(String os) {
		return new Bench.Machine(this.files, this.environment, os,
				os.startsWith("Windows") ? "C:\\Users\\me" : "/home/me");
	}

	private void jdk(String home, String version) throws IOException {
		Path folder = this.files.getPath(home);
		Files.createDirectories(folder.resolve("bin"));
		for (String java : List.of("java", "java.exe")) {
			Files.createFile(folder.resolve("bin").resolve(java));
		}
		Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
	}

}
