package lab.harness.model;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A service under load, in front of the slow backend.
 *
 * @param properties Spring properties that differ from the shipped ones
 * @param faults the faults of each run, in order
 * @param mayExit whether an exit of the app is a result and not a failure
 * @param jdk major version of its JDK, or null for that of the harness
 */
public record Service(App app, Map<String, String> properties, Backend backend, Load load, List<PlannedFault> faults,
		boolean mayExit, List<String> jvm, @Nullable Integer jdk) implements Subject {

	public Service {
		properties = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(properties, Map.of())));
		backend = Objects.requireNonNullElse(backend, Backend.USUAL);
		load = Objects.requireNonNullElse(load, Load.PUBLISHED);
		faults = List.copyOf(Objects.requireNonNullElse(faults, List.of()));
		jvm = Subject.checkedFlags(jvm);
		InvalidInputException.requireRange("jdk", jdk, Subject.LEAST_JDK, Subject.MOST_JDK);
		InvalidInputException.require(app != null, "app",
				"'app' is required; accepted: " + DataFile.words(App.values()));
		PlannedFault.check(faults, load);
	}

	public DelayDistribution latency() {
		return this.backend.latency();
	}

	/** The kind of thread that must serve requests; a property may choose it. */
	public String threadKind() {
		return "true".equals(this.properties.get("spring.threads.virtual.enabled")) ? "virtual" : this.app.threadKind();
	}

	/** Whether the app receives SIGTERM in the middle of a run. */
	public boolean terminated() {
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
		return new Service(this.app, at, this.backend, this.load.at(point), this.faults, this.mayExit,
				this.jvm.stream().map((flag) -> Subject.at(flag, point)).toList(), this.jdk);
	}

	@Override
	public Service resolved(Path experiment) {
		return new Service(this.app, this.properties, this.backend, this.load.resolved(experiment), this.faults,
				this.mayExit, this.jvm, this.jdk);
	}

	/** The slow backend, with the distribution of its delays. */
	public record Backend(DelayDistribution latency) {

		static final Backend USUAL = new Backend(DelayDistribution.parse("uniform 0ms..1000ms"));

		public Backend {
			latency = Objects.requireNonNullElse(latency, DelayDistribution.parse("uniform 0ms..1000ms"));
		}

	}

}
