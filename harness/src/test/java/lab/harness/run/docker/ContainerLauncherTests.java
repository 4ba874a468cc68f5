package lab.harness.run.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import lab.harness.model.Cores;
import lab.harness.model.Engine;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Placement;
import lab.harness.model.RunFailedException;
import lab.harness.run.HostKernel;
import lab.harness.run.Jvm;
import lab.harness.run.JvmSpec;
import lab.harness.run.Launcher.Installation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@DisabledOnOs(OS.WINDOWS)
class ContainerLauncherTests {

	private final List<String> said = new ArrayList<>();

	@TempDir
	private Path folder;

	private FakeDocker docker;

	@BeforeEach
	void makeEngine() throws IOException {
		this.docker = FakeDocker.make(this.folder.resolve("project"));
	}

	@Test
	void openWhenThereIsNoClientShouldSayWhatToInstall() throws IOException {
		Files.delete(Path.of(this.docker.program()));
		refused("no program '" + this.docker.program() + "' on the PATH: install Docker Engine or Docker Desktop");
	}

	@Test
	void openWhenEngineDoesNotRunShouldSayWhy() throws IOException {
		this.docker.refuses("info", "Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?");
		refused("the Docker engine does not answer (Cannot connect to the Docker daemon at unix:///x. "
				+ "Is the docker daemon running?): start it");
	}

	@Test
	void openWhenThereIsNoComposeShouldNameIt() throws IOException {
		this.docker.refuses("compose", "docker: 'compose' is not a docker command.");
		refused("docker has no Compose v2 (docker: 'compose' is not a docker command.): install its plugin");
	}

	@Test
	void openWhenEngineIsElsewhereShouldSayWhere() throws IOException {
		this.docker.says("context", "ssh://lab@far");
		refused("the Docker engine is on another machine (ssh://lab@far)");
	}

	@Test
	void openWhenMemoryIsTooLittleForTheLimitsShouldSayBoth() throws IOException {
		// 1024 for the backend, 768 for the app, 1024 for JMeter.
		this.docker.info(2, 2815L << 20);
		refused("backend, app and JMeter may take 2816 MiB, and the Docker engine has 2815 MiB");
		this.docker.info(2, 2816L << 20);
		assertThat(open().engine().memoryMiB()).isEqualTo(2816);
	}

	@Test
	void openWhenProcessorsAreTooFewForTheLimitsShouldSayBoth() throws IOException {
		this.docker.info(1, 8L << 30);
		refused("docker-compose.yml gives a service 2 CPUs, and the Docker engine has 1");
	}

	@Test
	void openWhenThereIsNoComposeFileShouldSayWhichIsMissing() throws IOException {
		Files.delete(this.docker.folder().resolve("docker-compose.yml"));
		refused(this.docker.folder().resolve("docker-compose.yml") + " is missing");
	}

	@Test
	void engineShouldTellTheLimitsOfEachService() {
		assertThat(open().engine()).isEqualTo(new Engine("26.1.5", "Debian 12", "6.1", 2, 8192, Map.of("slow-backend",
				"2 CPUs, 1024 MiB", "webflux", "1.5 CPUs, 768 MiB", "jmeter", "all CPUs, all memory")));
	}

	@Test
	void requireShouldBuildEachImageOnceAndTellWhatItIsMadeOf() throws Exception {
		ContainerLauncher launcher = open();
		launcher.require("webflux", null);
		launcher.require("webflux", null);
		assertThat(this.docker.calls()).filteredOn((call) -> call.contains(" build ")).hasSize(1);
		assertThat(this.said)
			.containsExactly("image of webflux: building what has changed (the first time takes minutes)");
		assertThat(launcher.installation("webflux", null)).isEqualTo(new Installation("webflux", "25.0.3",
				"Eclipse Adoptium 25.0.3+9-LTS", List.of("/app/lib/spring-boot-4.1.0.jar")));
	}

	@Test
	void requireWhenAnotherJavaIsWantedShouldBuildThatOne() throws Exception {
		open().require("webflux", 21);
		Path settings = this.docker.folder().resolve("target/bench-java-21.env");
		assertThat(settings).hasContent("JAVA_VERSION=21");
		assertThat(this.docker.calls())
			.anyMatch((call) -> call.contains("--env-file " + settings) && call.endsWith("build webflux"));
	}

	@Test
	void requireWhenImageCannotBeBuiltShouldSayWhyInOneLineAndWhereTheRestIs() throws IOException {
		this.docker.refuses("build", "#9 RUN mvn package\nERROR: failed to solve: no space left on device\n1 warning");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> open().require("webflux", null))
			.withMessage("the image of webflux could not be built: ERROR: failed to solve: no space left on device; "
					+ "the whole of it is in " + this.docker.folder().resolve("target/bench-image-webflux.log"));
	}

	@Test
	void startShouldAddTheVariantsWishesToTheCompositionsOwn() throws Exception {
		JvmSpec spec = new JvmSpec("webflux", "webflux", List.of("-Xmx64m", "-XX:+UseZGC"), List.of("--a.b=$c"),
				List.of(0, 1), null);
		start(spec, "app.log").stop();
		JsonNode service = override("app").path("webflux");
		// 8 GiB / 64 are 17 % of 768 MiB; of two collectors a JVM takes none.
		assertThat(service.path("environment").path("JAVA_OPTS").asString())
			.isEqualTo("-Dspring.aot.enabled=false -XX:InitialRAMPercentage=17 -Xmx64m -XX:+UseZGC");
		assertThat(service.path("command").toString()).isEqualTo("[\"--a.b=$$c\"]");
		assertThat(service.path("cpuset").asString()).isEqualTo("0,1");
		assertThat(service.path("restart").asString()).isEqualTo("no");
		assertThat(this.docker.calls())
			.anyMatch((call) -> call.contains("--project-name bench ") && call.contains(" up --detach --no-deps ")
					&& call.endsWith(" webflux"))
			.contains("logs --follow bench-webflux", "stop --time 10 bench-webflux");
	}

	@Test
	void startShouldTakeTheTimeOfTheStartFromTheEngine() throws Exception {
		try (Jvm jvm = start(webflux(), "app.log")) {
			assertThat(jvm.startedAt()).isEqualTo(Instant.parse("2026-11-21T10:00:00.5Z"));
		}
	}

	@Test
	void startWhenTheEngineDoesNotTellTheTimeShouldTakeThatOfAsking() throws Exception {
		this.docker.refuses("state", "the engine is busy");
		Instant before = Instant.now();
		try (Jvm jvm = start(webflux(), "app.log")) {
			assertThat(jvm.startedAt()).isBetween(before, Instant.now());
		}
	}

	@Test
	void commandWhenTheEngineIsHereShouldBeReadFromThisMachine() throws Exception {
		this.docker.info(2, 8L << 30, System.getProperty("os.version"));
		Path process = Files.createDirectories(this.folder.resolve("proc/4711"));
		Files.writeString(process.resolve("status"), "Name:\tjava\nNSpid:\t4711\t1\n");
		Files.writeString(process.resolve("cmdline"), "java\0-Xmx1g\0");
		try (Jvm jvm = start(webflux(), "app.log")) {
			assertThat(jvm.command()).containsExactly("java", "-Xmx1g");
			assertThat(jvm.kernel()).isInstanceOf(HostKernel.class);
		}
		assertThat(this.docker.calls()).noneMatch((call) -> call.startsWith("exec"));
	}

	/** The engine counts processes in a namespace of its own, as in another container. */
	@Test
	void kernelWhenTheProcessIsAnotherShouldBeAskedWithinTheContainer() throws Exception {
		this.docker.info(2, 8L << 30, System.getProperty("os.version"));
		Path process = Files.createDirectories(this.folder.resolve("proc/4711"));
		Files.writeString(process.resolve("status"), "Name:\tbash\nNSpid:\t4711\n");
		try (Jvm jvm = start(webflux(), "app.log")) {
			assertThat(jvm.kernel()).isInstanceOf(ContainerKernel.class);
		}
	}

	@Test
	void startOfJMeterShouldWorkOnThePathsOfTheRunAsTheOwnerOfItsFolder() throws Exception {
		JvmSpec spec = new JvmSpec("JMeter", JvmSpec.JMETER, List.of("-Xmx1g"), List.of("-n"), List.of(), null);
		start(spec, "jmeter.out").stop();
		JsonNode service = override("jmeter").path("jmeter");
		assertThat(service.path("entrypoint").toString()).isEqualTo("[\"java\",\"-Xmx1g\",\"-Duser.home=/tmp\","
				+ "\"--sun-misc-unsafe-memory-access=allow\",\"-jar\",\"jmeter/target/apache-jmeter/bin/ApacheJMeter.jar\"]");
		assertThat(service.path("user").asString())
			.isEqualTo(Files.getAttribute(this.folder, "unix:uid") + ":" + Files.getAttribute(this.folder, "unix:gid"));
		assertThat(service.path("volumes").findValuesAsString("source"))
			.containsExactly(this.docker.folder().resolve("jmeter").toString(), this.folder.toString());
		assertThat(this.folder.resolve("jmeter.compose.env")).hasContent("RESULTS='" + this.folder + "'");
	}

	@Test
	void startWhenEngineRefusesShouldSayWhy() throws IOException {
		this.docker.refuses("up",
				"Error response from daemon: Bind for 127.0.0.1:9083 failed: port is already allocated");
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> start(webflux(), "app.log"))
			.withMessage("the container of webflux could not be started: Error response from daemon: "
					+ "Bind for 127.0.0.1:9083 failed: port is already allocated");
	}

	@Test
	void diedWhenOutOfMemoryShouldSaySoWithTheLastLines() throws Exception {
		this.docker.says("log", "starting\nstarted\n");
		this.docker.state(false, true, 137);
		try (Jvm jvm = start(webflux(), "app.log")) {
			assertThat(jvm.exit().join()).isEqualTo(137);
			assertThat(jvm.died())
				.hasMessage("the container of webflux ended with exit code 137, OOM-killed: it needed more memory than "
						+ "its limit; its log is " + this.folder.resolve("app.log"))
				.satisfies((failure) -> assertThat(failure.failure().log()).containsExactly("starting", "started"));
			assertThat(jvm.isAlive()).isFalse();
		}
	}

	@Test
	void clearWhenTheEngineRefusesTwiceShouldSayHowToDoIt() throws IOException {
		this.docker.refuses("other", "canceled");
		open().clear();
		assertThat(this.docker.calls()).filteredOn((call) -> call.contains(" down ")).hasSize(2);
		assertThat(this.said).containsExactly("the containers could not be removed (canceled); "
				+ "remove them with: docker compose --project-name bench down");
	}

	@Test
	void placeShouldKeepApartFromFourProcessorsOn() throws IOException {
		assertThat(open().place(Cores.SHARED)).isEqualTo(Placement.SHARED);
		assertThat(open().place(Cores.APART)).isEqualTo(new Placement(List.of(0), List.of(1), List.of(1)));
		this.docker.info(4, 8L << 30);
		assertThat(open().place(Cores.SHARED)).isEqualTo(new Placement(List.of(0, 1), List.of(2), List.of(3)));
	}

	@Test
	void placeShouldGiveTheAppNoMoreProcessorsThanItsLimit() throws IOException {
		// Of eight the app would get four, and may use 1.5.
		this.docker.info(8, 8L << 30);
		assertThat(open().place(Cores.SHARED)).isEqualTo(new Placement(List.of(0, 1), List.of(4, 5), List.of(6, 7)));
	}

	@Test
	void absentImagesShouldNameThoseThatAreNotBuilt() throws IOException {
		assertThat(open().absentImages()).isEmpty();
		this.docker.refuses("image", "No such image");
		assertThat(open().absentImages()).containsExactly("slow-backend", "webflux", "jmeter");
	}

	private Jvm start(JvmSpec spec, String log) throws InterruptedException {
		ContainerLauncher launcher = open();
		launcher.require(JvmSpec.JMETER, null);
		return launcher.start(spec, this.folder, this.folder.resolve(log));
	}

	private static JvmSpec webflux() {
		return new JvmSpec("webflux", "webflux", List.of(), List.of(), List.of(), null);
	}

	private JsonNode override(String name) {
		return JsonMapper.shared().readTree(this.folder.resolve(name + ".compose.json")).path("services");
	}

	private ContainerLauncher open() {
		return ContainerLauncher.open(this.docker.folder(), this.docker.program(), this.said::add,
				this.folder.resolve("proc"));
	}

	private void refused(String message) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(this::open).withMessageStartingWith(message);
	}

}
