package lab.harness.model.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link OwnService} in an experiment.
 */
class OwnServiceTests {

	private static final String ORDERS = """
			question: Should it switch?
			service: { jar: ../orders/target/orders.jar, ready: /actuator/health, slots: 200 }
			load: { path: /orders/42, users: 300, measure: 30s }
			rounds: 5
			variants:
			  platform: {}
			  virtual: { properties: { spring.threads.virtual.enabled: true }, service: { slots: none } }
			""";

	private static final String NO_BACKEND = "${backend} is the address of the slow backend, and there is none; "
			+ "add a key such as backend: { latency: fixed 500ms }";

	@TempDir
	private Path folder;

	@Test
	void readWhenVariantHasAServiceShouldMergeItKeyByKey() throws IOException {
		Experiment experiment = read(ORDERS);
		String jar = this.folder.resolveSibling("orders/target/orders.jar").toAbsolutePath().toString();
		assertThat(experiment.variants()).extracting((variant) -> variant.service().app())
			.containsExactly(
					new OwnService(jar, List.of(), null, "/actuator/health", OwnService.READY_WITHIN, "200", null,
							List.of(), null),
					new OwnService(jar, List.of(), null, "/actuator/health", OwnService.READY_WITHIN, "none", null,
							List.of(), null));
		assertThat(experiment.variants().getLast().service().properties())
			.isEqualTo(Map.of("spring.threads.virtual.enabled", "true"));
	}

	@Test
	void readShouldPutNoBackendBehindAServiceThatAsksForNone() throws IOException {
		assertThat(read(ORDERS).variants().getFirst().service().backend()).isNull();
		String behind = ORDERS.replace("rounds: 5", "backend: { latency: fixed 40ms }");
		assertThat(read(behind).variants().getFirst().service().latency().text()).isEqualTo("fixed 40ms");
	}

	/** The manifest is a file of the result. */
	@Test
	void urlShouldKeepItsLoginOutOfFilesAndWords() throws IOException {
		Experiment experiment = read(
				"question: q\nservice: { url: \"https://me:s%40cret@localhost:8443\" }\n" + "variants: { a: {} }\n");
		Application app = experiment.variants().getFirst().service().app();
		assertThat(app.scheme()).isEqualTo("https");
		assertThat(app.host()).isEqualTo("localhost");
		assertThat(app.port()).isEqualTo(8443);
		// me:s@cret
		assertThat(app.authorization()).isEqualTo("Basic bWU6c0BjcmV0");
		assertThat(DataFile.line(experiment)).contains("\"https://localhost:8443\"")
			.doesNotContain("cret", "bWU6c0BjcmV0");
		assertThat(experiment.toString()).doesNotContain("cret", "bWU6c0BjcmV0");
		assertThat(DataFile.mapper()
			.readValue(DataFile.line(experiment), Experiment.class)
			.variants()
			.getFirst()
			.service()
			.app()
			.authorization()).isNull();
	}

	@Test
	void readWhenACommandNamesJavaShouldAcceptAJdk() throws IOException {
		Experiment experiment = read("question: q\nservice: { command: [\"${java}\", -jar, a.jar, \"${port}\"] }\n"
				+ "jdk: 21\nvariants: { a: {} }\n");
		assertThat(experiment.variants().getFirst().service().jdk()).isEqualTo(21);
	}

	@Test
	void readShouldSurviveItsWayThroughTheManifest() throws IOException {
		Experiment experiment = read(ORDERS);
		assertThat(DataFile.mapper().readValue(DataFile.line(experiment), Experiment.class)).isEqualTo(experiment);
	}

	@Test
	void readyWithinShouldBeAMinuteOrAsTheVariantSays() throws IOException {
		Experiment experiment = read(ORDERS.replace("slots: none", "ready-within: 90s"));
		assertThat(experiment.variants()).extracting((variant) -> ((OwnService) variant.service().app()).readyWithin())
			.containsExactly(Duration.ofSeconds(60), Duration.ofSeconds(90));
	}

	@Test
	void readWhenMeanWaitAndBackendAreGivenShouldRefuseOne() throws IOException {
		assertThat(read(ORDERS.replace("slots: none", "mean-wait: 500ms")).variants()).last()
			.satisfies((variant) -> assertThat(((OwnService) variant.service().app()).meanWait())
				.isEqualTo(Duration.ofMillis(500)));
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> read(ORDERS.replace("slots: 200", "mean-wait: 500ms")
				.replace("rounds: 5", "backend: { latency: fixed 500ms }")))
			.withMessageContaining("leave out 'mean-wait' or 'backend'");
	}

	@ParameterizedTest
	@CsvSource({ "--server.port=9090, 9090", "--server.port=${port}, 8086", "--a=1, 8086" })
	void portShouldBeTheOneThatAnArgumentFixes(String argument, int port) throws IOException {
		String yaml = ORDERS.replace("slots: 200 }", "slots: 200, arguments: \"" + argument + "\" }");
		assertThat(read(yaml).variants().getFirst().service().app().port()).isEqualTo(port);
	}

	@ParameterizedTest
	@CsvSource({ "'', ''", "', folder: server', /server" })
	void readWhenThereIsACommandShouldStartItBesideTheFile(String key, String folder) throws IOException {
		Experiment experiment = read(
				ORDERS.replace("jar: ../orders/target/orders.jar", "command: [sh, server.sh, \"${port}\"]" + key)
					.replace("properties: { spring.threads.virtual.enabled: true }, ", ""));
		assertThat(((OwnService) experiment.variants().getFirst().service().app()).folder())
			.isEqualTo(this.folder.toAbsolutePath() + folder);
	}

	@Test
	void checkLoopbackWhenTheUrlIsNotOnThisMachineShouldSayWhere() throws IOException {
		String yaml = "question: q\nservice:\n  url: http://192.0.2.1:8080\nvariants: { a: {} }\n";
		Path file = this.folder.resolve("own.yml");
		Files.writeString(file, yaml);
		ExperimentFile read = new ExperimentFile(file);
		assertThat(read.experiment().variants().getFirst().service().app().host()).isEqualTo("192.0.2.1");
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(read::checkLoopback)
			.withMessage(file + ":3: url: 'http://192.0.2.1:8080' is not on this machine; if its host and network are "
					+ "yours, say so with --trusted-network");
	}

	@ParameterizedTest
	@CsvSource({ "http://localhost:8080, localhost, 8080", "http://127.0.0.1, 127.0.0.1, 80",
			"http://[::1]:9000/, [::1], 9000" })
	void checkLoopbackWhenTheUrlIsOnThisMachineShouldPass(String url, String host, int port) throws IOException {
		Path file = this.folder.resolve("own.yml");
		Files.writeString(file, "question: q\nservice: { url: \"" + url + "\" }\nvariants: { a: {} }\n");
		ExperimentFile read = new ExperimentFile(file);
		read.checkLoopback();
		Application app = read.experiment().variants().getFirst().service().app();
		assertThat(app.host()).isEqualTo(host);
		assertThat(app.port()).isEqualTo(port);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					service: { jar: a.jar, zzz: 1 }              | 2: unknown key 'zzz'; accepted: jar, command, url, ready, ready-within, slots, mean-wait, arguments, folder
					service: { slots: 200 }                      | 2: service: a service has exactly one of 'jar', 'command' and 'url'; this one has 0
					service: { jar: a.jar, url: "http://[::1]" } | 2: service: a service has exactly one of 'jar', 'command' and 'url'; this one has 2
					service: { url: "ftp://localhost:8443" }     | 2: url: 'ftp://localhost:8443' is not accepted; write one such as http://127.0.0.1:8080, without a path
					service: { url: "http://127.0.0.1:8080/a" }  | 2: url: 'http://127.0.0.1:8080/a' is not accepted; write one such as http://127.0.0.1:8080, without a path
					service: { url: "http://127.0.0.1:0" } | 2: url: 'http://127.0.0.1:0' is not accepted; write one such as http://127.0.0.1:8080, without a path
					service: { url: "http://127.0.0.1:65536" } | 2: url: 'http://127.0.0.1:65536' is not accepted; write one such as http://127.0.0.1:8080, without a path
					service: { url: "http://a@127.0.0.1:8080" } | 2: url: a login is a user and a password; write it as http://USER:PASSWORD@127.0.0.1:8080
					service: { url: "http://me:secret@127.0.0.1:8080/a" } | 2: url: 'http://127.0.0.1:8080/a' is not accepted; write one such as http://127.0.0.1:8080, without a path
					service: { url: "http://me:s/cret^@127.0.0.1:8080" } | 2: url: 'http://127.0.0.1:8080' is no URL; write one such as http://127.0.0.1:8080, with % and two digits for a character of a password that no URL has
					service: { url: "http://127.0.0.1:8080#a" } | 2: url: 'http://127.0.0.1:8080#a' is not accepted; write one such as http://127.0.0.1:8080, without a path
					service: { url: "http://127.0.0.1", arguments: a } | 2: arguments: a service that runs already takes no arguments
					service: { command: [sh, server.sh] }        | 2: command: write ${port} where the command takes its port, which the harness chooses
					service: { jar: a.jar, slots: many }         | 2: slots: 'many' is not accepted; write a number of requests, or none
					service: { jar: a.jar, slots: "${users-or-so}" } | 3: slots: '${users-or-so}' is not accepted; write a number of requests, or none
					service: { jar: a.jar, arguments: "--a=${backend}" } | 2: service: BACKEND
					service: { command: [sh, "${port}", "${backend}"] } | 2: service: BACKEND
					service: { jar: a.jar, arguments: "--server.port=64536" } | 2: arguments: 64536 is out of range; accepted: 1 to 64535
					service: { jar: a.jar, ready-within: 0s }    | 2: ready-within: 0s is not accepted; write a time above 0, at most 60m
					service: { jar: a.jar, ready-within: 61m }   | 2: ready-within: 61m is not accepted; write a time above 0, at most 60m
					service: { jar: a.jar, mean-wait: 0s }       | 2: mean-wait: 0s is not accepted; write a time above 0, such as 500ms
					service: { jar: a.jar, ready-within: 60 }    | 2: ready-within: invalid duration '60'; write a number and a unit, such as 250ms, 1.5s or 2m
					service: { jar: a.jar, ready: health }       | 2: ready: invalid path 'health'; write one that begins with a slash, such as /health
					service: { jar: a.jar, ready: /a b }         | 2: ready: invalid path '/a b'; write one that begins with a slash, such as /health
					service: orders.jar                          | 2: 'service' must hold keys and values
					app: { jar: a.jar }                          | 2: 'app' is a word; for a service of your own write 'service'
					""")
	void readWhenServiceIsInvalidShouldSayWhatIsAccepted(String service, String message) throws IOException {
		String yaml = "question: q\n" + service + "\nvariants: { a: {} }\n";
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(yaml))
			.withMessage(this.folder.resolve("own.yml") + ":" + message.replace("BACKEND", NO_BACKEND));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
							command: ["${port}"] | properties: { a: 1 }                | : properties are for a jar of Spring Boot; pass 'arguments' to the command
							command: ["${port}"] | jvm: -Xmx96m                        | : jvm: flags of the JVM are for a jar; write them into the command
							command: ["${port}"] | jdk: 21                             | : jdk: a JDK is for a jar, or for a command that begins with ${java}, its program
							url: "http://a:b@[::1]" | load: { headers: { authorization: c } } | : load: the login of 'url' is sent as a header Authorization; leave out one of the two
							jar: a.jar   | load: { success: 99 }               | : success: 99 is out of range; accepted: 100 to 599
							jar: a.jar   | may-exit: true                      | : 'may-exit' needs the counters of a shipped app; leave it out for a service of your own
							url: "http://127.0.0.1" | properties: { a: 1 }             | : properties: a service that runs already has its own settings
							url: "http://127.0.0.1" | jvm: -Xmx96m                     | : jvm: a service that runs already has its own settings
							jar: a.jar   | app: webflux                        | names a shipped service and 'service' your own; leave one out
					jar: a.jar   | histogram: true                     | : 'histogram' needs the counters of a shipped app; leave it out for a service of your own
							jar: a.jar   | properties: { a: "${backend}" }     | :3: properties: BACKEND
							jar: a.jar   | jvm: "-Da=${backend}"               | :3: jvm: BACKEND
							""")
	void readWhenASettingDoesNotFitShouldSayWhy(String service, String setting, String message) throws IOException {
		String yaml = "question: q\nservice: { " + service + " }\nvariants: { a: { " + setting + " } }\n";
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(yaml))
			.withMessageEndingWith(message.replace("BACKEND", NO_BACKEND));
	}

	private Experiment read(String yaml) throws IOException {
		Path file = this.folder.resolve("own.yml");
		Files.writeString(file, yaml);
		return ExperimentFile.read(file);
	}

}
