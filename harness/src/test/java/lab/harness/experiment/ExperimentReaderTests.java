package lab.harness.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExperimentReaderTests {

	private static final String SOUND = """
			question: How many?
			load: { users: 50, measure: 10s }
			variants:
			  webflux: { app: webflux }
			""";

	@TempDir
	private Path folder;

	@Test
	void readWhenShippedComparisonShouldHoldThePublishedRun() {
		Experiment experiment = new Experiments(Path.of("../experiments")).read("comparison");
		assertThat(experiment.source()).isEqualTo(Source.VT_ARTICLE);
		assertThat(experiment.expect()).containsExactly(Expectation.AT_CEILING, Expectation.STEADY,
				Expectation.NO_ERRORS);
		assertThat(experiment.variants()).extracting(Variant::name)
			.containsExactly("tomcat-platform-200", "tomcat-platform-500", "tomcat-virtual", "webflux");
		assertThat(experiment.variants()).extracting(Variant::published).containsExactly(388.0, null, null, 964.0);
		assertThat(experiment.variants().get(1).properties()).containsEntry("server.tomcat.threads.max", "500");
		assertThat(experiment.variants()).allSatisfy((variant) -> {
			assertThat(variant.latency()).isEqualTo(Latency.parse("uniform 0ms..1000ms"));
			assertThat(variant.load().users()).containsExactly(500);
			assertThat(variant.load().ramp()).isEqualTo(Duration.ofSeconds(1));
			assertThat(variant.load().measure()).isEqualTo(Duration.ofSeconds(60));
			assertThat(variant.load().timeout()).isEqualTo(Duration.ofSeconds(10));
		});
	}

	@Test
	void readWhenVariantSaysItsOwnShouldDifferOnlyThere() {
		Experiment experiment = read(
				"""
						question: How many?
						backend: { latency: fixed 40ms }
						load: { users: [10, 20], measure: 10s, warm-up: 0s }
						variants:
						  small: { app: webflux, jvm: [-Xmx32m, -Xss256k], jdk: 21, load: { users: 5 }, backend: { latency: fixed 5ms } }
						  other: { app: tomcat-virtual }
						""");
		Variant small = experiment.variants().getFirst();
		assertThat(small.jvm()).containsExactly("-Xmx32m", "-Xss256k");
		assertThat(small.jdk()).isEqualTo(21);
		assertThat(small.load().users()).containsExactly(5);
		assertThat(small.load().measure()).isEqualTo(Duration.ofSeconds(10));
		assertThat(small.latency().meanMillis()).isEqualTo(5);
		Variant other = experiment.variants().getLast();
		assertThat(other.load().users()).containsExactly(10, 20);
		assertThat(other.latency().meanMillis()).isEqualTo(40);
	}

	@Test
	void readWhenCoresAreApartShouldSayAndOtherwiseShareThem() {
		assertThat(read("cores: apart\n" + SOUND).cores()).isEqualTo(Cores.APART);
		assertThat(read(SOUND).cores()).isEqualTo(Cores.SHARED);
	}

	@Test
	void readWhenWarmUpHasUsersOfItsOwnShouldKeepThem() {
		assertThat(read(SOUND.replace("users: 50", "users: 50, warm-up-users: 7")).variants().getFirst().load())
			.satisfies((load) -> assertThat(load.warmUpUsers()).isEqualTo(7))
			.satisfies((load) -> assertThat(load.withUsers(List.of(3)).warmUpUsers()).isEqualTo(7));
	}

	@Test
	void readWhenShippedUsersShouldReachFromTenToTwoThousand() {
		Experiment experiment = new Experiments(Path.of("../experiments")).read("users");
		assertThat(experiment.variants()).hasSize(4)
			.allSatisfy((variant) -> assertThat(variant.load().users()).startsWith(10)
				.contains(200, 500, 1000)
				.endsWith(2000));
	}

	@Test
	void readWhenShippedFastBackendShouldSetEachModelAgainstTheSameDelays() {
		Experiment experiment = new Experiments(Path.of("../experiments")).read("fast-backend");
		assertThat(experiment.variants()).extracting((variant) -> variant.latency().text() + variant.load().users())
			.containsExactly("fixed 40ms[10, 60]", "fixed 40ms[10, 60]", "fixed 40ms[10, 60]", "fixed 5ms[2, 8]",
					"fixed 5ms[2, 8]", "fixed 5ms[2, 8]");
	}

	@Test
	void readWhenShippedComputeShouldHoldTheFiguresOfTheSource() {
		Experiment experiment = new Experiments(Path.of("../experiments")).read("compute");
		assertThat(experiment.source()).isEqualTo(Source.OAKS);
		assertThat(experiment.cores()).isEqualTo(Cores.APART);
		assertThat(experiment.variants()).extracting(Variant::published)
			.containsExactly(77.43, 75.93, 71.65, 69.34, 60.44, null, null, null);
		assertThat(experiment.variants()).allSatisfy((variant) -> {
			assertThat(Load.callsBackend(variant.load().path())).isFalse();
			assertThat(variant.load().users()).containsExactly(20);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					measure: 10s                   | rate: 5                                | 2: 'rate' does not go with plan closed-loop; say users, or plan: open-arrivals
					users: 50                      | plan: open-arrivals                    | 2: open-arrivals needs rate, such as 300
					users: 50                      | plan: open-arrivals, rate: 5, users: 5 | 2: 'users' does not go with plan open-arrivals; say rate
					users: 50                      | plan: open-arrivals, rate: 5, of-capacity: 2, capacity: 4 | 2: rate and of-capacity say the same
					users: 50                      | plan: open-arrivals, rate: 9000        | 2: rate: 9000 requests a second that may each wait 10s need more than 20000 users
					users: 50                      | plan: open-arrivals, of-capacity: 2    | 2: 'capacity' is missing in load
					users: 50                      | plan: open-arrivals, rate: 5, capacity: 4 | 2: capacity alone says no rate
					question: How many?            | question: How many?\\nusers: 5          | 2: unknown key 'users' in the experiment; accepted: question, prediction, source
					users: 50                      | user: 50                               | 2: unknown key 'user' in load; accepted: plan, path, users
					question: How many?            | question: How many?\\ncores: mine           | 2: cores: 'mine' is not known; accepted: shared, apart
					users: 50                      | users: 50, warm-up-users: 0            | 2: warm-up-users: '0' is no whole number from 1 to 20000
					measure: 10s                   | path: /compute/5 }\\nexpect: [at-ceiling]\\nbackend: { latency: fixed 5ms | 6: at-ceiling cannot be promised of /compute/5: it does not make one call
					app: webflux                   | app: jetty                             | 4: app: 'jetty' is not known; accepted: tomcat-platform, tomcat-virtual, webflux
					app: webflux                   | ap: webflux                            | 4: unknown key 'ap' in webflux; accepted: app
					users: 50                      | users: 0                               | 2: users: '0' is no whole number from 1 to 20000
					users: 50                      | users: -5                              | 2: users: '-5' is no whole number
					users: 50                      | users: many                            | 2: users: 'many' is no whole number
					users: 50                      | users: []                              | 2: 'users' is an empty list
					measure: 10s                   | measure: 10                            | 2: measure: '10' is no time
					measure: 10s                   | measure: 10 parsecs                    | 2: measure: '10 parsecs' is no time
					measure: 10s                   | measure: 2s                            | 2: measure: 2s is too short
					measure: 10s                   | measure: 10500ms                       | 2: measure: 10500ms will not do
					measure: 10s                   | plan: nonsense                         | 2: plan: 'nonsense' is not known; accepted: closed-loop, open-arrivals
					measure: 10s                   | path: sleep                            | 2: path: 'sleep' is no path
					measure: 10s                   | timeout: 0s                            | 2: timeout: it must be above 0
					  webflux: {                   |   ../../etc: {                         | 4: '../../etc' is no name for a variant
					app: webflux                   | app: webflux, jvm: [Xmx32m]            | 4: jvm: 'Xmx32m' is no JVM flag
					app: webflux                   | app: webflux, jdk: 8                   | 4: jdk: '8' is no whole number from 21
					app: webflux                   | app: webflux, published: fast          | 4: published: 'fast' is no number above 0
					app: webflux                   | app: webflux, backend: { latency: 5 }  | 4: latency: '5' is no latency
					app: webflux                   | app: webflux, app: webflux             | 4: key 'app' stands twice in webflux
					question: How many?            | expect: [at-celing]\\nquestion: How?   | 1: expect: 'at-celing' is not known; accepted: at-ceiling, steady, no-errors, none-lost, recovers
					question: How many?            | source: my-blog\\nquestion: How?       | 1: source: 'my-blog' is not known; accepted: vt-article
					question: How many?            | question:                              | 1: 'question' must have one value
					question: How many?            | expect: [steady]                       | 1: 'question' is missing in the experiment
					""")
	void readWhenSomethingIsWrongShouldSayFileLineAndWhatIsRight(String sound, String wrong, String message) {
		String text = SOUND.replace(sound, wrong.replace("\\n", "\n"));
		assertThat(text).isNotEqualTo(SOUND);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(text))
			.withMessageContaining("test.yml:" + message)
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{ at: 5s, for: 1s, kind: hangs }                | 1: kind: 'hangs' is not known; accepted: hang, error, reset
					{ at: 5s, kind: hang }                          | 1: 'for' is missing in faults
					{ at: 5s, for: 0s, kind: hang }                 | 1: for: it must be above 0
					{ at: 5s, for: 1s, kind: hang, share: 1.5 }     | 1: share: '1.5' is no share
					{ at: 5s, for: 1s, kind: outage, share: 0.5 }   | 1: 'share' does not go with kind outage
					{ at: 5s, for: 1s, kind: latency }              | 1: 'to' is missing in faults
					{ at: 5s, for: 1s, kind: hang, to: fixed 1s }   | 1: 'to' does not go with kind hang
					{ at: 5s, for: 1s, kind: sigterm }              | 1: 'for' does not go with kind sigterm
					{ at: 5s, for: 1s, kind: slow-clients }         | 1: 'clients' is missing in faults
					{ at: 5s, for: 1s, kinds: hang }                | 1: unknown key 'kinds' in faults; accepted: at, for, kind
					{ at: 4s, for: 1s, kind: hang }                 | 5: faults: hang at 4s is too early; there must be 3 s to compare with after ramp and settling, so at 5s or later
					{ at: 5s, for: 6s, kind: hang }                 | 5: faults: hang would end after 11s, and the measured time is 10s
					{ at: 5s, for: 2s, kind: hang }, { at: 6s, for: 1s, kind: error } | 5: faults: error at 6s is too early; the one before is not over, so at 7s or later
					{ at: 5s, kind: sigterm }, { at: 6s, for: 1s, kind: error } | 5: faults: sigterm ends the app, so nothing can follow it
					""")
	void readWhenAFaultIsWrongShouldSayFileLineAndWhatIsRight(String faults, String message) {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read("faults: [" + faults + "]\n" + SOUND))
			.withMessageContaining("test.yml:" + message);
	}

	@Test
	void readWhenVariantHasFaultsOfItsOwnShouldTakeThose() {
		Experiment experiment = read("prediction: It falls.\nfaults: { at: 5s, for: 2s, kind: error, share: 0.3 }\n"
				+ SOUND + "  own: { app: webflux, may-exit: true, faults: [{ at: 6s, kind: sigterm }] }\n");
		assertThat(experiment.prediction()).isEqualTo(new Prediction("It falls.", null));
		assertThat(experiment.variants().getFirst().faults()).containsExactly(
				new Fault(Fault.Kind.ERROR, Duration.ofSeconds(5), Duration.ofSeconds(2), 0.3, null, null));
		assertThat(experiment.variants().getFirst().mayExit()).isFalse();
		assertThat(experiment.variants().getLast().terminated()).isTrue();
		assertThat(experiment.variants().getLast().mayExit()).isTrue();
	}

	@Test
	void readWhenArrivalsAreOpenShouldMakeLoadPointsOfCapacity() {
		Load load = read(
				SOUND.replace("users: 50", "plan: open-arrivals, capacity: 400, of-capacity: [0.5, 3], timeout: 2s"))
			.variants()
			.getFirst()
			.load();
		assertThat(load.points()).containsExactly(200, 1200);
		// 1.25 x 1200 a second x 2 s, and 10.
		assertThat(load.users(1200)).isEqualTo(3010);
	}

	@Test
	void adjustWhenQuickLeavesNoTimeForAFaultShouldSaySo() {
		Experiment experiment = read("faults: { at: 30s, for: 20s, kind: hang }\n" + SOUND.replace("10s", "60s"));
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> new Adjustments(true, List.of(), null, null).apply(experiment))
			.withMessageContaining("hang would end after 50s, and the measured time is 17s");
	}

	@Test
	void readWhenNoYamlShouldSayWhere() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read("question: [a\nb: c"))
			.withMessageContaining("test.yml:2: no YAML");
	}

	@Test
	void readWhenEmptyShouldSayWhatIsNeeded() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(""))
			.withMessageContaining("the file is empty");
	}

	@Test
	void readWhenNotTextShouldSaySo() throws IOException {
		Path file = this.folder.resolve("test.yml");
		Files.write(file, new byte[] { (byte) 0xff, (byte) 0xfe, 0, 1 });
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> ExperimentReader.read(file))
			.withMessageContaining("no text in UTF-8");
	}

	private Experiment read(String yaml) {
		try {
			return ExperimentReader
				.read(Files.writeString(this.folder.resolve("test.yml"), yaml, StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
