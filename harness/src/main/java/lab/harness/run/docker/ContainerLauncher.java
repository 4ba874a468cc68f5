package lab.harness.run.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.model.App;
import lab.harness.model.Cores;
import lab.harness.model.Engine;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Placement;
import lab.harness.model.RunFailedException;
import lab.harness.run.CommandOutput;
import lab.harness.run.CpuAffinity;
import lab.harness.run.JavaProcess;
import lab.harness.run.Jvm;
import lab.harness.run.JvmSpec;
import lab.harness.run.Launcher;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts each JVM in a container of its own, from the project's compose file and an
 * override that says what the variant wants otherwise.
 */
public final class ContainerLauncher implements Launcher {

	/** From here on generator, app and backend get processors of their own. */
	private static final int ENOUGH_TO_KEEP_APART = 4;

	private static final JsonMapper JSON = JsonMapper.shared();

	private final Path root;

	private final Composition composition;

	private final Docker docker;

	private final Consumer<String> progress;

	private final EngineCheck.Found found;

	/** Where this machine has the files of its processes. */
	private final Path proc;

	/** The services by the name of their Java. */
	private final Map<String, Map<String, Composition.Service>> services = new HashMap<>();

	private final Map<String, Installation> installations = new HashMap<>();

	private ContainerLauncher(Path root, Composition composition, Docker docker, Consumer<String> progress, Path proc) {
		this.root = root;
		this.proc = proc;
		this.composition = composition;
		this.docker = docker;
		this.progress = progress;
		this.found = EngineCheck.require(docker);
		EngineCheck.requireRoom(this.found, services(null));
	}

	/**
	 * Makes sure that an engine answers, and that it is large enough.
	 * @param root the project's folder
	 * @param program name or path of Docker's client
	 * @param progress is told what takes long
	 * @return what starts containers there
	 * @throws InvalidInputException if there is no such engine
	 */
	public static ContainerLauncher open(Path root, String program, Consumer<String> progress) {
		return open(root, program, progress, Path.of("/proc"));
	}

	/** As above where the files of processes are elsewhere. */
	static ContainerLauncher open(Path root, String program, Consumer<String> progress, Path proc) {
		Composition composition = new Composition(root.toAbsolutePath());
		return new ContainerLauncher(root.toAbsolutePath(), composition,
				new Docker(program, root, composition.settings()), progress, proc);
	}

	@Override
	public void require(String module, @Nullable Integer jdk) throws InterruptedException {
		String key = key(module, jdk);
		if (!this.installations.containsKey(key)) {
			Images images = new Images(this.docker, this.composition, this.progress);
			images.build(module, settings(jdk), log(key));
			this.installations.put(key, images.contents(module, service(module, jdk).image()));
		}
	}

	@Override
	public Jvm start(JvmSpec spec, Path folder, Path log) throws InterruptedException {
		require(spec.module(), spec.jdk());
		Path files = folder.toAbsolutePath();
		String name = String.valueOf(log.getFileName()).replaceFirst("\\.[a-z]+$", "");
		Path settings = Composition.environment(files.resolve(name + ".compose.env"), spec.jdk(), files);
		Path override = files.resolve(name + ".compose.json");
		String container = Composition.PROJECT + "-" + spec.module();
		ContainerOverride changes = new ContainerOverride(spec, container, this.found, this.root, files);
		try {
			Files.writeString(override,
					JSON.writerWithDefaultPrettyPrinter()
						.writeValueAsString(spec.module().equals(JvmSpec.JMETER)
								? changes.ofJMeter(installation(JvmSpec.JMETER, spec.jdk()).jdk())
								: changes.ofService(service(spec.module(), spec.jdk()))));
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + override + ": " + ex.getMessage());
		}
		Instant askedAt = Instant.now();
		CommandOutput up = this.docker.run(this.composition.words(settings, override, "up", "--detach", "--no-deps",
				"--no-build", "--force-recreate", spec.module()));
		if (up.code() != 0) {
			throw new RunFailedException("the container of " + spec.name() + " could not be started: " + up.why());
		}
		JavaProcess output = JavaProcess.start(spec.name(), this.docker.command(List.of("logs", "--follow", container)),
				this.root, log, this.docker::clean);
		return new Container(this.docker, container, askedAt, this.found.isHere() ? this.proc : null, output);
	}

	@Override
	public String host(String module) {
		return module;
	}

	@Override
	public Placement place(Cores cores) {
		int all = this.found.engine().cores();
		if (cores == Cores.SHARED && all < ENOUGH_TO_KEEP_APART) {
			return Placement.SHARED;
		}
		Placement apart = CpuAffinity.apart(IntStream.range(0, all).boxed().toList());
		// More processors than its limit would only be what the app cannot use.
		int most = (int) Math.ceil(apps(services(null)).mapToDouble(Composition.Service::cpus)
			.filter((cpus) -> cpus > 0)
			.min()
			.orElse(all));
		return new Placement(apart.app().subList(0, Math.min(most, apart.app().size())), apart.backend(),
				apart.generator());
	}

	@Override
	public void moveHarness(Placement placement) {
		if (this.found.isHere() && CpuAffinity.canMove()) {
			CpuAffinity.moveHarness(placement);
		}
	}

	@Override
	public Installation installation(String module, @Nullable Integer jdk) {
		return Objects.requireNonNull(this.installations.get(key(module, jdk)), "require comes first");
	}

	@Override
	public Engine engine() {
		Map<String, String> limits = new TreeMap<>();
		services(null).forEach((name, service) -> limits.put(name, service.limits()));
		return this.found.engine().withLimits(limits);
	}

	@Override
	public void clear() {
		CommandOutput down = this.docker.run(this.composition.words(settings(null), null, "down", "--timeout", "2"));
		if (down.code() != 0) {
			// Once more: Ctrl-C at a terminal reaches the client too.
			down = this.docker
				.run(this.composition.words(settings(null), null, "down", "--timeout", "2", "--remove-orphans"));
		}
		if (down.code() != 0) {
			this.progress.accept("the containers could not be removed (" + down.why()
					+ "); remove them with: docker compose --project-name " + Composition.PROJECT + " down");
		}
	}

	/**
	 * The services of which there is no image yet.
	 */
	public List<String> absentImages() {
		return services(null).entrySet()
			.stream()
			.filter((service) -> this.docker.run(List.of("image", "inspect", service.getValue().image())).code() != 0)
			.map(Map.Entry::getKey)
			.toList();
	}

	private Map<String, Composition.Service> services(@Nullable Integer jdk) {
		return this.services.computeIfAbsent(String.valueOf(jdk), (key) -> Composition
			.services(this.docker.json(this.composition.words(settings(jdk), null, "config", "--format", "json"))));
	}

	private Composition.Service service(String module, @Nullable Integer jdk) {
		Composition.Service service = services(jdk).get(module);
		if (service == null) {
			throw new InvalidInputException("docker-compose.yml has no service " + module);
		}
		return service;
	}

	private Path settings(@Nullable Integer jdk) {
		return Composition.environment(
				this.root.resolve("target/bench-java-" + ((jdk != null) ? jdk : "default") + ".env"), jdk, null);
	}

	private Path log(String key) {
		return this.root.resolve("target/bench-image-" + key + ".log");
	}

	private static String key(String module, @Nullable Integer jdk) {
		return (jdk != null) ? module + "-" + jdk : module;
	}

	/** Of the services those that can be measured. */
	static Stream<Composition.Service> apps(Map<String, Composition.Service> services) {
		return Stream.of(App.values()).map((app) -> services.get(app.toString())).filter(Objects::nonNull);
	}

}
