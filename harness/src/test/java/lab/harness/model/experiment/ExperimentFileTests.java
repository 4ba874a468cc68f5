package lab.harness.model.experiment;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link ExperimentFile}.
 */
class ExperimentFileTests {

	private static final Path SHIPPED = Path.of("../experiments");

	private static final String VALID = """
			question: How many?
			load: { users: 50, measure: 10s }
			variants:
			  webflux: { app: webflux }
			""";

	private static final String PROGRAM = """
			question: How many?
			program: lab.programs.pools.CpuPool
			axis: { threads: [1, 2, 4] }
			compare: tasksPerSecond
			effects: [{ metric: tasksPerSecond, of: { threads: 4 }, against: { threads: 1 }, at-least: 1.5, needs: 2 cores }]
			variants: { fixed-pool: {}, virtual-threads: { jvm: ["-Dparallelism=${threads}"] } }
			""";

	@TempDir
	private Path folder;

	static Stream<Path> shipped() throws IOException {
		try (Stream<Path> experiments = Files.list(Path.of("../experiments"));
				Stream<Path> workshop = Files.walk(Path.of("../workshop"))) {
			return Stream.concat(experiments, workshop.filter((file) -> !file.endsWith("lesson.yml")))
				.filter((file) -> file.toString().endsWith(ExperimentFile.EXTENSION))
				.filter((file) -> !file.startsWith("../workshop/my"))
				.toList()
				.stream();
		}
	}

	@ParameterizedTest
	@MethodSource("shipped")
	void readWhenShippedShouldSurviveItsWayThroughTheManifest(Path file) {
		Experiment experiment = ExperimentFile.read(file);
		assertThat(experiment.name()).isEqualTo(ExperimentFile.stem(file));
		assertThat(DataFile.mapper().readValue(DataFile.line(experiment), Experiment.class)).isEqualTo(experiment);
	}

	private Path write(String yaml) throws IOException {
		return Files.writeString(this.folder.resolve("experiment.yml"), yaml);
	}

	@Test
	void roundsShouldBeThoseOfTheFileOrOne() throws IOException {
		assertThat(new ExperimentFile(write(VALID)).rounds()).isEqualTo(1);
		assertThat(new ExperimentFile(write(VALID.replace("variants:", "rounds: 5\nvariants:"))).rounds()).isEqualTo(5);
		Path wrong = write(VALID.replace("variants:", "rounds: 0\nvariants:"));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> ExperimentFile.read(wrong))
			.withMessageContaining("experiment.yml:3: rounds: 0 is out of range; accepted: 1 to 100");
	}

	@Test
	void readWhenShippedComparisonShouldHoldThePublishedRun() {
		Experiment experiment = ExperimentFile.read(SHIPPED.resolve("comparison.yml"));
		assertThat(experiment.expect()).containsExactly(Expectation.AT_CEILING, Expectation.STEADY,
				Expectation.NO_ERRORS);
		assertThat(experiment.variants()).extracting(Variant::name)
			.containsExactly("tomcat-platform-200", "tomcat-platform-500", "tomcat-virtual", "webflux");
		assertThat(experiment.variants()).extracting(Variant::published)
			.containsExactly(Published.of(388), null, null, Published.of(964));
		assertThat(experiment.variants().get(1).service().properties()).containsEntry("server.tomcat.threads.max",
				"500");
		assertThat(experiment.variants()).allSatisfy((variant) -> {
			assertThat(variant.service().latency()).isEqualTo(DelayDistribution.parse("uniform 0ms..1000ms"));
			assertThat(variant.axis().points()).containsExactly(new Point("users", 500));
			Load load = variant.service().load();
			assertThat(load.ramp()).isEqualTo(Duration.ofSeconds(1));
			assertThat(load.measure()).isEqualTo(Duration.ofSeconds(60));
			assertThat(load.timeout()).isEqualTo(Duration.ofSeconds(10));
		});
	}

	@ParameterizedTest
	@MethodSource("shipped")
	void readWhenShippedShouldAskEndpointsThatTheAppsHave(Path file) {
		assertThatNoException().isThrownBy(() -> new ExperimentFile(file).checkEndpoints(ShippedEndpoints::of));
	}

	@Test
	void readWhenVariantSaysItsOwnShouldDifferOnlyThere() {
		Experiment experiment = read("""
				question: How many?
				axis: { users: [10, 20] }
				backend: { latency: fixed 40ms }
				load: { measure: 10s, warm-up: 0s }
				variants:
				  small: { app: webflux, jvm: [-Xmx32m, -Xss256k], jdk: 21, axis: { users: 5 }, load: { ramp: 2s } }
				  other: { app: tomcat-virtual, backend: { latency: fixed 5ms } }
				""");
		Variant small = experiment.variants().getFirst();
		assertThat(small.subject().jvm()).containsExactly("-Xmx32m", "-Xss256k");
		assertThat(small.service().jdk()).isEqualTo(21);
		assertThat(small.axis().points()).containsExactly(new Point("users", 5));
		assertThat(small.service().load().measure()).isEqualTo(Duration.ofSeconds(10));
		assertThat(small.service().load().ramp()).isEqualTo(Duration.ofSeconds(2));
		assertThat(small.service().latency().meanMillis()).isEqualTo(40);
		Variant other = experiment.variants().getLast();
		assertThat(other.axis().values()).containsExactly(10.0, 20.0);
		assertThat(other.at(new Point("users", 20)).service().load().users()).isEqualTo(20);
		assertThat(other.service().latency().meanMillis()).isEqualTo(5);
	}

	@Test
	void readWhenArrivalsAreOpenShouldHaveTheAxisOfTheirRate() {
		Variant variant = read(VALID.replace("users: 50", "rate: 200")).variants().getFirst();
		assertThat(variant.axis().points()).containsExactly(new Point("rate", 200));
		assertThat(variant.service().load().plan()).isEqualTo("open-arrivals");
	}

	@Test
	void readWhenClosedAndOpenLoadsAreComparedShouldHaveNoAxis() {
		Experiment experiment = read(VALID + "  open: { app: webflux, load: { rate: 200 } }\n");
		assertThat(experiment.variants()).extracting(Variant::axis).containsOnly(Axis.NONE);
		assertThat(experiment.variants()).extracting((variant) -> variant.at(Point.NONE).service().load().plan())
			.containsExactly("closed-loop", "open-arrivals");
	}

	@Test
	void readWhenAxisIsNoSettingOfTheLoadShouldTakeThePlaceOfItsName() {
		Variant variant = read(VALID.replace("{ app: webflux }",
				"{ app: tomcat-platform, properties: { server.tomcat.threads.max: \"${threads}\" } }")
				+ "axis: { threads: [100, 200] }\n")
			.variants()
			.getFirst();
		assertThat(variant.at(variant.axis().points().getLast()).service().properties())
			.containsEntry("server.tomcat.threads.max", "200");
	}

	@Test
	void readWhenAPathNamesTheAxisShouldAskAnotherAtEachPoint() {
		Variant variant = read(
				VALID.replace("{ app: webflux }", "{ app: webflux, load: { path: \"/sleep/${users}\" } }")
						+ "axis: { users: [100, 200] }\n")
			.variants()
			.getFirst();
		assertThat(variant.axis().points()).extracting((point) -> variant.at(point).service().load())
			.extracting(Load::users, (load) -> load.request().path().first())
			.containsExactly(tuple(100, "/sleep/100"), tuple(200, "/sleep/200"));
	}

	@Test
	void readWhenAnAxisIsAShareOfTheCapacityShouldHaveOpenArrivals() {
		Variant variant = read(
				VALID.replace("{ app: webflux }", "{ app: webflux, keep: true }") + "axis: { of-capacity: [30, 95] }\n")
			.variants()
			.getFirst();
		Run run = new Run(variant.at(variant.axis().points().getLast()), variant.axis().points().getLast(), 1, 42);
		Load load = run.arriving(380).variant().service().load();
		assertThat(load.rate()).isEqualTo(380);
		assertThat(load.closed().open()).isFalse();
		assertThat(load.closed().users()).isEqualTo(variant.service().load().users());
		assertThat(run.point().words()).isEqualTo("95 % of the capacity");
	}

	@Test
	void readWhenProgramShouldGiveItToEveryVariant() {
		Experiment experiment = read(PROGRAM);
		assertThat(experiment.ofServices()).isFalse();
		assertThat(experiment.compare()).isEqualTo(Compare.by(Metric.TASKS_PER_SECOND));
		assertThat(experiment.effects()).singleElement()
			.satisfies((effect) -> assertThat(effect.needs().cores()).isEqualTo(2));
		assertThat(experiment.variants()).allSatisfy((variant) -> assertThat(((Program) variant.subject()).program())
			.isEqualTo("lab.programs.pools.CpuPool"));
		Variant virtual = experiment.variants().getLast();
		assertThat(virtual.at(new Point("threads", 4)).subject().jvm()).containsExactly("-Dparallelism=4");
	}

	@Test
	void readWhenPairsAreNamedShouldCompareThoseAndWriteThemAgain() {
		Compare compare = read(PROGRAM.replace("compare: tasksPerSecond",
				"compare: { metric: tasksPerSecond, pairs: [[virtual-threads, fixed-pool]] }"))
			.compare();
		assertThat(compare)
			.isEqualTo(new Compare(Metric.TASKS_PER_SECOND, List.of(List.of("virtual-threads", "fixed-pool"))));
		assertThat(DataFile.mapper().writeValueAsString(compare))
			.isEqualTo("{\"metric\":\"tasksPerSecond\",\"pairs\":[[\"virtual-threads\",\"fixed-pool\"]]}");
		assertThat(DataFile.mapper().writeValueAsString(Compare.by(Metric.SECONDS))).isEqualTo("\"seconds\"");
		assertThat(compare.among(List.of("fixed-pool"))).isEqualTo(Compare.by(Metric.TASKS_PER_SECOND));
	}

	@Test
	void readWhenVariantHasItsOwnFaultsShouldTakeThose() {
		Experiment experiment = read("prediction: It falls.\nfaults: { at: 5s, for: 2s, kind: error, share: 0.3 }\n"
				+ VALID + "  own: { app: webflux, may-exit: true, faults: [{ at: 6s, kind: sigterm }] }\n");
		assertThat(experiment.about().prediction()).isEqualTo(new Prediction("It falls.", null));
		Service first = experiment.variants().getFirst().service();
		assertThat(first.faults()).containsExactly(
				new PlannedFault(PlannedFault.Kind.ERROR, Duration.ofSeconds(5), Duration.ofSeconds(2), 0.3, null));
		assertThat(first.mayExit()).isFalse();
		Service last = experiment.variants().getLast().service();
		assertThat(last.isTerminated()).isTrue();
		assertThat(last.mayExit()).isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					question: How many? | question: How many?\\nusers: 5        | 2: unknown key 'users'; accepted: question, group, source
					users: 50           | user: 50                              | 2: unknown key 'user'; accepted: path, method, headers, body, values, success, users, rate
					users: 50           | users: 0                              | 2: users: 0 is out of range; accepted: 1 to 20000
					users: 50           | users: -5                             | 2: users: -5 is out of range
					users: 50           | users: many                           | 2: users: 'many' is not a valid number
					users: 50           | users: 50, warm-up-users: 0           | 2: warm-up-users: 0 is out of range
					users: 50           | users: 50, warm-up-bursts: 0          | 2: warm-up-bursts: 0 is out of range
					users: 50           | users: 50, warm-up-bursts: 4          | 2: warm-up-bursts: 90s of warm-up do not make 4 bursts
					users: 50           | rate: 9000                            | 2: rate: 9000 arrivals a second that may each wait 10s need more than 20000 users
					question: How many? | question: How many?\\ncores: mine     | 2: cores: 'mine' is not known; accepted: shared, apart
					question: How many? | question: How many?\\ntogether: maybe | 2: together: 'maybe' is not known; accepted: false, true, auto
					question: How many? | question: How many?\\ntogether: true\\ncores: apart | 2: together: variants that run at the same time share nothing but the processors: dedicated cores
					question: How many? | question: How many?\\ntogether: auto\\nmay-exit: true | 2: together: variants that run at the same time share nothing but the processors: webflux has faults
					question: How many? | question: How many?\\ntogether: true\\nproperties: { a: "${postgresql}" } | 2: together: variants that run at the same time share nothing but the processors: webflux has a database
					measure: 10s        | path: /compute/5 }\\nexpect: [at-ceiling]\\nbackend: { latency: fixed 5ms | 3: expect: 'at-ceiling' cannot be promised of webflux on /compute/5: a request does not wait once
					measure: 10s        | measure: 10s, path: /asynchronous     | 2: path: the app has no endpoint '/asynchronous'; accepted: /, /guarded, /fan-out
					measure: 10s        | measure: 10s, warm-up-path: /here     | 2: warm-up-path: the app has no endpoint '/here'; accepted: /, /guarded, /fan-out
					measure: 10s        | rate: 5 }\\nexpect: [at-ceiling]\\nbackend: { latency: fixed 5ms | 3: expect: 'at-ceiling' cannot be promised of webflux: open arrivals
					app: webflux        | app: undertow                         | 4: app: 'undertow' is not known; accepted: tomcat-platform, tomcat-virtual, webflux, jetty, coroutines, r2dbc
					app: webflux        | jdk: 21                               | 4: 'app' is required; accepted: tomcat
					app: webflux        | app: webflux, ap: 1                  | 4: unknown key 'ap'; accepted: app
					app: webflux        | app: webflux, jvm: [Xmx32m]           | 4: jvm: invalid JVM flag 'Xmx32m'
					app: webflux        | app: webflux, jdk: 8                  | 4: jdk: 8 is out of range; accepted: 21 to 99
					app: webflux        | app: webflux, published: fast         | 4: published: 'fast' is not a valid number
					app: webflux        | app: webflux, published: 0            | 4: 'published' must be above 0
					app: webflux        | app: webflux, published: { 7: 5 }     | 4: published: '7' is no point of the axis
					app: webflux        | app: webflux, backend: { latency: 5 } | 4: latency: this value is of the wrong kind
					app: webflux        | app: webflux, app: webflux            | 4: the key 'app' is there twice
					app: webflux        | app: webflux, keep: true, axis: { size: [1, 2] }, jvm: ["-Dn=${size}"] | 4: keep: the axis size changes the service and not only its load; leave out keep
					app: webflux        | app: webflux, axis: { of-capacity: [50, 90] } | 4: keep: each JVM has a capacity of its own, so its shares are measured in the same JVM; write keep: true
					app: webflux        | app: webflux, keep: true, axis: { of-capacity: 50 } }\\n  b: { app: webflux, keep: true, axis: { of-capacity: 50 } }\\ntogether: true # | 6: together: the capacity of a variant can be measured only while no other runs
					measure: 10s        | measure: 10s, path: "/sleep/${rate}" | 2: path: '${rate}' stands for a column
					app: webflux        | app: webflux, keep: true, may-exit: true | 4: keep: open arrivals and faults leave requests behind for the next value
					app: webflux        | app: webflux, keep: true, histogram: true | 4: keep: memory only grows, so a histogram needs a JVM for each value
					app: webflux        | app: webflux }\\n  b: { app: webflux, keep: true }\\ntogether: true # | 1: keep: variants that run at the same time all keep their JVMs, or none does
					measure: 10s        | measure: 10                           | 2: measure: invalid duration '10'; write a number and a unit
					measure: 10s        | measure: 10s, think: soon             | 2: think: invalid duration 'soon'; write a number and a unit
					measure: 10s        | measure: 10s, rate: 5, think: 1s      | 2: think: open arrivals do not wait for users who think
					measure: 10s        | measure: 10s, think: 4s               | 2: measure: 10s is too short; with a ramp of 4s and users who think for 4s it must be 16s or more
					measure: 10s        | measure: 10 parsecs                   | 2: measure: invalid duration '10 parsecs'
					measure: 10s        | measure: 2s                           | 2: measure: 2s is too short; with a ramp of 1s it must be 5s or more
					measure: 10s        | measure: 10500ms                      | 2: measure: 10500ms is not accepted; JMeter takes whole seconds
					measure: 10s        | path: sleep                           | 2: path: invalid path 'sleep'
					measure: 10s        | path: /a b                            | 2: path: invalid path '/a b'
					measure: 10s        | path: {}                              | 2: path: write one path or more, such as /
					measure: 10s        | path: { /: 0 }                        | 2: path: the weight 0 of / is out of range; accepted: 1 to 1000
					measure: 10s        | path: { /: half }                     | 2: path: the weight of / must be a whole number, 1 to 1000, not 'half'
					measure: 10s        | path: { /: 1, /sleep: 1 }             | 2: path: the app has no endpoint '/sleep'
					measure: 10s        | path: { /: 1, /guarded: 1 } }\\nexpect: [at-ceiling]\\nbackend: { latency: fixed 5ms | 3: expect: 'at-ceiling' cannot be promised of webflux on /, /guarded: the requests of its paths wait
					measure: 10s        | method: FETCH                         | 2: method: 'FETCH' is not known; accepted: GET, HEAD, POST, PUT
					measure: 10s        | method: POST                          | 2: method: the endpoints of the app take GET only
					measure: 10s        | headers: { Accept Language: de }      | 2: headers: 'Accept Language' cannot name a header
					measure: 10s        | headers: { Accept: '' }               | 2: headers: the header Accept needs a value
					measure: 10s        | headers: { X: grün }                  | 2: headers: the header X needs a value in printable ASCII
					measure: 10s        | headers: { accept: a, Accept: b }     | 2: headers: a header is there twice
					measure: 10s        | headers: { Connection: close }        | 2: headers: JMeter sends 'Connection' itself
					measure: 10s        | body: '{}'                            | 2: body: a request with a body needs a method that sends it; accepted: POST, PUT, PATCH, DELETE
					measure: 10s        | body: '{}', method: GET               | 2: body: a request with a body needs a method
					measure: 10s        | body: '{}', method: POST              | 2: body: a body needs a header that says what it is, such as Content-Type
					measure: 10s        | body: { id: 5 }                       | 2: body: write the body as a text in quotes, or the file that holds it
					measure: 10s        | path: '/sleep/${millis}'              | 2: path: '${millis}' stands for a column, and there are none
					measure: 10s        | path: /sleep/${millis}                | 2: a comma or '}' is missing, or a value that holds '{' needs quotes
					measure: 10s        | headers: { X: '${' }                  | 2: headers: '${' stands for a column, and there are none
					measure: 10s        | values: ids.csv                       | 2: values: there is no file '
					measure: 10s        | headers: { A: b }, measure: 10s }\\nfaults: [{ at: 5s, for: 1s, kind: slow-clients, clients: 1 }]\\nbackend: { latency: fixed 5ms | 3: faults: slow clients send a GET of a single path
					measure: 10s        | timeout: 0s                           | 2: timeout
					  webflux: {        |   ../../etc: {                        | 4: '../../etc' cannot name a variant
					question: How many? | expect: [at-celing]\\nquestion: How?  | 1: 'at-celing' is not known; accepted: at-ceiling, steady, no-errors, none-lost, recovers, errors
					question: How many? | expect: [recovers]\\nquestion: How?   | 1: expect: 'recovers' cannot be promised of webflux: it has no fault that ends
					question: How many? | question:                             | 1: 'question' is missing
					question: How many? | expect: [steady]                      | 1: 'question' is missing
					question: How many? | question: How?\\naxis: { heap: [1, 2] } | 2: axis: axis heap moves nothing; write ${heap}
					question: How many? | question: How?\\naxis: { users: [] }  | 2: axis users needs one or more numbers
					question: How many? | question: How?\\naxis: { users: 0 }   | 2: users: 0 is out of range
					question: How many? | question: How?\\ncompare: speed       | 2: compare: 'speed' is not known; accepted: throughput
					""")
	void readWhenSomethingIsWrongShouldSayFileLineAndWhatIsRight(String valid, String wrong, String message) {
		String text = VALID.replace(valid, wrong.replace("\\n", "\n"));
		assertThat(text).isNotEqualTo(VALID);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(text))
			.withMessageContaining("test.yml:" + message)
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n"));
	}

	@Test
	void readWhenTheRequestHasFilesShouldFindThemBesideTheExperiment() throws IOException {
		Files.writeString(this.folder.resolve("order.json"), "{\"id\": ${id}}\n");
		Files.writeString(this.folder.resolve("ids.csv"), "\uFEFFid,name\n1,\"a\nb\"\n2,\n");
		Experiment experiment = read("""
				question: How many?
				load:
				  path:
				    /: 1
				    /sleep/${id}: 9
				  headers: { X-Name: "${id}" }
				  values: ./ids.csv
				variants:
				  all: { app: webflux }
				  one: { app: webflux, load: { path: "/sleep/${id}" } }
				""");
		Request all = experiment.variants().getFirst().service().load().request();
		assertThat(all.path().weights()).containsExactly(Map.entry("/", 1), Map.entry("/sleep/${id}", 9));
		assertThat(all.headers()).containsExactly(Map.entry("X-Name", "${id}"));
		CsvTable table = Objects.requireNonNull(all.table());
		assertThat(table.columns()).containsExactly("id", "name");
		assertThat(table.rows()).containsExactly(new CsvTable.Row(2, List.of("1", "a\nb")),
				new CsvTable.Row(4, List.of("2", "")));
		Request one = experiment.variants().getLast().service().load().request();
		assertThat(one).as("a variant replaces a key as a whole")
			.isEqualTo(new Request(Paths.of("/sleep/${id}"), Request.Method.GET, all.headers(), null, all.values()));
		assertThat(DataFile.mapper().readValue(DataFile.line(experiment), Experiment.class)).isEqualTo(experiment);
	}

	@Test
	void readWhenTheRequestHasABodyShouldSurviveItsWayThroughTheManifest() throws IOException {
		Path order = Files.writeString(this.folder.resolve("order.json"), "{\"id\": 1}\n");
		String yaml = """
				question: How many?
				load: { method: POST, headers: { Content-Type: application/json }, body: { file: order.json } }
				variants:
				  file: { app: webflux }
				  text: { app: webflux, load: { body: "{\\"a\\": 2}" } }
				""";
		Experiment experiment = ExperimentFile.read(Files.writeString(this.folder.resolve("post.yml"), yaml));
		assertThat(experiment.variants()).extracting((variant) -> variant.service().load().request().body())
			.containsExactly(new Body(null, order.toString()), Body.of("{\"a\": 2}"));
		assertThat(experiment.variants())
			.extracting((variant) -> Objects.requireNonNull(variant.service().load().request().body()).content())
			.containsExactly("{\"id\": 1}\n", "{\"a\": 2}");
		assertThat(DataFile.mapper().readValue(DataFile.line(experiment), Experiment.class)).isEqualTo(experiment);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					                      | headers: { X: '${id}' } | values: ids.csv is empty; its first line names the columns
					id                    | headers: { X: '${id}' } | values: ids.csv has no rows below the names of its columns
					17\\n18              | headers: { X: '${id}' } | values: '17' in the first line of ids.csv cannot name a column
					id;name\\n1;2        | headers: { X: '${id}' } | values: 'id;name' in the first line of ids.csv cannot name a column
					id,id\\n1,2          | headers: { X: '${id}' } | values: the first line of ids.csv names a column twice
					id\\n1\\n2,3        | headers: { X: '${id}' } | values: line 3 of ids.csv has 2 values for 1 columns
					id\\n1               | headers: { X: '${it}' } | headers: '${it}' is no column of ids.csv; accepted: ${id}
					id\\n1               | headers: { X: '${id' }  | headers: '${id' is no column of ids.csv; accepted: ${id}
					id\\n1               | path: '/sleep/${it}'    | path: '${it}' is no column of ids.csv; accepted: ${id}
					id\\n1\\na b         | path: '/sleep/${id}'    | path: line 3 of ids.csv has 'a b' for ${id}, which cannot be sent there; percent-encode it
					id\\n1\\nß           | headers: { X: '${id}' } | headers: line 3 of ids.csv has 'ß' for ${id}, which cannot be sent there; use printable ASCII
					id\\n1               | path: /                 | values: no request takes a value of ids.csv; write ${id} into path, headers or body
					""")
	void readWhenTheValuesAreWrongShouldSayFileLineAndWhatIsRight(@Nullable String csv, String key, String message)
			throws IOException {
		Files.writeString(this.folder.resolve("ids.csv"), (csv != null) ? csv.replace("\\n", "\n") : "");
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read(VALID.replace("load: { users: 50", "load: { values: ids.csv, " + key)))
			.satisfies((ex) -> assertThat(ex.getMessage().replace(this.folder + File.separator, ""))
				.startsWith("test.yml:2: " + message));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			file: order.json | there is no file 'order.json'
			file: latin.txt  | latin.txt is no text in UTF-8; save it as one
			file: zero.bin   | the body holds the character U+0000, which a plan of JMeter cannot hold; send a text
			""")
	void readWhenTheBodyCannotBeReadShouldSayWhy(String body, String message) throws IOException {
		Files.write(this.folder.resolve("latin.txt"), new byte[] { (byte) 0xe4 });
		Files.write(this.folder.resolve("zero.bin"), new byte[] { 0 });
		String load = "load: { method: PUT, headers: { Content-Type: text/plain }, body: { " + body + " }";
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read(VALID.replace("load: { users: 50", load)))
			.satisfies((ex) -> assertThat(ex.getMessage().replace(this.folder + File.separator, ""))
				.isEqualTo("test.yml:2: body: " + message));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{ at: 5s, for: 1s, kind: hangs }              | 1: kind: 'hangs' is not known; accepted: hang, error, reset
					{ at: 5s, kind: hang }                        | 1: 'for' is required and must be above 0
					{ at: 5s, for: 0s, kind: hang }               | 1: 'for' is required and must be above 0
					{ for: 1s, kind: hang }                       | 1: 'at' is required
					{ at: 5s, for: 1s }                           | 1: 'kind' is required; accepted: hang, error
					{ at: 5s, for: 1s, kind: hang, share: 1.5 }   | 1: share: '1.5' is out of range
					{ at: 5s, for: 1s, kind: outage, share: 0.5 } | 1: 'share' does not belong to a fault of kind outage
					{ at: 5s, for: 1s, kind: latency }            | 1: kind: 'latency' is not known; accepted: hang, error, reset
					{ at: 5s, for: 1s, kind: hang, to: fixed 1s } | 1: unknown key 'to'; accepted: kind, at, for, share, clients
					{ at: 5s, for: 1s, kind: sigterm }            | 1: 'for' does not belong to a fault of kind sigterm
					{ at: 5s, for: 1s, kind: slow-clients }       | 1: 'clients' is required
					{ at: 5s, for: 1s, kind: hang, kinds: 1 }     | 1: unknown key 'kinds'; accepted: kind, at, for
					{ at: 4s, for: 1s, kind: hang }               | 1: faults: hang at 4s is too early; 3 s to compare with are needed after ramp and settling, so at 5s or later
					{ at: 5s, for: 6s, kind: hang }               | 1: faults: hang would end after 11s, and the measured time is 10s
					{ at: 5s, for: 2s, kind: hang }, { at: 6s, for: 1s, kind: error } | 1: faults: error at 6s is too early; the fault before it must be over, so at 7s or later
					{ at: 5s, kind: sigterm }, { at: 6s, for: 1s, kind: error } | 1: faults: sigterm ends the app, so no fault can follow it
					""")
	void readWhenAFaultIsWrongShouldSayFileLineAndWhatIsRight(String faults, String message) {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read("faults: [" + faults + "]\n" + VALID))
			.withMessageContaining("test.yml:" + message);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					at-least: 1.5, needs: 2 cores | needs: 2 cores                | 5: 'at-least' or 'at-most'
					needs: 2 cores                | needs: a fast disk            | 5: needs: invalid need 'a fast disk'; write a number of cores: 2 cores
					question: How many?           | question: How?\\nload: { users: 5 } | 2: unknown key 'load'; accepted: program
					question: How many?           | question: How?\\nexpect: [steady] | 2: expect: 'steady' cannot be promised of fixed-pool: a program takes no requests
					of: { threads: 4 }            | of: { threads: 3 }            | 5: of: there is no such point; accepted: threads: 1, threads: 2, threads: 4
					of: { threads: 4 }            | of: { users: 4 }              | 5: of: there is no such point; accepted: threads: 1
					of: { threads: 4 }            | of: { variant: fixed }        | 5: of: there is no variant 'fixed'; accepted: fixed-pool, virtual-threads
					against: { threads: 1 }       | against: { variant: pool }    | 5: against: there is no variant 'pool'; accepted: fixed-pool
					against: { threads: 1 }       | against: { variant: fixed-pool } | 5: against: there are several points, and the other side names one; name one here too
					tasksPerSecond\\neffects     | tasks\\neffects                 | 4: compare: 'tasks' is not known; accepted: throughput
					tasksPerSecond\\neffects     | { pairs: [[fixed-pool, virtual]] }\\neffects | 4: compare: there is no variant 'virtual'; accepted: fixed-pool, virtual-threads
					tasksPerSecond\\neffects     | { pairs: [[fixed-pool]] }\\neffects | 4: pairs: [fixed-pool] is no pair; write the names of two variants: [a, b]
					tasksPerSecond\\neffects     | { pairs: [[a, b], [b, a]] }\\neffects | 4: pairs: a pair is named twice
					tasksPerSecond\\neffects     | { pair: [[a, b]] }\\neffects   | 4: unknown key 'pair'; accepted: metric, pairs
					question: How many?           | question: How?\\nkeep: true      | 2: keep: a program has a JVM for each value; leave out keep
					question: How many?           | question: How?\\nhistogram: true | 2: 'histogram' is for services; a program counts what it holds itself
					""")
	void readWhenAProgramIsWrongShouldSayFileLineAndWhatIsRight(String valid, String wrong, String message) {
		String text = PROGRAM.replace(valid.replace("\\n", "\n"), wrong.replace("\\n", "\n"));
		assertThat(text).isNotEqualTo(PROGRAM);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(text))
			.withMessageContaining("test.yml:" + message.split(": ", 2)[0] + ": ")
			.withMessageContaining(message.split(": ", 2)[1]);
	}

	@Test
	void readWhenNotYamlShouldSayWhere() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read("question: [a\nb: c"))
			.withMessageContaining("test.yml:2: ");
	}

	@Test
	void readWhenEmptyShouldSayWhatIsNeeded() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(""))
			.withMessageContaining("test.yml:1: the file needs at least 'question' and 'variants'");
	}

	@Test
	void readWhenNotTextShouldSaySo() throws IOException {
		Path file = this.folder.resolve("test.yml");
		Files.write(file, new byte[] { (byte) 0xff, (byte) 0xfe, 0, 1 });
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> ExperimentFile.read(file))
			.withMessageContaining("test.yml");
	}

	@Test
	void readWhenThereIsNoneOfThatNameShouldListThem() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> ExperimentFile.find(SHIPPED, "../comparison"))
			.withMessageContaining("no experiment '../comparison'")
			.withMessageContaining("comparison, compute");
	}

	private Experiment read(String yaml) {
		try {
			Path file = Files.writeString(this.folder.resolve("test.yml"), yaml, StandardCharsets.UTF_8);
			ExperimentFile read = new ExperimentFile(file);
			read.checkEndpoints(ShippedEndpoints::of);
			return read.experiment();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
