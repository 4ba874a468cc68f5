import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests {@code bench} and {@code jmeterw} in a temporary checkout with its own JDK and
 * Maven. The real Java runs the launcher; a fake one stands for the harness.
 */
@DisabledOnOs(OS.WINDOWS)
class ScriptTests {

	private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

	@TempDir
	private Path machine;

	private Path checkout;

	@BeforeEach
	void checkout() throws IOException {
		this.checkout = Files.createDirectory(this.machine.resolve("check out"));
		for (String script : List.of("bench", "jmeterw")) {
			Files.copy(PROJECT.resolve(script), this.checkout.resolve(script));
		}
		write("launcher/src/main/java/Bench.java",
				Files.readString(PROJECT.resolve("launcher/src/main/java/Bench.java")));
		Path classes = Files.createDirectories(this.checkout.resolve("launcher/target/classes"));
		try (Stream<Path> compiled = Files.list(PROJECT.resolve("launcher/target/classes"))) {
			for (Path file : compiled.toList()) {
				Files.copy(file, classes.resolve(file.getFileName()));
			}
		}
		write("pom.xml", "");
		write("experiments/waits.yml", "question: q\n");
		write("jmeter/pom.xml", "");
		jdk("25.0.1");
		for (String tool : List.of("cmp", "dirname", "mkdir", "sleep", "sh")) {
			executable("tools/" + tool, "exec /usr/bin/" + tool + " \"$@\"");
		}
	}

	@Test
	void benchWhenBuiltShouldPassOnArgumentsAndExitCode() throws Exception {
		built("bench", "list");
		assertThat(run("bench", "list", "a 'b'", "*")).startsWith("7 25.0.1 ")
			.contains("-Dbench.root=" + this.checkout + " ", "-Dbench.terminal=false ")
			.endsWith("harness.jar list a 'b' *\n");
	}

	@Test
	void benchWhenTheLauncherIsNotCompiledShouldRunItFromSource() throws Exception {
		built("bench", "list");
		Files.delete(this.checkout.resolve("launcher/target/classes/Bench.class"));
		assertThat(run("bench", "list")).startsWith("7 25.0.1 ").endsWith("harness.jar list\n");
	}

	@Test
	void benchWhenTheLauncherChangedShouldRunItFromSource() throws Exception {
		write("launcher/src/main/java/Bench.java",
				"class Bench { public static void main(String[] a) { System.out.println(\"sh -c 'exit 5'\"); } }");
		assertThat(run("bench", "list")).isEqualTo("5 ");
	}

	@Test
	void benchWhenMavenIsMissingShouldReportItInOneLine() throws Exception {
		assertThat(run("bench", "list")).isEqualTo("2 bench: mvn is not on the PATH; install Maven 3.8 or newer\n");
	}

	@Test
	void benchWhenNothingIsBuiltShouldBuildTheHarness() throws Exception {
		maven("");
		assertThat(run("bench", "list")).contains("bench: building launcher, wire, harness (");
		assertThat(Files.readString(this.machine.resolve("maven-was-called")))
			.contains("-pl launcher,wire,harness -am");
	}

	@Test
	void benchWhenExperimentNamesNoContenderShouldBuildNone() throws Exception {
		maven("");
		assertThat(run("bench", "run", "waits"))
			.contains("building launcher, wire, harness, programs, slow-backend, service-common, "
					+ "tomcat-platform, tomcat-virtual, webflux, jmeter (");
	}

	@Test
	void benchWhenALessonIsNamedShouldBuildTheServices() throws Exception {
		maven("");
		assertThat(run("bench", "lesson")).contains("building launcher, wire, harness (");
		assertThat(run("bench", "lesson", "1")).contains("building programs, slow-backend, service-common, ");
	}

	@Test
	void benchWhenExperimentNamesAContenderShouldBuildItToo() throws Exception {
		maven("");
		run("bench", "run", "waits");
		write("experiments/kotlin.yml", "question: q\napp: coroutines\n");
		assertThat(run("bench", "run", "--quick", "kotlin")).contains("bench: building coroutines (");
		assertThat(run("bench", "list")).doesNotContain("building");
	}

	@Test
	void benchWhenThePageIsAskedForShouldBuildTheServicesThatItStarts() throws Exception {
		maven("");
		assertThat(run("bench", "live")).contains("tomcat-platform, tomcat-virtual, webflux, jmeter (");
	}

	@Test
	void benchWhenThereIsNoSuchExperimentShouldLeaveTheMessageToTheHarness() throws Exception {
		maven("");
		assertThat(run("bench", "run", "y")).endsWith("harness.jar run y\n");
	}

	@Test
	void benchWhenASourceChangedShouldBuildOnce() throws Exception {
		maven("");
		run("bench", "list");
		write("programs/src/main/java/Counts.java", "");
		assertThat(run("bench", "list")).contains("bench: building launcher, wire, harness (");
		assertThat(run("bench", "list")).doesNotContain("building");
	}

	@Test
	void benchWhenTheCheckoutWasCopiedShouldNotBuild() throws Exception {
		maven("");
		write("wire/src/main/java/A.java", "");
		run("bench", "run", "waits");
		Path original = this.checkout;
		this.checkout = this.machine.resolve("copy");
		try (Stream<Path> files = Files.walk(original)) {
			for (Path file : files.toList()) {
				Path copy = Files.copy(file, this.checkout.resolve(original.relativize(file)));
				Files.setLastModifiedTime(copy, FileTime.from(Instant.now().plusSeconds(60)));
			}
		}
		executable("copy/jdk/bin/java", Files.readString(original.resolve("jdk/bin/java")));
		assertThat(run("bench", "run", "waits")).doesNotContain("building").contains("-Dbench.root=" + this.checkout);
		write("wire/src/main/java/A.java", "class A {}");
		assertThat(run("bench", "run", "waits")).contains("bench: building");
	}

	@ParameterizedTest
	@ValueSource(strings = { "harness.jar", "lib/wire.jar" })
	void benchWhenSomebodyElseBuiltAJarShouldBuildItAgain(String jar) throws Exception {
		maven("");
		run("bench", "run", "waits");
		write("harness/target/" + jar, "from other sources");
		assertThat(run("bench", "run", "waits")).contains("bench: building harness (");
		assertThat(run("bench", "run", "waits")).doesNotContain("building");
	}

	@Test
	void benchWhenAJarIsMissingShouldBuildIt() throws Exception {
		maven("");
		run("bench", "run", "waits");
		Files.delete(this.checkout.resolve("webflux/target/webflux.jar"));
		assertThat(run("bench", "run", "waits")).contains("bench: building webflux (");
	}

	@Test
	void benchWhenThereAreNoSourcesShouldStartWhatIsThere() throws Exception {
		Files.delete(this.checkout.resolve("pom.xml"));
		assertThat(run("bench", "list")).startsWith("7 25.0.1 ").endsWith("harness.jar list\n");
	}

	@Test
	void benchWhenAResourceWasDeletedShouldNotBuildItIntoTheJarAgain() throws Exception {
		maven("");
		write("service-common/target/classes/META-INF/spring.factories", "");
		run("bench", "run", "waits");
		assertThat(this.checkout.resolve("service-common/target/classes")).doesNotExist();
	}

	/**
	 * The harness tests start JMeter while Maven still needs the classes of the harness.
	 */
	@Test
	void jmeterwWhenNothingIsBuiltShouldLeaveTheClassesOfOtherModules() throws Exception {
		maven("");
		write("harness/target/classes/lab/Tested.class", "");
		assertThat(run("jmeterw", "-v")).contains("jmeterw: building jmeter (");
		assertThat(this.checkout.resolve("harness/target/classes/lab/Tested.class")).exists();
	}

	@Test
	void benchWhenTheBuildFailsShouldShowItsEnd() throws Exception {
		maven("echo no such symbol; exit 1");
		assertThat(run("bench", "list")).startsWith("2 ")
			.contains("no such symbol\nbench: the build failed; the lines above are the end of ");
	}

	@Test
	void benchWhenKilledShouldLeaveNothing() throws Exception {
		built("bench", "list");
		write("jdk/bin/java", "#!/bin/sh\n[ \"$1\" != -fullversion ] || exit 0\necho started\nexec sleep 300\n");
		Process process = start("bench", "list");
		assertThat(process.inputReader().readLine()).isEqualTo("started");
		// The script was replaced by the harness: a second process would receive no
		// signal.
		Awaitility.await().until(() -> process.info().command().orElse("").endsWith("sleep"));
		assertThat(process.descendants()).isEmpty();
		process.destroy();
		Awaitility.await().until(() -> !process.isAlive());
		assertThat(process.exitValue()).isEqualTo(143);
	}

	@Test
	void benchWhenThereIsNoJavaShouldReportWhatIsNeededInOneLine() throws Exception {
		String script = Files.readString(this.checkout.resolve("bench"));
		assertThat(script).contains("/usr/lib/jvm");
		Files.writeString(this.checkout.resolve("bench"), script.replace("/usr/lib/jvm", "/none"));
		ProcessBuilder builder = builder("bench", "list");
		builder.environment().remove("JAVA_HOME");
		builder.environment().put("PATH", this.machine.resolve("none").toString());
		builder.command().set(0, "/bin/sh");
		executable("none/dirname", "exec /usr/bin/dirname \"$@\"");
		assertThat(output(builder.start()))
			.isEqualTo("2 bench: no Java 17 or newer found; install a JDK (Temurin 25 is what we measure with) "
					+ "or set JAVA_HOME to it\n");
	}

	@Test
	void jmeterwWhenAssembledShouldPassOnArguments() throws Exception {
		built("jmeterw", "-v");
		assertThat(run("jmeterw", "-n", "-t", "a b.jmx")).startsWith("7 25.0.1 --sun-misc-unsafe-memory-access=allow ")
			.contains(" -Duser.language=en -Duser.region=EN -Xmx2g -Dx=y -jar ")
			.endsWith("ApacheJMeter.jar -n -t a b.jmx\n");
	}

	@Test
	void jmeterwWhenItOpensAWindowShouldSpeakTheLanguageOfTheSystem() throws Exception {
		built("jmeterw");
		assertThat(run("jmeterw")).doesNotContain("user.language");
	}

	/** Windows is not here to try them. */
	@Test
	void scriptsOfWindowsShouldAskForWhatTheOthersAskFor() throws IOException {
		String script = Files.readString(PROJECT.resolve("bench"));
		String windows = Files.readString(PROJECT.resolve("bench.cmd"));
		String asked = "no Java 17 or newer found; install a JDK (Temurin 25 is what we measure with) or set JAVA_HOME to it";
		assertThat(script).contains(asked);
		assertThat(windows.replace("^", "")).contains(asked);
		assertThat(windows).contains("GEQ 17");
		assertThat(Files.readString(PROJECT.resolve("jmeterw.cmd"))).contains("BENCH_PROGRAM=jmeterw",
				"bench.cmd\" %*");
	}

	@Test
	void jmeterwWhenASettingChangedShouldAssembleJMeter() throws Exception {
		maven("");
		run("jmeterw", "-v");
		write("jmeter/user.properties", "new");
		assertThat(run("jmeterw", "-v")).contains("jmeterw: building jmeter (").contains("ApacheJMeter.jar -v");
	}

	@Test
	void jmeterwWhenAnotherBuildsShouldWaitAndTakeWhatItMade() throws Exception {
		Path go = this.machine.resolve("go");
		maven("until [ -e " + go + " ]; do sleep 0.05; done");
		Process first = start("jmeterw", "-v");
		Awaitility.await().until(() -> Files.exists(this.machine.resolve("maven-was-called")));
		Process second = start("jmeterw", "-v");
		assertThat(second.inputReader().readLine())
			.isEqualTo("jmeterw: waiting for another bench or jmeterw that builds");
		Files.createFile(go);
		assertThat(output(first)).contains("jmeterw: building jmeter (");
		assertThat(output(second)).doesNotContain("building jmeter");
	}

	private void write(String file, String text) throws IOException {
		Path path = this.checkout.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, text);
	}

	/**
	 * Creates a JDK in JAVA_HOME. Its java prints version and arguments and exits with 7,
	 * but runs the launcher.
	 */
	private void jdk(String version) throws IOException {
		write("jdk/release", "JAVA_VERSION=\"" + version + "\"\n");
		write("jdk/bin/java", "#!/bin/sh\necho " + version + " \"$@\"\nexit 7\n");
		write("jdk/lib/libawt_xawt.so", "");
		assertThat(this.checkout.resolve("jdk/bin/java").toFile().setExecutable(true)).isTrue();
	}

	/** Builds what a command needs, after which there is no Maven. */
	private void built(String script, String... arguments) throws IOException, InterruptedException {
		maven("");
		run(script, arguments);
		Files.delete(this.machine.resolve("bin/mvn"));
	}

	/**
	 * Creates a Maven that makes the jars of the modules, after other commands.
	 */
	private void maven(String commands) throws IOException {
		executable("bin/mvn", "echo \"$@\" > " + this.machine.resolve("maven-was-called") + "\n" + commands + """

				while [ "$1" != -pl ]; do shift; done
				cd "${0%/*}/../$CHECKOUT"
				IFS=,
				for module in $2; do
					folder=$module/target
					[ $module != jmeter ] || folder=$folder/apache-jmeter/bin
					[ -d $folder ] || mkdir -p $folder
					[ $module != jmeter ] || module=ApacheJMeter
					echo built > $folder/$module.jar
				done
				""");
	}

	private void executable(String name, String commands) throws IOException {
		Path file = this.machine.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, "#!/bin/sh\n" + commands + "\n");
		assertThat(file.toFile().setExecutable(true)).isTrue();
	}

	private ProcessBuilder builder(String script, String... arguments) {
		ProcessBuilder builder = new ProcessBuilder("sh", this.checkout.resolve(script).toString());
		builder.command().addAll(List.of(arguments));
		Map<String, String> environment = builder.environment();
		environment.clear();
		environment.put("PATH", this.machine.resolve("bin") + ":" + System.getProperty("java.home")
				+ "/bin:/nothing-of-maven:" + this.machine.resolve("tools"));
		environment.put("JAVA_HOME", this.checkout.resolve("jdk").toString());
		environment.put("HOME", this.machine.toString());
		environment.put("CHECKOUT", this.checkout.getFileName().toString());
		environment.put("HEAP", "-Xmx2g");
		environment.put("JVM_ARGS", "-Dx=y");
		return builder.redirectErrorStream(true);
	}

	private Process start(String script, String... arguments) throws IOException {
		return builder(script, arguments).start();
	}

	/** Runs a script, and returns its exit code and output. */
	private String run(String script, String... arguments) throws IOException, InterruptedException {
		return output(start(script, arguments));
	}

	private static String output(Process process) throws IOException, InterruptedException {
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return process.waitFor() + " " + output;
	}

}
