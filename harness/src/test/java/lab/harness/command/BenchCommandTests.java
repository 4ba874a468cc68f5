package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.DataFile;
import lab.harness.model.Result;
import lab.harness.model.Result.EarlierRounds;
import lab.harness.model.Result.Interval;
import lab.wire.Endpoint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

class BenchCommandTests {

	@TempDir
	private Path root;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	private int commits;

	@BeforeEach
	void addExperiment() throws IOException {
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
					run small --lesson               | --lesson: small has no lesson; these have one:
					run small --lesson --quick       | --lesson and --quick are two forms of an experiment; leave one out
					run small --users 0              | --users: 0 is out of range; accepted: 1 to 20000
					run small --users -3             | --users: -3 is out of range; accepted: 1 to 20000
					run small --rounds 0             | --rounds: 0 is out of range; accepted: 1 to 100
					run small --rounds many          | option '--rounds': 'many' is not an int
					run small --precision 2          | option '--precision': invalid precision '2'; write a percentage from 0.01% to 50%, such as 2%
					run small --precision 0%         | option '--precision': invalid precision '0%'; write a percentage from 0.01% to 50%, such as 2%
					run small --precision -2%        | option '--precision': invalid precision '-2%'; write a percentage from 0.01% to 50%, such as 2%
					run small --precision 51%        | option '--precision': invalid precision '51%'; write a percentage from 0.01% to 50%, such as 2%
					run small --precision 2% --rounds 7 | --precision decides the number of rounds; leave out --rounds, --quick and --lesson
					run small --precision 2% --quick | --precision decides the number of rounds; leave out --rounds, --quick and --lesson
					run small --precision 2% --lesson | --precision decides the number of rounds; leave out --rounds, --quick and --lesson
					run small --precision 2%         | --precision: small compares no variants
					run small --seed x               | option '--seed': 'x' is not an int
					run small --measure 60           | option '--measure': invalid duration '60'; write a number and a unit, such as 250ms
					run small --measure 1s           | --measure: 1s is too short; with a ramp of 1s it must be 5s or more
					run small --only jetty           | --only: small has no variant 'jetty'; accepted: flux
					run small --jdk /nowhere         | /nowhere
					run small --fast                 | Unknown option: '--fast'
					run                              | Missing required parameter: 'EXPERIMENT'
					explode                          | unknown command 'explode'; accepted: list, run
					report nowhere                   | nowhere is neither a result folder nor a JTL
					record nowhere                   | nowhere is not a result folder; name one such as results/comparison/latest
					report x.jtl --users 0           | --users: 0 is out of range; accepted: 1 to 1000000
					""")
	void runWhenInputIsWrongShouldSayItInOneLineAndWriteNothing(String arguments, String message) throws IOException {
		assertThat(run(arguments.split(" "))).isEqualTo(2);
		assertThat(stderr().lines()).singleElement().asString().startsWith("bench: ").contains(message);
		assertThat(this.out.toString(StandardCharsets.UTF_8)).isEmpty();
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenProcessorsCannotBeKeptAwakeShouldRefuseTheOption() throws IOException {
		addProgram();
		assertThat(run("run", "hello", "--keep-awake")).isEqualTo(2);
		assertThat(stderr()).startsWith("bench: --keep-awake: needs Linux").hasLineCount(1);
	}

	@Test
	void runWhenModulesAreNotBuiltShouldSayWhatToDo() {
		assertThat(refusal("run", "small")).contains("webflux.jar");
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenTheAppHasNoSuchEndpointShouldSayWhereAndListThoseItHas() throws IOException {
		addJars();
		Path file = this.root.resolve("experiments/small.yml");
		Files.writeString(file, Files.readString(file).replace("users: 5", "path: /asynchronous, users: 5"));
		assertThat(refusal("run", "small"))
			.contains("small.yml:2: path: the app has no endpoint '/asynchronous'; accepted: /, /guarded, ");
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenTheListOfEndpointsIsUnreadableShouldNameTheJar() throws IOException {
		addJars();
		addEndpoints("[{\"path\":\"/\",\"waitsFor\":\"backend\",\"limits\":[],\"computes\":false}]");
		assertThat(refusal("run", "small")).contains("webflux.jar", "'calls' is missing");
		assertThat(this.root.resolve("results")).doesNotExist();
	}

	@Test
	void runWhenNoArgumentShouldShowUsage() {
		assertThat(run()).isEqualTo(2);
		assertThat(stderr()).contains("Usage: bench").contains("run comparison");
	}

	@Test
	void listShouldShowGroupNameTimeAndQuestion() throws IOException {
		Files.writeString(this.root.resolve("experiments/pool.yml"),
				"question: How many?\ngroup: pools\nprogram: lab.P\ntakes: 45s\nvariants: { a: {}, b: {} }\n");
		assertThat(run("list")).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8).lines().toList()).satisfiesExactly(
				(line) -> assertThat(line).isEqualTo("pools"),
				(line) -> assertThat(line).matches("  pool +90 s +How many\\?|  pool +2 min +How many\\?"),
				(line) -> assertThat(line).isEqualTo("other"),
				(line) -> assertThat(line).matches("  small .* Is it small\\?"));
	}

	@Test
	void listWhenAnExperimentIsBrokenShouldSayWhere() throws IOException {
		Files.writeString(this.root.resolve("experiments/broken.yml"),
				"question: What?\nlaod: {}\nvariants: { flux: { app: webflux } }\n");
		assertThat(run("list")).isEqualTo(2);
		assertThat(stderr()).contains("broken.yml:2: unknown key 'laod'");
	}

	@Test
	void helpShouldGoToStandardOutput() {
		assertThat(run("run", "--help")).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).contains("--rounds", "--quick", "--only", "--seed",
				"--jdk");
	}

	@Test
	void reportWhenJtlShouldAnalyseIt() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,grpThreads", ",500,mine,true,1");
		assertThat(run("report", jtl.toString())).isZero();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).contains("mine", "2.0", "obey Little's law");
	}

	@Test
	void reportWhenJtlIsCutOffShouldAnalyseTheRestAndEndWithOne() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,grpThreads", ",500,mine,true,1");
		Files.writeString(jtl, "10500,50", StandardOpenOption.APPEND);
		assertThat(run("report", jtl.toString())).isEqualTo(1);
		assertThat(this.out.toString(StandardCharsets.UTF_8)).contains("cut off");
	}

	@Test
	void reportWhenJtlShouldWriteThePageBesideIt() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,success,allThreads", ",500,<script>mine</script>,true,1");
		Path page = this.root.resolve("my.report.html");
		assertThat(run("report", jtl.toString())).isZero();
		String first = Files.readString(page);
		assertThat(first).contains("&lt;script&gt;mine").doesNotContain("<script>mine");
		assertThat(stderr()).contains("Written to " + page);
		assertThat(run("report", jtl.toString())).isZero();
		assertThat(page).hasContent(first);
	}

	@Test
	void reportWhenEveryRequestFailedShouldStillWriteThePage() throws IOException {
		Path jtl = jtl("timeStamp,elapsed,label,responseCode,success,grpThreads", ",500,mine,503,false,1");
		assertThat(run("report", jtl.toString())).isEqualTo(1);
		assertThat(this.root.resolve("my.report.html")).content().contains("no data", "status 503");
	}

	@Test
	void recordWhenResultIsNotValidShouldRefuseIt() throws IOException {
		Files.createDirectories(this.root.resolve("raw"));
		RecordedEvidence.unzip("shutdown", this.root.resolve("raw"));
		Files.delete(this.root.resolve("raw/webflux-360-r1/load.jtl"));
		assertThat(refusal("record", this.root.toString())).contains("is not valid; only the result of a valid run");
		assertThat(this.root.resolve("docs")).doesNotExist();
	}

	@Test
	void recordWhenCommitIsInTheHistoryShouldCopyTheResult() throws Exception {
		String commit = commit();
		commit();
		Path result = result("a", commit, false);
		assertThat(run("record", result.toString())).as(stderr()).isZero();
		assertThat(this.root.resolve("docs/results/cpu-pool")).isDirectoryContaining("glob:**/result.json")
			.isDirectoryContaining("glob:**/report.md");
	}

	@Test
	void recordWhenTheTreeHadChangesShouldNameThemAndRecordNothing() throws Exception {
		String commit = commit();
		Path clean = result("a", commit, false);
		Path dirty = result("b", commit, true);
		assertThat(refusal("record", clean.toString(), dirty.toString()))
			.isEqualTo("bench: " + dirty + " was measured in a checkout with changes (pom.xml, bench); "
					+ "commit them and run the experiment again");
		assertThat(this.root.resolve("docs")).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { "0123456789ab", "unknown" })
	void recordWhenCommitIsNotInTheHistoryShouldRefuseIt(String elsewhere) throws Exception {
		commit();
		Path result = result("a", elsewhere, false);
		assertThat(refusal("record", result.toString()))
			.endsWith("commit " + elsewhere + ", which is not in the history of this checkout");
		assertThat(this.root.resolve("docs")).doesNotExist();
	}

	@Test
	void recordWhenCommitWasAmendedShouldRefuseIt() throws Exception {
		commit();
		String amended = commit();
		commit("--amend");
		assertThat(refusal("record", result("a", amended, false).toString())).contains(amended);
	}

	@Test
	void recordWhenRoundsAreAddedShouldHoldThoseOfBoth() throws Exception {
		String commit = commit();
		assertThat(run("record", result("a", commit, false).toString())).as(stderr()).isZero();
		Result one = record();
		Path later = result("b", commit, false, (manifest) -> manifest.put("startedAt", "2026-11-25T00:00:00Z"));
		assertThat(run("record", "--add", later.toString())).as(stderr()).isZero();
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
		assertThat(run("record", "--add", third.toString())).as(stderr()).isZero();
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
					/precision          | { \"wanted\": 0.02, \"firstRounds\": 5 } | none are added
					""")
	void recordWhenRoundsDoNotFitShouldRefuseToAddThem(String field, @Nullable String value, String reason)
			throws Exception {
		String commit = commit();
		assertThat(run("record", result("a", commit, false).toString())).as(stderr()).isZero();
		Result before = record();
		Path other = result("b", commit, false, (manifest) -> {
			if (value != null) {
				manifest.put("startedAt", "2026-11-25T00:00:00Z");
				int slash = field.lastIndexOf('/');
				((ObjectNode) manifest.at(field.substring(0, slash))).set(field.substring(slash + 1),
						DataFile.mapper().readTree(value));
			}
		});
		assertThat(refusal("record", "--add", other.toString())).contains(reason)
			.endsWith("; without --add it replaces the record");
		assertThat(record()).isEqualTo(before);
	}

	@Test
	void recordWhenTheExperimentChangedShouldRefuseToAddItsRounds() throws Exception {
		String commit = commit();
		assertThat(run("record", result("a", commit, false).toString())).as(stderr()).isZero();
		assertThat(record().runs()).isNotEmpty();
		Files.writeString(this.root.resolve("experiments/cpu-pool.yml"), "question: Another one?");
		git("add", "experiments");
		Path other = result("b", commit(), false, (manifest) -> manifest.put("startedAt", "2026-11-25T00:00:00Z"));
		assertThat(refusal("record", "--add", other.toString())).contains("another form of experiments/cpu-pool.yml");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			dirty  | true           | has a record that was measured in a checkout with changes
			commit | "0123456789ab" | has a record that was measured at commit 0123456789ab, which is not in the history
			""", quoteCharacter = '\'')
	void recordWhenNobodyCanCheckOutTheRecordedCodeShouldRefuseToAddRounds(String field, String value, String reason)
			throws Exception {
		String commit = commit();
		assertThat(run("record", result("a", commit, false).toString())).as(stderr()).isZero();
		Path file = this.root.resolve("docs/results/cpu-pool/result.json");
		ObjectNode recorded = (ObjectNode) DataFile.mapper().readTree(file);
		recorded.withObject("environment").set(field, DataFile.mapper().readTree(value));
		DataFile.write(file, recorded);
		assertThat(record().runs()).isNotEmpty();
		Path later = result("b", commit, false, (manifest) -> manifest.put("startedAt", "2026-11-25T00:00:00Z"));
		assertThat(refusal("record", "--add", later.toString())).contains(reason)
			.endsWith("; without --add it replaces the record");
	}

	/** The record, after which nothing is left of what was printed so far. */
	private Result record() {
		this.err.reset();
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

	@Test
	void reportWhenFolderIsNoResultShouldSaySo() {
		assertThat(run("report", this.root.toString())).isEqualTo(2);
		assertThat(stderr()).contains("is not a result folder");
	}

	@Test
	void reportWhenManifestIsBrokenShouldSayWhere() throws IOException {
		Files.createDirectories(this.root.resolve("raw"));
		Files.writeString(this.root.resolve("raw/manifest.json"), "{ \"seed\": ");
		assertThat(refusal("report", this.root.toString())).contains("manifest.json:1");
	}

	@Test
	void runWhenResultsCannotBeWrittenShouldSayWhereAndStartNothing() throws IOException {
		Files.writeString(this.root.resolve("results"), "a file where the folder should be");
		addProgram();
		assertThat(refusal("run", "hello")).contains("results").contains("cannot be written");
	}

	@Test
	void listWhenTheHarnessHasABugShouldKeepTheTraceInTheBuildFolder() throws IOException {
		Path target = Files.createDirectories(this.root.resolve("target"));
		assertThat(run(failing(), "list")).isEqualTo(1);
		assertThat(stderr().lines()).singleElement()
			.asString()
			.startsWith("bench: this is a bug, please report it with " + target.resolve("bug-"))
			.endsWith(".log: java.lang.IllegalStateException: what?");
		assertThat(target).isDirectoryContaining("glob:**/bug-*.log");
	}

	@Test
	void runWhenTheHarnessHasABugShouldKeepTheTraceInTheFolderOfTheResult() throws IOException {
		addProgram();
		assertThat(run(failing(), "run", "hello")).as(stderr()).isEqualTo(1);
		assertThat(stderr()).contains("bench: this is a bug, please report it with "
				+ this.root.resolve("results/hello/latest").toRealPath().resolve("bug-"));
	}

	/** A standard output with a bug. */
	private PrintStream failing() {
		return new PrintStream(this.out) {
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
		assertThat(RunCommand.busyWarning(share).isPresent()).isEqualTo(said);
		assertThat(RunCommand.busyWarning(share).orElse("35 %")).startsWith("35 %");
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

	private int run(String... arguments) {
		return run(new PrintStream(this.out, true, StandardCharsets.UTF_8), arguments);
	}

	private int run(PrintStream out, String... arguments) {
		return BenchCommand.run(arguments,
				new CommandContext(this.root, this.root.resolve("experiments"), this.root.resolve("results"), this.root,
						0, false, out, new PrintStream(this.err, true, StandardCharsets.UTF_8)));
	}

	/** The one line in which wrong input is refused. */
	private String refusal(String... arguments) {
		assertThat(run(arguments)).isEqualTo(2);
		assertThat(stderr()).hasLineCount(1);
		return stderr().strip();
	}

	/** Samples of one user for ten seconds. */
	private Path jtl(String header, String row) throws IOException {
		String rows = IntStream.rangeClosed(0, 20)
			.mapToObj((at) -> 500 * at + row + "\n")
			.collect(Collectors.joining());
		return Files.writeString(this.root.resolve("my.jtl"), header + "\n" + rows);
	}

	private String stderr() {
		return this.err.toString(StandardCharsets.UTF_8);
	}

}
