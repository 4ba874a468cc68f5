package lab.harness.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
 */
public record Variant(String name, App app, Map<String, String> properties, List<String> jvm, @Nullable Integer jdk,
		Latency latency, Load load, @Nullable Double published) {

	public Variant {
		properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
		jvm = List.copyOf(jvm);
	}

	/**
	 * The same variant under another load.
	 */
	public Variant withLoad(Load load) {
		return new Variant(this.name, this.app, this.properties, this.jvm, this.jdk, this.latency, load,
				this.published);
	}

	/**
	 * The same variant with a flag that its own flags win over.
	 */
	Variant withFlagsBefore(List<String> before) {
		List<String> flags = new ArrayList<>(before);
		flags.addAll(this.jvm);
		return new Variant(this.name, this.app, this.properties, flags, this.jdk, this.latency, this.load,
				this.published);
	}

}
