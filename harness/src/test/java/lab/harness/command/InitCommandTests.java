package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class InitCommandTests {

	private static final String BOOT = "org.springframework.boot.loader.launch.JarLauncher";

	@TempDir
	private Path root;

	private TypedCommand bench;

	private Path jar;

	private Path file;

	@BeforeEach
	void makeFolders() throws IOException {
		this.bench = new TypedCommand(this.root);
		Files.createDirectories(this.root.resolve("experiments"));
		Files.createDirectories(this.root.resolve("orders/target"));
		this.jar = this.root.resolve("orders/target/Orders-1.0.0-SNAPSHOT.jar");
		this.file = this.root.resolve("experiments/orders.yml");
	}

	@Test
	void initShouldWriteAFileWithItsAssumptionsAsComments() throws IOException {
		makeJar(BOOT, "spring-boot-3.5.7", "spring-boot-actuator-3.5.7", "tomcat-embed-core-10.1.48");
		assertThat(init("--path", "/orders/42")).as(this.bench.stderr()).isZero();
		assertThat(this.file).hasContent(
				"""
						question: Should orders switch to virtual threads?
						service:
						  jar: ../orders/target/Orders-1.0.0-SNAPSHOT.jar
						  # arguments: ["--PROPERTY=${backend}"] # PROPERTY: the one that holds the address of the service that it calls
						# backend: { latency: fixed 500ms } # assumed: the time that it waits there
						# With these two lines the slow backend stands in for that service, and the report has the ceiling of the law.
						load:
						  path: /orders/42
						  users: 300 # assumed: users who wait at the same time; requests a second x seconds of one
						  ramp: 15s # the users start one after the other, and the window begins when the code has met all of them
						  measure: 30s
						expect: no-errors
						rounds: 3
						together: auto # the variants at the same time, if the processors have room; false if they share a database
						variants: # the limit of Tomcat's threads is read by Actuator, which the jar has
						  platform: { properties: { spring.threads.virtual.enabled: false } }
						  virtual: { properties: { spring.threads.virtual.enabled: true } }
						""");
		assertThat(this.bench.stdout()).contains("Written to " + this.file, "./bench run orders");
	}

	@Test
	void initWhenNoPathIsGivenShouldAssumeTheRoot() throws IOException {
		makeJar(BOOT, "spring-boot-3.5.7", "tomcat-embed-core-10.1.48");
		assertThat(init()).as(this.bench.stderr()).isZero();
		assertThat(this.file).content().contains("  path: / # assumed: the request to measure, with its query\n");
		assertThat(ExperimentFile.read(this.file).variants()).extracting(Variant::service)
			.allSatisfy((service) -> assertThat(service.load().request().path().first()).isEqualTo("/"));
	}

	@Test
	void pageShouldShowTheFileWithItsChanges() throws IOException {
		Files.createDirectories(this.root.resolve("fixtures/orders/target"));
		this.jar = this.root.resolve("fixtures/orders/target/orders.jar");
		makeJar(BOOT, "spring-boot-actuator-3.5.7", "tomcat-embed-core-10.1.48");
		Path out = this.jar.resolveSibling("orders.yml");
		assertThat(init("--path", "/orders/42", "--out", out.toString())).isZero();
		String changed = Files.readString(out)
			.replaceAll("(?m)^( *)# (arguments|backend)", "$1$2")
			.replaceAll("(?m)(^| +)# .*$", "")
			.replaceAll("\n+", "\n")
			.replace("--PROPERTY=", "--stock.url=");
		assertThat(Path.of("..", "docs/how-to/own-service.md")).content()
			.contains("```yaml\n# fixtures/orders/target/orders.yml\n" + changed + "```\n");
	}

	@Test
	void fileShouldCompareTheTwoKindsOfThreads() throws IOException {
		makeJar(BOOT, "spring-boot-actuator-3.5.7", "tomcat-embed-core-10.1.48");
		assertThat(init("--path", "/orders?ids=1,2", "--users", "40")).isZero();
		ExperimentFile read = new ExperimentFile(this.file);
		assertThat(read.rounds()).isEqualTo(3);
		assertThat(read.experiment().variants()).extracting(Variant::name).containsExactly("platform", "virtual");
		assertThat(read.experiment().variants()).extracting(Variant::service).allSatisfy((service) -> {
			assertThat(service.load().request().path().first()).isEqualTo("/orders?ids=1,2");
			assertThat(service.load().users()).isEqualTo(40);
			assertThat(service.load().measure()).isEqualTo(Duration.ofSeconds(30));
		});
		assertThat(read.experiment().variants().getLast().service().properties())
			.isEqualTo(Map.of("spring.threads.virtual.enabled", "true"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					tomcat-embed-core-10.1.48    | 200   | none | Tomcat has 200 threads by default; the jar lacks Actuator
					jetty-server-12.0.29         | 200   | 200  | Jetty serves 200 requests at once by default, on virtual threads too.
					undertow-core-2.3.20.Final   | CORES | none | Undertow has 8 worker threads a core by default, here CORES.
					""")
	void fileWhenTheLimitIsNotReadableShouldReadWithoutTheCommentSigns(String library, String platform, String virtual,
			String sentence) throws IOException {
		makeJar(BOOT, library);
		String threads = String.valueOf(8 * Math.max(2, Runtime.getRuntime().availableProcessors()));
		assertThat(init("--path", "/orders/42")).isZero();
		assertThat(this.bench.stdout()).contains(sentence.replace("CORES", threads));
		Files.writeString(this.file,
				Files.readString(this.file).replaceAll("(?m)^( *)# (arguments|backend|service)", "$1$2"));
		List<Service> services = ExperimentFile.read(this.file).variants().stream().map(Variant::service).toList();
		assertThat(services).allSatisfy((service) -> assertThat(service.backend()).isNotNull());
		assertThat(services.getFirst().app()).hasFieldOrPropertyWithValue("slots", platform.replace("CORES", threads))
			.hasFieldOrPropertyWithValue("jar", this.jar.toAbsolutePath().normalize().toString())
			.hasFieldOrPropertyWithValue("arguments", List.of("--PROPERTY=${backend}"));
		assertThat(services.getLast().app()).hasFieldOrPropertyWithValue("slots", virtual);
	}

	@Test
	void initWhenTheJarIsOfWebFluxShouldCompareNoThreads() throws IOException {
		makeJar(BOOT, "spring-boot-4.1.2", "spring-webflux-7.0.10", "reactor-netty-http-1.3.8");
		assertThat(init("--path", "/orders/42")).isZero();
		assertThat(this.bench.stdout()).contains("WebFlux has no request threads: spring.threads.virtual.enabled "
				+ "changes nothing but handlers that return neither Mono nor Flux.");
		assertThat(ExperimentFile.read(this.file).variants()).singleElement()
			.satisfies((variant) -> assertThat(variant.service().app()).hasFieldOrPropertyWithValue("slots", "none"));
		assertThat(this.file).content().startsWith("question: How many requests a second does orders serve?\n");
	}

	/** With both, Spring Boot starts a server for MVC. */
	@Test
	void initWhenTheJarHasMvcAndTheClientOfWebFluxShouldCompareThreads() throws IOException {
		makeJar(BOOT, "spring-webmvc-7.0.10", "spring-webflux-7.0.10", "tomcat-embed-core-11.0.22");
		assertThat(init("--path", "/orders/42")).isZero();
		assertThat(ExperimentFile.read(this.file).variants()).extracting(Variant::name)
			.containsExactly("platform", "virtual");
	}

	@Test
	void initWhenTheFileIsThereShouldNotOverwriteIt() throws IOException {
		makeJar(BOOT, "spring-boot-3.5.7");
		Files.writeString(this.file, "mine");
		assertThat(refusal("--path", "/"))
			.isEqualTo("bench: --out: " + this.file + " is there already; name another file");
		assertThat(this.file).hasContent("mine");
	}

	@Test
	void initWhenOutIsGivenShouldWriteThatFile() throws IOException {
		makeJar(BOOT, "spring-boot-3.5.7");
		Path out = this.root.resolve("orders/mine.yml");
		assertThat(init("--path", "/", "--out", out.toString())).isZero();
		assertThat(out).content().contains("jar: target/Orders-1.0.0-SNAPSHOT.jar\n");
		assertThat(this.bench.stdout()).contains("./bench run " + out);
		assertThat(this.file).doesNotExist();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			--path orders/42             | bench: invalid path 'orders/42'; write one that begins with a slash
			--path / --users 0           | bench: --users: 0 is out of range; accepted: 1 to 20000
			--path / --out Orders.yml    | bench: --out: 'Orders.yml' cannot name an experiment
			--path / --out orders.yaml   | bench: --out: 'orders.yaml' cannot name an experiment
			--path / --out none/here.yml | bench: --out: none/here.yml cannot be written
			""")
	void initWhenAnOptionIsWrongShouldSayItInOneLine(String options, String message) throws IOException {
		makeJar(BOOT, "spring-boot-3.5.7");
		assertThat(refusal(options.split(" "))).startsWith(message);
		assertThat(this.file).doesNotExist();
	}

	@Test
	void initWhenTheJarIsNoneShouldSayItInOneLine() throws IOException {
		assertThat(refusal("--path", "/")).contains("--jar: there is no jar " + this.jar + "; build it first");
		this.bench.forget();
		Files.writeString(this.jar, "text");
		assertThat(refusal("--path", "/")).contains(this.jar + " is no jar");
		this.bench.forget();
		makeJar(null);
		assertThat(refusal("--path", "/")).contains("its manifest names no Main-Class");
		assertThat(this.file).doesNotExist();
	}

	@Test
	void initWhenTheJarIsNoneOfSpringBootShouldNameTheOtherKeys() throws IOException {
		makeJar("orders.Server");
		assertThat(refusal("--path", "/")).isEqualTo("bench: --jar: " + this.jar
				+ " is no jar of Spring Boot, so no property switches its threads; write the file by hand, with "
				+ "'arguments' in place of 'properties', or with 'command' in place of 'jar'");
	}

	@ParameterizedTest
	@CsvSource({ "2.7.18, 2", "3.1.12, 2", "3.2.0, 0", "4.1.2, 0" })
	void initWhenSpringBootHasNoVirtualThreadsShouldRefuseIt(String version, int exit) throws IOException {
		makeJar(BOOT, "spring-boot-" + version);
		assertThat(init("--path", "/")).isEqualTo(exit);
		assertThat(this.bench.stderr().contains("they need Spring Boot 3.2 or newer")).isEqualTo(exit == 2);
	}

	private int init(String... options) {
		return this.bench.run(words(options));
	}

	private String refusal(String... options) {
		return this.bench.refusal(words(options));
	}

	private String[] words(String... options) {
		return Stream.concat(Stream.of("init", "--jar", this.jar.toString()), Stream.of(options))
			.toArray(String[]::new);
	}

	/** A jar as Spring Boot packs it, or with another main class, or none. */
	private void makeJar(@Nullable String main, String... libraries) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		if (main != null) {
			manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
		}
		try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(this.jar), manifest)) {
			for (String library : libraries) {
				entries.putNextEntry(new ZipEntry("BOOT-INF/lib/" + library + ".jar"));
				entries.closeEntry();
			}
		}
	}

}
