package lab.harness.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import lab.wire.Endpoint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BenchCommandTests {

	@TempDir
	private Path root;

	private TypedCommand bench;

	@BeforeEach
	void addExperiment() throws IOException {
		this.bench = new TypedCommand(this.root);
		Files.createDirectories(this.root.resolve("experiments"));
		Files.writeString(this.root.resolve("experiments/small.yml"), """
				question: Is it small?
				load: { users: 5, measure: 10s }
				variants:
				  flux: { app: webflux }
				""");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					run nothing                      | no experiment 'nothing' in
					run ../small                     | no experiment '../small'
					run none.yml                     | there is no file 'none.yml'
					run small --users 0              | --users: 0 is out of range; accepted: 1 to 20000
					run small --users -3             | --users: -3 is out of range; accepted: 1 to 20000
					run small --rounds 0             | --rounds: 0 is out of range; accepted: 1 to 100
					run small --rounds many          | option '--rounds': 'many' is not an int
					run small --seed x               | option '--seed': 'x' is not an int
					run small --measure 60           | option '--measure': invalid duration '60'; write a number and a unit, such as 250ms
					run small --measure 1s           | --measure: 1s is too short; with a ramp of 1s it must be 5s or more
					run small --only jetty           | --only: small has no variant 'jetty'; accepted: flux
					run small --jdk /nowhere         | /nowhere
					run small --fast                 | Unknown option: '--fast'
					run                              | Missing required parameter: 'EXPERIMENT'
					explode                          | unknown command 'explode'; accepted: list, init, run
					report nowhere                   | nowhere is neither a result folder nor a JTL
					record nowhere                   | nowhere is not a result folder; name one such as results/comparison/latest
					report x.jtl --users 0           | --users: 0 is out of range; accepted: 1 to 1000000
					report x.jtl --ceiling a=0       | --ceiling: a=0 is no ceiling; write requests a second above 0
					report x.jtl --ceiling a=fast    | --ceiling: a=fast is no ceiling; write requests a second above 0
					report x.jtl --ceiling a=1/0ms   | --ceiling: a=1/0ms is no ceiling; write requests a second above 0
					""")
	void runWhenInputIsWrongShouldSayItInOneLineAndWriteNothing(String arguments, String message) throws IOException {
		assertThat(this.bench.run(arguments.split(" "))).isEqualTo(2);
		assertThat(this.bench.stderr().lines()).singleElement().asString().startsWith("bench: ").contains(message);
		assertThat(this.bench.stdout()).isEmpty();
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					url: http://192.0.2.1:8080                          | own.yml:2: url: 'http://192.0.2.1:8080' is not on this machine; if its host and
					url: http://127.0.0.1:1                             | service: nothing listens at http://127.0.0.1:1; start the service first
					jar: none.jar                                       | service: there is no jar
					jar: own.yml                                        | own.yml is no jar
					jar: a.jar, port: 1                                 | own.yml:2: unknown key 'port'; accepted: jar, command, url,
					""")
	void runWhenAServiceOfOnesOwnIsWrongShouldSayItInOneLineAndWriteNothing(String service, String message)
			throws IOException {
		addJars();
		Path file = this.root.resolve("own.yml");
		Files.writeString(file,
				"question: q\nservice: { " + service + " }\nload: { measure: 10s }\nvariants: { a: {} }\n");
		assertThat(this.bench.refusal("run", file.toString())).contains(message);
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenTheNetworkIsTrustedShouldAllowAnotherHost() throws IOException {
		addJars();
		Path file = this.root.resolve("own.yml");
		// No host has this name (RFC 6761).
		Files.writeString(file, "question: q\nservice: { url: \"http://orders.invalid:8080\" }\nvariants: { a: {} }\n");
		assertThat(this.bench.refusal("run", file.toString())).contains("--trusted-network");
		this.bench.forget();
		assertThat(this.bench.refusal("run", file.toString(), "--trusted-network"))
			.contains("nothing listens at http://orders.invalid:8080");
	}

	@Test
	void runWhenProcessorsCannotBeKeptAwakeShouldRefuseTheOption() throws IOException {
		addProgram();
		assertThat(this.bench.run("run", "hello", "--keep-awake")).isEqualTo(2);
		assertThat(this.bench.stderr()).startsWith("bench: --keep-awake: needs Linux").hasLineCount(1);
	}

	@Test
	void runWhenModulesAreNotBuiltShouldSayWhatToDo() {
		assertThat(this.bench.refusal("run", "small")).contains("webflux.jar");
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenTheAppHasNoSuchEndpointShouldSayWhereAndListThoseItHas() throws IOException {
		addJars();
		Path file = this.root.resolve("experiments/small.yml");
		Files.writeString(file, Files.readString(file).replace("users: 5", "path: /asynchronous, users: 5"));
		assertThat(this.bench.refusal("run", "small"))
			.contains("small.yml:2: path: the app has no endpoint '/asynchronous'; accepted: /, /guarded, ");
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenTheListOfEndpointsIsUnreadableShouldNameTheJar() throws IOException {
		addJars();
		addEndpoints("[{\"path\":\"/\",\"waitsFor\":\"backend\",\"limits\":[],\"computes\":false}]");
		assertThat(this.bench.refusal("run", "small")).contains("webflux.jar", "'calls' is missing");
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenNoArgumentShouldShowUsage() {
		assertThat(this.bench.run()).isEqualTo(2);
		assertThat(this.bench.stderr()).contains("Usage: bench").contains("run comparison");
	}

	@Test
	void listShouldShowGroupNameTimeAndQuestion() throws IOException {
		Files.writeString(this.root.resolve("experiments/pool.yml"),
				"question: How many?\ngroup: pools\nprogram: lab.P\ntakes: 45s\nvariants: { a: {}, b: {} }\n");
		assertThat(this.bench.run("list")).isZero();
		assertThat(this.bench.stdout().lines().toList()).satisfiesExactly((line) -> assertThat(line).isEqualTo("pools"),
				(line) -> assertThat(line).matches("  pool +1 to 3 min +How many\\? \\[no record\\]"),
				(line) -> assertThat(line).isEqualTo("other"),
				(line) -> assertThat(line).matches("  small .* Is it small\\? \\[no record\\]"));
	}

	@Test
	void listWhenAnExperimentIsBrokenShouldSayWhere() throws IOException {
		Files.writeString(this.root.resolve("experiments/broken.yml"),
				"question: What?\nlaod: {}\nvariants: { flux: { app: webflux } }\n");
		assertThat(this.bench.run("list")).isEqualTo(2);
		assertThat(this.bench.stderr()).contains("broken.yml:2: unknown key 'laod'");
	}

	@Test
	void helpShouldGoToStandardOutput() {
		assertThat(this.bench.run("run", "--help")).isZero();
		assertThat(this.bench.stdout()).contains("--rounds", "--quick", "--only", "--seed", "--jdk");
	}

	@Test
	void reportWhenJtlShouldAnalyseIt() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,grpThreads", ",500,mine,true,1");
		assertThat(this.bench.run("report", jtl.toString())).isZero();
		assertThat(this.bench.stdout()).contains("mine", "2.0", "obey Little's law");
	}

	/** One user and 500 ms: 2 a second. */
	@Test
	void reportWhenTheCeilingIsSlotsAndADelayShouldTakeTheLaw() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,grpThreads", ",500,mine,true,1");
		assertThat(this.bench.run("report", jtl.toString(), "--ceiling", "mine=1/500ms")).as(this.bench.stderr())
			.isZero();
		assertThat(this.bench.stdout()).contains("100.00 %");
	}

	@Test
	void reportWhenAnOptionOfJtlsMeetsAResultShouldRefuseIt() throws IOException {
		Path result = this.root.resolve("results/small/1");
		Files.createDirectories(result.resolve("raw"));
		for (List<String> option : List.of(List.of("--users", "5"), List.of("--ceiling", "mine=5"))) {
			assertThat(this.bench.run("report", result.toString(), option.getFirst(), option.getLast())).isEqualTo(2);
			assertThat(this.bench.stderr()).contains("bench: " + option.getFirst() + ": only a JTL needs it; " + result
					+ " is a result and knows its own, so leave it out");
		}
	}

	@Test
	void reportWhenJtlIsCutOffShouldAnalyseTheRestAndEndWithOne() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,grpThreads", ",500,mine,true,1");
		Files.writeString(jtl, "10500,50", StandardOpenOption.APPEND);
		assertThat(this.bench.run("report", jtl.toString())).isEqualTo(1);
		assertThat(this.bench.stdout()).contains("cut off");
	}

	@Test
	void reportWhenJtlShouldWriteThePageBesideIt() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,allThreads", ",500,<script>mine</script>,true,1");
		Path page = this.root.resolve("my.report.html");
		assertThat(this.bench.run("report", jtl.toString())).isZero();
		String first = Files.readString(page);
		assertThat(first).contains("&lt;script&gt;mine").doesNotContain("<script>mine");
		assertThat(this.bench.stderr()).contains("Written to " + page);
		assertThat(this.bench.run("report", jtl.toString())).isZero();
		assertThat(page).hasContent(first);
	}

	@Test
	void reportWhenUsersPauseShouldSayHowLongTheyWaited() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,grpThreads", ",45,mine,true,1");
		assertThat(this.bench.run("report", jtl.toString())).isZero();
		assertThat(this.bench.stdout()).contains("Served 2 req/s of mine. The samples obey Little's law: "
				+ "users waited for answers 9 % of the time and paused for the rest, which the law allows.");
	}

	@Test
	void reportWhenDashboardShouldAskForItsJtl() throws IOException {
		Files.writeString(this.root.resolve("statistics.json"), "{}");
		assertThat(this.bench.refusal("report", this.root.toString()))
			.contains("is a dashboard of JMeter; name the JTL that it was made from");
	}

	/** A file of which no throughput can be told has a page without one. */
	@Test
	void reportWhenFileHoldsTwoRunsShouldSayWhereToSplitItAndEndWithOne() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,grpThreads", ",500,mine,true,1");
		String rows = IntStream.rangeClosed(0, 20)
			.mapToObj((at) -> 3_600_000 + 500 * at + ",500,mine,true,1\n")
			.collect(Collectors.joining());
		Files.writeString(jtl, rows, StandardOpenOption.APPEND);
		assertThat(this.bench.run("report", jtl.toString())).isEqualTo(1);
		assertThat(this.bench.stdout()).contains("There is no throughput of mine: no request from");
	}

	@Test
	void reportWhenEveryRequestFailedShouldStillWriteThePage() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,responseCode,success,grpThreads", ",500,mine,503,false,1");
		assertThat(this.bench.run("report", jtl.toString())).isEqualTo(1);
		assertThat(this.root.resolve("my.report.html")).content().contains("no data", "status 503");
	}

	@Test
	void reportWhenFolderIsNoResultShouldSaySo() {
		assertThat(this.bench.run("report", this.root.toString())).isEqualTo(2);
		assertThat(this.bench.stderr()).contains("is not a result folder");
	}

	@Test
	void reportWhenManifestIsBrokenShouldSayWhere() throws IOException {
		Files.createDirectories(this.root.resolve("raw"));
		Files.writeString(this.root.resolve("raw/manifest.json"), "{ \"seed\": ");
		assertThat(this.bench.refusal("report", this.root.toString()))
			.contains("manifest.json:1: it ends in the middle of a value");
	}

	@Test
	void runWhenResultsCannotBeWrittenShouldSayWhereAndStartNothing() throws IOException {
		Files.writeString(this.root.resolve("results"), "a file where the folder should be");
		addProgram();
		assertThat(this.bench.refusal("run", "hello")).contains("results").contains("cannot be written");
	}

	@Test
	void listWhenTheHarnessHasABugShouldKeepTheTraceInTheBuildFolder() throws IOException {
		Path target = Files.createDirectories(this.root.resolve("target"));
		assertThat(this.bench.run(failing(), "list")).isEqualTo(1);
		assertThat(this.bench.stderr().lines()).singleElement()
			.asString()
			.startsWith("bench: this is a bug, please report it with " + target.resolve("bug-"))
			.endsWith(".log: java.lang.IllegalStateException: what?");
		assertThat(target).isDirectoryContaining("glob:**/bug-*.log");
	}

	@Test
	void runWhenTheHarnessHasABugShouldKeepTheTraceInTheFolderOfTheResult() throws IOException {
		addProgram();
		assertThat(this.bench.run(failing(), "run", "hello")).as(this.bench.stderr()).isEqualTo(1);
		assertThat(this.bench.stderr()).contains("bench: this is a bug, please report it with "
				+ this.root.resolve("results/hello/latest").toRealPath().resolve("bug-"));
	}

	/** A standard output with a bug. */
	private PrintStream failing() {
		return new PrintStream(OutputStream.nullOutputStream()) {
			@Override
			public void print(@Nullable String text) {
				throw new IllegalStateException("what?");
			}

			@Override
			public void println(@Nullable String text) {
				throw new IllegalStateException("what?");
			}
		};
	}

	@ParameterizedTest
	@CsvSource({ "0.25, false", "0.3521, true" })
	void busyWhenOtherProgramsAreAtWorkShouldSaySo(double share, boolean said) {
		assertThat(ExperimentRun.busyWarning(share).isPresent()).isEqualTo(said);
		assertThat(ExperimentRun.busyWarning(share).orElse("35 %")).startsWith("35 %");
	}

	/** An experiment that needs no port, which another program may hold. */
	private void addProgram() throws IOException {
		Files.writeString(this.root.resolve("experiments/hello.yml"),
				"question: Hello?\nprogram: Hello.java\nvariants: { a: {} }\n");
		Files.createFile(this.root.resolve("Hello.java"));
		Files.createDirectories(this.root.resolve("programs/target/lib"));
		Files.createFile(this.root.resolve("programs/target/programs.jar"));
	}

	private void addJars() throws IOException {
		for (String jar : List.of("slow-backend/target/slow-backend.jar", "webflux/target/webflux.jar",
				"jmeter/target/apache-jmeter/bin/ApacheJMeter.jar", "jmeter/closed-loop.jmx")) {
			Files.createDirectories(this.root.resolve(jar).resolveSibling(""));
			new ZipOutputStream(Files.newOutputStream(this.root.resolve(jar))).close();
		}
		addEndpoints(Files.readString(Path.of("../webflux/src/main/resources", Endpoint.FILE)));
	}

	private void addEndpoints(String list) throws IOException {
		try (ZipOutputStream zip = new ZipOutputStream(
				Files.newOutputStream(this.root.resolve("webflux/target/webflux.jar")))) {
			zip.putNextEntry(new ZipEntry("BOOT-INF/classes/" + Endpoint.FILE));
			zip.write(list.getBytes(StandardCharsets.UTF_8));
		}
	}

	/** Samples of one user for ten seconds. */
	private Path jtl(String header, String row) throws IOException {
		String rows = IntStream.rangeClosed(0, 20)
			.mapToObj((at) -> 500 * at + row + "\n")
			.collect(Collectors.joining());
		return Files.writeString(this.root.resolve("my.jtl"), header + "\n" + rows);
	}

}
