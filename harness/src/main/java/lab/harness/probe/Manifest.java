package lab.harness.probe;

import java.time.Instant;
import java.util.List;

import lab.harness.experiment.Experiment;

/**
 * What a result was made from: written before the first run, read by the analysis, so
 * that a report can be rebuilt without running anything.
 *
 * @param experiment the experiment as it was run, adjustments included
 * @param seed rules the order of the runs and the delays
 * @param rounds blocks of runs
 * @param quick whether the windows are short
 * @param command the command that repeats it
 * @param startedAt when it began
 * @param environment the machine and the code
 */
public record Manifest(Experiment experiment, long seed, int rounds, boolean quick, List<String> command,
		Instant startedAt, Environment environment) {

	/** Its name, in the folder {@code raw} of a result. */
	public static final String FILE = "manifest.json";

	public Manifest {
		command = List.copyOf(command);
	}

}
