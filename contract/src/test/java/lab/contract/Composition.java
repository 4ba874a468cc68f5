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
 * The shipped compose file, brought up once as a project of its own. Testcontainers
 * removes it with the JVM of the tests at the latest.
 */
final class Composition {

	static final List<String> APPS = List.of("tomcat-platform", "tomcat-platform-500", "tomcat-virtual", "webflux");

	static final List<String> SERVICES = Stream.concat(Stream.of("slow-backend"), APPS.stream()).toList();

	private static final File FILE = Path.of("..", "docker-compose.yml").toFile();

	/** With short delays, so that a short load holds many. */
	static final Composition LAB = new Composition(Map.of("LATENCY", "uniform 0ms..200ms"));

	private final Map<String, String> settings;

	private final ComposeContainer compose;

	/**
	 * Brings the services up, and waits until all are healthy.
	 * @param settings as they stand in {@code .env.example}, where they differ
	 */
	private Composition(Map<String, String> settings) {
		this.settings = new HashMap<>(settings);
		this.settings.put("JAVA_VERSION", Objects.requireNonNull(Image.JAVA));
		// Compose gets what it starts; Testcontainers would also pull what stands under a
		// profile.
		this.compose = new ComposeContainer(FILE).withEnv(this.settings).withPull(false);
		SERVICES.forEach((service) -> this.compose.waitingFor(first(service), Wait.forHealthcheck()));
		this.compose.start();
	}

	/**
	 * The container of a service.
	 */
	ContainerState container(String service) {
		return this.compose.getContainerByServiceName(first(service)).orElseThrow();
	}

	/**
	 * Named in full, or the 500 of a name would be taken for the number of a container.
	 */
	private static String first(String service) {
		return service + "-1";
	}

	/**
	 * The containers of a service that was not brought up with the others.
	 */
	List<Container> containers(String service) {
		return DockerClientFactory.instance()
			.client()
			.listContainersCmd()
			.withLabelFilter(Map.of("com.docker.compose.project", project(), "com.docker.compose.service", service))
			.exec();
	}

	/**
	 * What Compose calls this project.
	 */
	String project() {
		Map<String, String> labels = Objects
			.requireNonNull(container("webflux").getContainerInfo().getConfig().getLabels());
		return Objects.requireNonNull(labels.get("com.docker.compose.project"));
	}

	/**
	 * Runs {@code docker compose} on this project to its end.
	 * @param more settings besides those it was brought up with
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

	/**
	 * The same, and it must end well.
	 */
	Ended succeed(Map<String, String> more, String... arguments) {
		Ended ended = run(more, arguments);
		assertThat(ended.code()).as("%s", ended).isZero();
		return ended;
	}

	/**
	 * A command that has ended.
	 *
	 * @param code its exit code
	 * @param output what it printed
	 * @param errors what it said on standard error
	 */
	record Ended(int code, List<String> output, List<String> errors) {

	}

}
