package lab.contract;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import com.github.dockerjava.api.model.Container;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ComposeContainer;
import org.testcontainers.containers.ContainerState;
import org.testcontainers.containers.wait.strategy.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shipped compose file, started once as a separate project. Testcontainers removes it
 * with the JVM of the tests at the latest.
 */
final class Composition {

	static final List<String> APPS = List.of("tomcat-platform", "tomcat-platform-500", "tomcat-virtual", "webflux");

	static final List<String> SERVICES = Stream.concat(Stream.of("slow-backend"), APPS.stream()).toList();

	private static final File FILE = Path.of("..", "docker-compose.yml").toFile();

	/** Short delays let a short load make many requests. */
	static final Composition LAB = new Composition(Map.of("LATENCY", "uniform 0ms..200ms"));

	private final Map<String, String> settings;

	private final ComposeContainer compose;

	/**
	 * Starts the services, and waits until all are healthy.
	 * @param settings the settings that differ from {@code .env.example}
	 */
	private Composition(Map<String, String> settings) {
		this.settings = new HashMap<>(settings);
		this.settings.put("JAVA_VERSION", Objects.requireNonNull(Image.JAVA));
		// The services are named: Testcontainers would otherwise pull images under a
		// profile as well.
		this.compose = new ComposeContainer(FILE).withEnv(this.settings).withPull(false);
		SERVICES.forEach((service) -> this.compose.waitingFor(first(service), Wait.forHealthcheck()));
		this.compose.start();
	}

	/** Returns the container of a service. */
	ContainerState container(String service) {
		return this.compose.getContainerByServiceName(first(service)).orElseThrow();
	}

	/**
	 * The full name is needed, because Testcontainers takes the 500 in a name for the
	 * number of a container.
	 */
	private static String first(String service) {
		return service + "-1";
	}

	/** Returns the containers of a service that was started separately. */
	List<Container> containers(String service) {
		return DockerClientFactory.instance()
			.client()
			.listContainersCmd()
			.withLabelFilter(Map.of("com.docker.compose.project", project(), "com.docker.compose.service", service))
			.exec();
	}

	/** Returns the name of this project in Compose. */
	String project() {
		Map<String, String> labels = Objects
			.requireNonNull(container("webflux").getContainerInfo().getConfig().getLabels());
		return Objects.requireNonNull(labels.get("com.docker.compose.project"));
	}

	/**
	 * Runs {@code docker compose} on this project until it ends.
	 * @param more settings in addition to those of the start
	 * @param arguments such as {@code stop webflux}
	 */
	Ended run(Map<String, String> more, String... arguments) {
		List<String> command = new ArrayList<>(
				List.of("docker", "compose", "--project-name", project(), "--file", FILE.toString()));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command);
		builder.environment().putAll(this.settings);
		builder.environment().putAll(more);
		try {
			Process process = builder.start();
			CompletableFuture<List<String>> errors = CompletableFuture
				.supplyAsync(() -> process.errorReader().lines().toList());
			List<String> output = process.inputReader().lines().toList();
			return new Ended(process.waitFor(), output, errors.join());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted", ex);
		}
	}

	/** Runs {@code docker compose}, which must succeed. */
	Ended succeed(Map<String, String> more, String... arguments) {
		Ended ended = run(more, arguments);
		assertThat(ended.code()).as("%s", ended).isZero();
		return ended;
	}

	/**
	 * The result of a command.
	 *
	 * @param code its exit code
	 * @param output the lines on standard output
	 * @param errors the lines on standard error
	 */
	record Ended(int code, List<String> output, List<String> errors) {

	}

}
