package lab.harness.analysis;

import java.util.stream.Stream;

import lab.harness.probe.CoreSample;
import lab.harness.probe.Sample;

/**
 * What the processors did in the window of a run.
 */
record Processors(Measured run) {

	/** How many the machine has, as its own count of their time says. */
	double count() {
		return Math.rint(this.run.inWindow((sample) -> sample.machine().totalMillis()) / millis());
	}

	/** Share of their time that was idle, all of the machine. */
	double idle() {
		return this.run.inWindow((sample) -> sample.machine().idleMillis())
				/ this.run.inWindow((sample) -> sample.machine().totalMillis());
	}

	/** The same of those that the generator was given. */
	double generatorIdle() {
		return this.run.inWindow((sample) -> generatorCores(sample).mapToLong(CoreSample::idleMillis).sum())
				/ this.run.inWindow((sample) -> generatorCores(sample).mapToLong(CoreSample::totalMillis).sum());
	}

	private Stream<CoreSample> generatorCores(Sample sample) {
		return sample.cores()
			.stream()
			.filter((core) -> this.run.run().placement().generator().contains(core.processor()));
	}

	/** How many the app kept busy. */
	double app() {
		return this.run.inWindow((sample) -> sample.app().cpuMillis()) / millis();
	}

	/** How many app, backend and generator kept busy. */
	double busy() {
		return app() + this.run.inWindow((sample) -> sample.backend().cpuMillis()) / millis()
				+ this.run.inWindow((sample) -> (sample.generator() != null) ? sample.generator().cpuMillis() : 0)
						/ millis();
	}

	private double millis() {
		return this.run.last().at() - this.run.begin().at();
	}

}
