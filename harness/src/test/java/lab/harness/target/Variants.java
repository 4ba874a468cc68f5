package lab.harness.target;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import lab.harness.experiment.App;
import lab.harness.experiment.Latency;
import lab.harness.experiment.Load;
import lab.harness.experiment.Variant;

/**
 * Variants for tests.
 */
public final class Variants {

	private Variants() {
	}

	/**
	 * A load of one second, warmed up for another one.
	 */
	public static Load load() {
		return new Load("closed-loop", "/", List.of(3), Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1),
				Duration.ofSeconds(2), null);
	}

	/**
	 * The app webflux with flags of its JVM.
	 */
	public static Variant webflux(String... jvm) {
		return new Variant("flux", App.WEBFLUX, Map.of("fan-out.size", "3"), List.of(jvm), null,
				new Latency("fixed 5ms", 5, 0), load(), null);
	}

}
