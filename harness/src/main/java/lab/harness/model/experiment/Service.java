package lab.harness.model.experiment;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonAlias;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A service under load.
 *
 * @param app the shipped app, in YAML {@code app}, or the reader's own, {@code service}
 * @param properties Spring properties that differ from the shipped ones
 * @param backend the slow backend behind it, or null for none
 * @param faults the faults of each run, in order
 * @param mayExit whether an exit of the app is a result and not a failure
 * @param jdk major version of its JDK, or null for that of the harness
 * @param cpus its processors, see {@link Cpus}, or null for all
 */
public record Service(@JsonAlias("service") @JsonDeserialize(using = Application.Reader.class) Application app,
		Map<String, String> properties, @Nullable Backend backend, Load load, List<PlannedFault> faults,
		boolean mayExit, List<String> jvm, @Nullable Integer jdk, @Nullable String cpus) implements Subject {

	/** Stands for the JDBC URL of a PostgreSQL server in a property. */
	public static final String JDBC_URL = "${postgresql}";

	/** Stands for its R2DBC URL. */
	public static final String R2DBC_URL = "${postgresql-r2dbc}";

	public Service {
		properties = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(properties, Map.of())));
		backend = (backend == null && app instanceof App) ? Backend.USUAL : backend;
		load = Objects.requireNonNullElse(load, Load.PUBLISHED);
		faults = List.copyOf(Objects.requireNonNullElse(faults, List.of()));
		jvm = Subject.checkedFlags(jvm);
		InvalidInputException.requireRange("jdk", jdk, Subject.LEAST_JDK, Subject.MOST_JDK);
		InvalidInputException.require(app != null, "app",
				"'app' is required; accepted: " + DataFile.words(App.values()));
		PlannedFault.check(faults, load);
		if (cpus != null && !cpus.contains("${")) {
			Cpus.parse(cpus);
		}
		InvalidInputException.require(cpus == null || !(app instanceof OwnService own) || own.isStarted(), "cpus",
				"a service that runs already has its processors");
		if (app instanceof OwnService own) {
			String settled = !own.isStarted() ? "a service that runs already has its own settings" : null;
			boolean jar = own.jar() != null;
			InvalidInputException.require(jar || properties.isEmpty(), "properties", Objects.requireNonNullElse(settled,
					"properties are for a jar of Spring Boot; pass 'arguments' to the command"));
			InvalidInputException.require(jar || jvm.isEmpty(), "jvm",
					Objects.requireNonNullElse(settled, "flags of the JVM are for a jar; write them into the command"));
			InvalidInputException.require(jar || jdk == null || own.names(OwnService.JAVA_WORD), "jdk",
					Objects.requireNonNullElse(settled,
							"a JDK is for a jar, or for a command that begins with ${java}, its program"));
			String noBackend = "${backend} is the address of the slow backend, and there is none; add a key such as "
					+ "backend: { latency: fixed 500ms }";
			InvalidInputException.require(backend != null || !own.names(OwnService.BACKEND_WORD), "service", noBackend);
			InvalidInputException.require(backend != null || !names(properties.values()), "properties", noBackend);
			InvalidInputException.require(backend != null || !names(jvm), "jvm", noBackend);
			InvalidInputException.require(backend == null || own.meanWait() == null, "service",
					"the slow backend measures the wait of a request; leave out 'mean-wait' or 'backend'");
			InvalidInputException.require(
					own.authorization() == null || load.request()
						.headers()
						.keySet()
						.stream()
						.noneMatch((header) -> header.equalsIgnoreCase("Authorization")),
					"load", "the login of 'url' is sent as a header Authorization; leave out one of the two");
		}
		if (!faults.isEmpty()) {
			app.requireCounters("faults");
		}
		if (load.readers() != null) {
			app.requireCounters("readers");
		}
		if (mayExit) {
			app.requireCounters("may-exit");
		}
	}

	/** A service that may use all processors. */
	public Service(Application app, Map<String, String> properties, @Nullable Backend backend, Load load,
			List<PlannedFault> faults, boolean mayExit, List<String> jvm, @Nullable Integer jdk) {
		this(app, properties, backend, load, faults, mayExit, jvm, jdk, null);
	}

	/** Its processors, or null for all. */
	public @Nullable Cpus limit() {
		return (this.cpus != null) ? Cpus.parse(this.cpus) : null;
	}

	private static boolean names(Collection<String> settings) {
		return settings.stream().anyMatch((text) -> text.contains(OwnService.BACKEND_WORD));
	}

	/** The delays of the slow backend, which must be there. */
	public DelayDistribution latency() {
		return Objects.requireNonNull(this.backend, "no backend").latency();
	}

	/** The delays of the slow backend in words, {@code none} without one. */
	public String latencyText() {
		return (this.backend != null) ? this.backend.latency().text() : "none";
	}

	/** Whether a property asks for a PostgreSQL server. */
	public boolean hasDatabase() {
		return this.properties.values()
			.stream()
			.anyMatch((value) -> value.contains(JDBC_URL) || value.contains(R2DBC_URL));
	}

	/** The kind of thread that must serve requests; a property may choose it. */
	public String threadKind() {
		return "true".equals(this.properties.get("spring.threads.virtual.enabled")) ? "virtual"
				: (this.app instanceof App shipped) ? shipped.threadKind() : "unknown";
	}

	/** Whether the app receives SIGTERM in the middle of a run. */
	public boolean isTerminated() {
		return this.faults.stream().anyMatch((fault) -> fault.kind() == PlannedFault.Kind.SIGTERM);
	}

	@Override
	public boolean hasOpenLoadOrFaults() {
		return this.load.open() || !this.faults.isEmpty() || this.mayExit;
	}

	@Override
	public Service at(Point point) {
		Map<String, String> at = new LinkedHashMap<>();
		this.properties.forEach((key, value) -> at.put(key, Subject.at(value, point)));
		return new Service(this.app.at(point), at, this.backend, this.load.at(point), this.faults, this.mayExit,
				this.jvm.stream().map((flag) -> Subject.at(flag, point)).toList(), this.jdk,
				(this.cpus != null) ? Subject.at(this.cpus, point) : null);
	}

	/** A copy with other flags of its JVM. */
	public Service withJvm(List<String> flags) {
		return new Service(this.app, this.properties, this.backend, this.load, this.faults, this.mayExit, flags,
				this.jdk, this.cpus);
	}

	/** A copy under another load. */
	Service under(Load other) {
		return new Service(this.app, this.properties, this.backend, other, this.faults, this.mayExit, this.jvm,
				this.jdk, this.cpus);
	}

	@Override
	public Service resolved(Path experiment) {
		return new Service(this.app.resolved(experiment), this.properties, this.backend, this.load.resolved(experiment),
				this.faults, this.mayExit, this.jvm, this.jdk, this.cpus);
	}

	/** The slow backend, with the distribution of its delays. */
	public record Backend(DelayDistribution latency) {

		public static final Backend USUAL = new Backend(DelayDistribution.parse("uniform 0ms..1000ms"));

		public Backend {
			latency = Objects.requireNonNullElse(latency, DelayDistribution.parse("uniform 0ms..1000ms"));
		}

	}

}
