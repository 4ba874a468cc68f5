package lab.harness.run;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.Request;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.ServiceUrl;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Gauge;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.Ports;
import lab.wire.Limit;
import lab.wire.WaitsFor;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class OwnSystemTests {

	@TempDir
	private Path folder;

	private FakeProject project;

	@BeforeEach
	void makeProject() throws IOException {
		this.project = FakeProject.make(this.folder.resolve("project"));
	}

	@Test
	void startShouldReadTheLimitsFromTheMetersAndTheCountersFromTheJvm() throws InterruptedException {
		try (RunningSystem system = start(service(command(), "/", null))) {
			assertThat(system.backend()).isNull();
			// A meter of -1 means that virtual threads are no limit.
			assertThat(system.knowledge().terms().limits()).containsEntry(Limit.REQUEST_THREADS, null)
				.containsEntry(Limit.DATABASE_CONNECTIONS, 10);
			assertThat(system.knowledge().terms().endpoints()).singleElement()
				.satisfies((endpoint) -> assertThat(endpoint.waitsFor()).isEqualTo(WaitsFor.NOTHING));
			assertThat(system.knowledge().terms().jvm().jdk()).isEqualTo(System.getProperty("java.version"));
			assertThat(system.ledger().jvm().heapUsedBytes()).isPositive();
			assertThat(system.ledger().requests().received()).isZero();
		}
		assertThat(Ports.isFree(this.project.appPort())).isTrue();
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void closeWhenAScriptStartedTheServiceShouldStopBoth() throws InterruptedException {
		// With a second command the shell stays, and the JVM is its child.
		String script = String.join(" ", words().stream().map((word) -> "'" + word + "'").toList()) + "; true";
		OwnService own = new OwnService(null, List.of("sh", "-c", script), null, "/health", OwnService.READY_WITHIN,
				null, null, List.of(), null);
		Service.Backend backend = new Service.Backend(DelayDistribution.parse("fixed 5ms"));
		try (RunningSystem system = start(service(own, "/", backend))) {
			assertThat(system.app().process().descendants()).extracting(ProcessHandle::pid)
				.contains(system.app().process().kernel().pid());
			assertThat(system.ledger().jvm().heapUsedBytes()).isPositive();
		}
		assertThat(Ports.isFree(this.project.appPort())).isTrue();
		assertThat(Ports.isFree(this.project.backendPort())).isTrue();
	}

	@Test
	void startWhenTheJvmOnlyInterpretsShouldCountNoCompilation() throws InterruptedException {
		List<String> words = new ArrayList<>(words());
		words.add(1, "-Xint");
		OwnService own = new OwnService(null, words, null, "/health", OwnService.READY_WITHIN, null, null, List.of(),
				null);
		try (RunningSystem system = start(service(own, "/", null))) {
			assertThat(system.ledger().jvm().heapUsedBytes()).isPositive();
			assertThat(system.ledger().jvm().compileMillis()).isZero();
		}
	}

	@Test
	void startWhenTheFileGivesSlotsShouldTakeThemInsteadOfTheMeter() throws InterruptedException {
		OwnService own = new OwnService(null, words(), null, "/health", OwnService.READY_WITHIN, "7", null, List.of(),
				null);
		try (RunningSystem system = start(service(own, "/", null))) {
			assertThat(system.knowledge().terms().limits()).containsEntry(Limit.REQUEST_THREADS, 7);
			assertThat(system.knowledge().terms().endpoints().getFirst().limits())
				.containsExactly(Limit.REQUEST_THREADS);
		}
	}

	@Test
	void gaugesShouldBeThoseOfActuatorAndLeaveOutWhatIsMissing() throws IOException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		Gauges gauges = new Gauges(
				new Meters(URI.create("http://127.0.0.1:" + this.project.appPort() + "/actuator"), null));
		// Tomcat counts no virtual threads, and there is no meter of those who wait.
		assertThat(gauges.read()).isEqualTo(Map.of(Gauge.IN_FLIGHT, 3.0, Gauge.POOL_USED, 4.0));
		server.stop(0);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(gauges::read);
	}

	@Test
	void startWhenEachPathAnswersWithAPageShouldSeeNoActuator() throws IOException, InterruptedException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), true);
		try (RunningSystem system = start(service(url(null), "/", null))) {
			assertThat(system.knowledge().terms().limits()).isEmpty();
			assertThat(system.counters().gauges()).isEmpty();
		}
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> start(service(url("/actuator/health"), "/", null)))
			.withMessageContaining("/actuator/metrics is no Actuator that shows its meters (status 200)");
		server.stop(0);
	}

	@Test
	void startWhenThereAreValuesShouldSendTheFirstRow() throws IOException, InterruptedException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		Path values = Files.writeString(this.folder.resolve("ids.csv"), "id\n7\n8\n");
		Request request = new Request(new Paths(Map.of("/orders/${id}", 1)), Request.Method.GET, Map.of(), null,
				values.toString());
		try (RunningSystem system = start(service(url(null), request))) {
			assertThat(system.knowledge().terms().endpoints()).singleElement()
				.satisfies((endpoint) -> assertThat(endpoint.path()).isEqualTo("/orders/${id}"));
		}
		server.stop(0);
	}

	@Test
	void startWhenTheFirstRequestHasAnErrorOfTheServiceShouldLeaveItToTheRun()
			throws IOException, InterruptedException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		try (RunningSystem system = start(service(url(null), "/broken", null))) {
			assertThat(system.knowledge().terms().endpoints()).hasSize(1);
		}
		server.stop(0);
	}

	@Test
	void startWhenThereIsABackendShouldCountTheCallsOfTheFirstRequest() throws InterruptedException {
		Service.Backend backend = new Service.Backend(DelayDistribution.parse("fixed 5ms"));
		try (RunningSystem system = start(service(command(), "/", backend))) {
			// The fake service does not call it.
			assertThat(system.knowledge().terms().endpoints()).singleElement()
				.satisfies((endpoint) -> assertThat(endpoint.waitsFor()).isEqualTo(WaitsFor.NOTHING));
			assertThat(system.processes(false)).hasSize(2);
		}
	}

	@Test
	void startWhenTheFirstRequestIsNotFoundShouldSaySoAndLeaveNothing() {
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> start(service(command(), "/none", null)))
			.withMessage("the first request failed: GET http://127.0.0.1:" + this.project.appPort()
					+ "/none answered 404; check the path of the load");
		assertThat(Ports.isFree(this.project.appPort())).isTrue();
	}

	@Test
	void startWhenTheFirstRequestIsRedirectedShouldSayWhereTo() throws IOException, InterruptedException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		Request request = new Request(Paths.of("/moved"), Request.Method.GET, Map.of(), null, null);
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> start(service(url(null), request)))
			.withMessage("the first request failed: GET http://127.0.0.1:" + this.project.appPort()
					+ "/moved answered 302 (to /login), and a redirect is not followed; check path and login of the "
					+ "load, or write 'success: 302' into it");
		Request expected = new Request(Paths.of("/moved"), Request.Method.GET, Map.of(), null, null, List.of(302));
		try (RunningSystem system = start(service(url(null), expected))) {
			assertThat(system.knowledge().terms().endpoints()).hasSize(1);
		}
		Request other = new Request(Paths.of("/"), Request.Method.GET, Map.of(), null, null, List.of(302));
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> start(service(url(null), other)))
			.withMessageEndingWith("/ answered 200, which 'success' of the load does not name");
		server.stop(0);
	}

	/** The login of the URL, or the header of the load. */
	@Test
	void startWhenAllWantALoginShouldSendItToActuatorToo() throws IOException, InterruptedException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false, "Basic bWU6c2VjcmV0");
		String address = "127.0.0.1:" + this.project.appPort();
		OwnService login = new OwnService(null, List.of(), ServiceUrl.of("http://me:secret@" + address), null,
				OwnService.READY_WITHIN, null, null, List.of(), null);
		try (RunningSystem system = start(service(login, "/", null))) {
			assertThat(system.knowledge().terms().limits()).containsKey(Limit.REQUEST_THREADS);
			assertThat(DataFile.line(system.knowledge())).doesNotContain("secret", "bWU6c2VjcmV0");
		}
		Request header = new Request(Paths.of("/"), Request.Method.GET, Map.of("authorization", "Basic bWU6c2VjcmV0"),
				null, null);
		try (RunningSystem system = start(service(url(null), header))) {
			assertThat(system.knowledge().terms().limits()).containsKey(Limit.REQUEST_THREADS);
		}
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> start(service(url(null), "/", null)))
			.withMessage("the first request failed: GET http://" + address
					+ "/ answered 401; check login, path, method, headers and body of the load");
		server.stop(0);
	}

	@Test
	void startWhenActuatorWantsALoginShouldSayWhyTheSlotsAreNotKnown() throws IOException, InterruptedException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false, "Basic bWU6c2VjcmV0");
		try (RunningSystem system = start(service(url(null), "/orders/7", null))) {
			assertThat(system.knowledge().slots().whyMissing())
				.isEqualTo("the slots of the service are not known: its Actuator wants a login (GET http://127.0.0.1:"
						+ this.project.appPort() + "/actuator/metrics answered 401); give 'slots'");
		}
		server.stop(0);
	}

	@Test
	void startWhenTheServiceUsesTlsShouldMeasureItByItsUrlAlone() throws Exception {
		HttpServer server = FakeOwnService.startTls(this.project.appPort(), this.folder);
		OwnService own = new OwnService(null, List.of(), ServiceUrl.of("https://127.0.0.1:" + this.project.appPort()),
				"/health", OwnService.READY_WITHIN, null, null, List.of(), null);
		try (RunningSystem system = start(service(own, "/orders/7", null))) {
			assertThat(system.knowledge().terms().limits()).containsKey(Limit.REQUEST_THREADS);
		}
		server.stop(0);
		List<String> words = new ArrayList<>(words());
		words.addAll(List.of("tls", this.folder.toString()));
		OwnService started = new OwnService(null, words, null, null, OwnService.READY_WITHIN, null, null, List.of(),
				null);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(started, "/", null)))
			.withMessage("the service answers by HTTPS alone; start it yourself and write url: "
					+ "https://127.0.0.1:PORT in its place");
		assertThat(Ports.isFree(this.project.appPort())).isTrue();
	}

	@Test
	void startWhenACommandNamesJavaShouldStartThatOfTheJdk() throws InterruptedException {
		List<String> words = new ArrayList<>(words());
		words.set(0, "${java}");
		OwnService own = new OwnService(null, words, null, "/health", OwnService.READY_WITHIN, null, null, List.of(),
				null);
		try (RunningSystem system = start(service(own, "/", null))) {
			assertThat(system.app().process().command().getFirst()).isEqualTo(Jdk.current().java().toString());
		}
	}

	@Test
	void startWhenItDiesShouldShowItsLog() {
		OwnService dies = new OwnService(null, words(), null, null, OwnService.READY_WITHIN, null, null,
				List.of("dies"), null);
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> start(service(dies, "/", null)))
			.withMessageStartingWith("the service ended with exit code 3")
			.satisfies((ex) -> assertThat(ex.failure().log()).contains("the service starts"));
	}

	@Test
	void startWhenItIsNotReadyInTimeShouldNameTheKey() {
		OwnService never = new OwnService(null, words(), null, "/none", Duration.ofMillis(500), null, null, List.of(),
				null);
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> start(service(never, "/", null)))
			.withMessageStartingWith("the service was not ready within 500ms (ready-within): GET /none ");
		assertThat(Ports.isFree(this.project.appPort())).isTrue();
	}

	@Test
	void startWhenTheProgramIsMissingShouldSaySo() {
		OwnService none = new OwnService(null, List.of("./none", "${port}"), null, null, OwnService.READY_WITHIN, null,
				null, List.of(), null);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(none, "/", null)))
			.withMessageStartingWith("the service cannot be started: ")
			.withMessageContaining("./none");
	}

	@Test
	void requireStartableWhenThePortIsInUseShouldNameTheProcess() throws IOException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(command(), "/", null)))
			.withMessageStartingWith("port " + this.project.appPort() + " is in use by ")
			.withMessageContaining("(pid " + ProcessHandle.current().pid() + "); the service needs it");
		server.stop(0);
	}

	@Test
	void startWhenItRunsAlreadyShouldFindItsProcessAndNotStopIt() throws IOException, InterruptedException {
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		try (RunningSystem system = start(service(url(null), "/", null))) {
			assertThat(system.app().process().kernel().pid()).isEqualTo(ProcessHandle.current().pid());
			assertThat(system.app().process().kernel().process()).isPresent();
		}
		assertThat(Ports.isFree(this.project.appPort())).isFalse();
		server.stop(0);
	}

	@Test
	void requireStartableWhenNothingListensShouldSaySo() {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(url(null), "/", null)))
			.withMessage("service: nothing listens at http://127.0.0.1:" + this.project.appPort()
					+ "; start the service first");
	}

	@Test
	void requireStartableWhenJarIsNoneShouldSayWhy() throws IOException {
		Path none = Files.writeString(this.folder.resolve("none.jar"), "text");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(jar(none), "/", null)))
			.withMessageStartingWith("service: " + none + " is no jar: ")
			.withMessageEndingWith("; name the jar that the build makes, such as target/orders.jar");
		Path missing = this.folder.resolve("missing.jar");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(jar(missing), "/", null)))
			.withMessage("service: there is no jar " + missing + "; build it first");
		Path library = bootJar("library.jar", null);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(jar(library), "/", null)))
			.withMessageContaining("its manifest names no Main-Class");
	}

	@Test
	void requireStartableWhenPropertiesAreForNoSpringBootShouldRefuseThem() throws IOException {
		Path plain = FakeProject.jar(this.folder.resolve("plain.jar"), FakeOwnService.class);
		Service service = new Service(jar(plain), Map.of("a", "1"), null, load(Request.get("/")), List.of(), false,
				List.of(), null);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service))
			.withMessageContaining("is no jar of Spring Boot");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> start(service(jar(plain), "/", null)))
			.withMessageEndingWith("write ${port} where it takes its port, which the harness chooses");
	}

	@Test
	void requireStartableWhenAJvmFlagHasThePortShouldTakeIt() throws IOException {
		Path plain = FakeProject.jar(this.folder.resolve("plain.jar"), FakeOwnService.class);
		OwnService own = jar(plain);
		Service service = new Service(own, Map.of(), null, load(Request.get("/")), List.of(), false,
				List.of("-Dport=${port}"), null);
		assertThatNoException().isThrownBy(this.project.system(service)::requireStartable);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					--server.port=1               | | arguments: the harness chooses the port; leave out --server.port, or write --server.port=${port}
					--management.server.port=1    | | arguments: the harness chooses the port; leave out --management.server.port, or write --management.server.port=${management}
					--a=1        | server.port            | properties: the harness chooses the port; leave out server.port, or write server.port: ${port}
					--a=1        | management.server.port | properties: the harness chooses the port; leave out management.server.port, or write management.server.port: ${management}
					--server.port=${port} | |
					--server.port=FIXED   | |
					""")
	void requireStartableShouldRefuseAPortThatTheHarnessDoesNotUse(String argument, @Nullable String property,
			@Nullable String message) throws IOException {
		Path jar = bootJar("orders.jar", "org.springframework.boot.loader.launch.JarLauncher");
		String fixed = String.valueOf(this.project.appPort());
		OwnService own = new OwnService(jar.toString(), List.of(), null, null, OwnService.READY_WITHIN, null, null,
				List.of(argument.replace("FIXED", fixed)), null);
		Service service = new Service(own, (property != null) ? Map.of(property, "1") : Map.of(), null,
				load(Request.get("/")), List.of(), false, List.of(), null);
		TestedSystem system = this.project.system(service);
		if (message == null) {
			assertThatNoException().isThrownBy(system::requireStartableApp);
		}
		else {
			assertThatExceptionOfType(InvalidInputException.class).isThrownBy(system::requireStartableApp)
				.withMessage(message);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 7000, 8000, 9000 })
	void requireStartableWhenTheFixedPortIsOneOfTheBackendShouldRefuseIt(int port) throws IOException {
		Path jar = bootJar("orders.jar", "org.springframework.boot.loader.launch.JarLauncher");
		OwnService own = new OwnService(jar.toString(), List.of(), null, null, OwnService.READY_WITHIN, null, null,
				List.of("--server.port=" + port), null);
		Service.Backend backend = new Service.Backend(DelayDistribution.parse("fixed 5ms"));
		TestedSystem system = TestedSystem.of(this.project.launcher(), service(own, "/", backend), 7999, own.port());
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(system::requireStartableApp)
			.withMessage(
					"arguments: --server.port=" + port + ", or the port 1000 above it, is one of the slow backend, "
							+ "8000 and 9000; write another, or leave it out");
	}

	@Test
	void commandShouldGiveSpringBootItsPortsAndLetArgumentsWin() throws IOException {
		Path jar = bootJar("orders.jar", "org.springframework.boot.loader.launch.JarLauncher");
		OwnService own = new OwnService(jar.toString(), List.of(), null, null, OwnService.READY_WITHIN, null, null,
				List.of("--server.tomcat.mbeanregistry.enabled=false", "--backend=${backend}"), null);
		Service.Backend backend = new Service.Backend(DelayDistribution.parse("fixed 5ms"));
		Service service = new Service(own, Map.of("spring.threads.virtual.enabled", "true"), backend,
				load(Request.get("/")), List.of(), false, List.of("-Xmx96m"), null);
		List<String> command = OwnSystem.of(this.project.launcher(), service, own, 9000, 7000).command();
		assertThat(command.subList(1, command.size())).containsExactly("-Xmx96m", "-jar", jar.toString(),
				"--server.port=7000", "--server.address=127.0.0.1", "--management.server.port=8000",
				"--management.server.address=127.0.0.1", "--management.server.base-path=",
				"--management.endpoints.web.base-path=/actuator",
				"--management.endpoints.web.exposure.include=health,metrics", "--spring.threads.virtual.enabled=true",
				"--server.tomcat.mbeanregistry.enabled=false", "--backend=http://127.0.0.1:9000");
	}

	@Test
	void measureShouldLeaveTheEvidenceOfAServiceWithoutLedger() throws IOException, InterruptedException {
		FakeJMeter.install(this.project.root());
		Service service = service(command(), "/", null);
		HttpRunner runner = runner(new Progress() {
		});
		Evidence evidence = Runs.in(this.folder, service);
		try (RunningSystem system = start(service)) {
			RunRecord record = measure(runner, evidence, system);
			assertThat(record.commands().backend()).isEmpty();
		}
		assertThat(DataFile.readLines(evidence.probe(), Sample.class)).hasSizeGreaterThan(1)
			.allSatisfy((sample) -> assertThat(sample.processes().backend()).isNull())
			.allSatisfy((sample) -> assertThat(sample.app().rssBytes()).isPositive());
	}

	@Test
	void measureWhenTheLoadIsOpenShouldNotCountTheHeap() throws IOException, InterruptedException {
		FakeJMeter.install(this.project.root());
		Load open = new Load(Request.get("/"), 500, 1, Duration.ZERO, Load.WarmUp.of(Duration.ZERO),
				Duration.ofSeconds(5), Duration.ofSeconds(1));
		Service service = new Service(command(), Map.of(), null, open, List.of(), false, List.of(), null);
		HttpRunner runner = runner(new Progress() {
		});
		try (RunningSystem system = start(service)) {
			RunRecord record = measure(runner, Runs.in(this.folder, service), system);
			assertThat(record.preparation().liveHeapBytes()).isNull();
			assertThat(record.end()).isNotNull().satisfies((end) -> assertThat(end.liveHeapBytes()).isNull());
		}
	}

	@Test
	void rehearseShouldTryAVariantOnceAndSaySo() throws IOException, InterruptedException {
		FakeJMeter.install(this.project.root());
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		List<String> said = new ArrayList<>();
		HttpRunner runner = runner(new Progress() {

			@Override
			public void say(String line) {
				said.add(line);
			}

		});
		Service service = service(url(null), "/", null);
		runner.rehearse(Runs.of(service));
		runner.rehearse(Runs.of(service));
		assertThat(said).containsExactly("Trying flux ...");
		server.stop(0);
	}

	@Test
	void rehearseWhenTheFirstRequestIsNotFoundShouldRefuseTheVariant() throws IOException {
		FakeJMeter.install(this.project.root());
		HttpServer server = FakeOwnService.start(this.project.appPort(), false);
		HttpRunner runner = runner(new Progress() {
		});
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> runner.rehearse(Runs.of(service(url(null), "/none", null))))
			.withMessage("flux: the first request failed: GET http://127.0.0.1:" + this.project.appPort()
					+ "/none answered 404; check the path of the load");
		server.stop(0);
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> runner.requireStartable(Runs.of(service(url(null), "/", null)), false))
			.withMessageStartingWith("flux: service: nothing listens at ");
	}

	private static RunRecord measure(HttpRunner runner, Evidence evidence, RunningSystem system)
			throws InterruptedException {
		return runner.measure(runner.warmUp(List.of(new HttpRunner.Started(evidence, system, 0)), (extra) -> false))
			.getFirst();
	}

	private HttpRunner runner(Progress progress) {
		return new HttpRunner(this.project.launcher(), Placement.SHARED, progress, Duration.ofMillis(100));
	}

	private RunningSystem start(Service service) throws InterruptedException {
		return this.project.start(service, this.folder);
	}

	private OwnService command() {
		return new OwnService(null, words(), null, "/health", OwnService.READY_WITHIN, null, null, List.of(), null);
	}

	private static List<String> words() {
		return List.of(Jdk.current().java().toString(), "-cp", System.getProperty("java.class.path"),
				FakeOwnService.class.getName(), "${port}");
	}

	private OwnService url(@Nullable String ready) {
		return new OwnService(null, List.of(), ServiceUrl.of("http://127.0.0.1:" + this.project.appPort()), ready,
				OwnService.READY_WITHIN, null, null, List.of(), null);
	}

	private static OwnService jar(Path jar) {
		return new OwnService(jar.toString(), List.of(), null, null, OwnService.READY_WITHIN, null, null, List.of(),
				null);
	}

	private static Service service(OwnService own, String path, Service.@Nullable Backend backend) {
		return new Service(own, Map.of(), backend, load(Request.get(path)), List.of(), false, List.of(), null);
	}

	private static Service service(OwnService own, Request request) {
		return new Service(own, Map.of(), null, load(request), List.of(), false, List.of(), null);
	}

	private static Load load(Request request) {
		return new Load(request, 3, null, Duration.ZERO, Load.WarmUp.of(Duration.ofSeconds(1)), Duration.ofSeconds(4),
				Duration.ofSeconds(2));
	}

	/** A jar as Spring Boot packs it, with Actuator among its libraries. */
	private Path bootJar(String name, @Nullable String main) throws IOException {
		Path jar = this.folder.resolve(name);
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		if (main != null) {
			manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
		}
		try (OutputStream out = Files.newOutputStream(jar);
				JarOutputStream entries = new JarOutputStream(out, manifest)) {
			entries.putNextEntry(new ZipEntry("BOOT-INF/lib/spring-boot-actuator-autoconfigure-3.5.0.jar"));
			entries.closeEntry();
		}
		return jar;
	}

}
