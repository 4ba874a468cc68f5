package lab.harness.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * One arm of an experiment, with everything it says for itself and everything it takes
 * from the experiment.
 *
 * @param name its name, lower case with hyphens
 * @param app the service under test
 * @param properties Spring properties that differ from the shipped ones
 * @param jvm flags added to the app's JVM
 * @param jdk the major version it must run on, or null for the harness's own
 * @param latency what the slow backend draws its delays from
 * @param load the load
 * @param published the throughput that the source published in requests a second, or null
 * @param faults what goes wrong in the middle of each run, in order
 * @param mayExit whether the app may end by itself under this load; a run in which it
 * does is then an outcome, not a failure
 */
public record Variant(String name, App app, Map<String, String> properties, List<String> jvm, @Nullable Integer jdk,
		Latency latency, Load load, @Nullable Double published, List<Fault> faults, boolean mayExit) {

	/**
	 * The optimising compiler works for some 25 s of CPU after the start, which on two
	 * cores is the whole of a quick run, and leaves no processor idle for the generator.
	 * Without it the code is half as fast and warm at once.
	 */
	public static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

	public Variant {
		properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
		jvm = List.copyOf(jvm);
		// Results of before this was a question have none.
		faults = List.copyOf(Objects.requireNonNullElse(faults, List.of()));
	}

	/**
	 * An arm in which nothing goes wrong.
	 */
	public Variant(String name, App app, Map<String, String> properties, List<String> jvm, @Nullable Integer jdk,
			Latency latency, Load load, @Nullable Double published) {
		this(name, app, properties, jvm, jdk, latency, load, published, List.of(), false);
	}

	/**
	 * The same arm with faults.
	 * @throws InvalidInputException if they do not fit the load
	 */
	Variant with(List<Fault> faults, boolean mayExit) {
		Fault.check(faults, this.load);
		return new Variant(this.name, this.app, this.properties, this.jvm, this.jdk, this.latency, this.load,
				this.published, faults, mayExit);
	}

	/** Whether the app is told to end in the middle of a run. */
	public boolean terminated() {
		return this.faults.stream().anyMatch((fault) -> fault.kind() == Fault.Kind.SIGTERM);
	}

	/**
	 * The same variant under another load.
	 */
	public Variant withLoad(Load load) {
		return new Variant(this.name, this.app, this.properties, this.jvm, this.jdk, this.latency, load, this.published)
			.with(this.faults, this.mayExit);
	}

	/** Whether its JVM has an optimising compiler, which needs time to warm up. */
	public boolean isOptimised() {
		return !this.jvm.contains(QUICK_COMPILER);
	}

	/**
	 * The same variant with a flag that its own flags win over.
	 */
	Variant withFlagsBefore(List<String> before) {
		List<String> flags = new ArrayList<>(before);
		flags.addAll(this.jvm);
		return new Variant(this.name, this.app, this.properties, flags, this.jdk, this.latency, this.load,
				this.published, this.faults, this.mayExit);
	}

}
