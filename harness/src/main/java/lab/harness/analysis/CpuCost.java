package lab.harness.analysis;

import org.jspecify.annotations.Nullable;

/**
 * Processor time in the window over the requests that ended in it, in milliseconds.
 */
public record CpuCost(double app, double backend, double generator) {

	/** Null where no request ended. */
	static @Nullable CpuCost of(Measured run) {
		double requests = run.load().ended();
		if (requests == 0) {
			return null;
		}
		return new CpuCost(run.inWindow((sample) -> sample.app().cpuMillis()) / requests,
				run.inWindow((sample) -> sample.backend().cpuMillis()) / requests,
				run.inWindow((sample) -> (sample.generator() != null) ? sample.generator().cpuMillis() : 0) / requests);
	}

}
