package lab.harness.model;

import java.time.Instant;
import java.util.List;

/**
 * What a result is made from, {@code raw/manifest.json}: written before the first run and
 * read by the analysis, so that a report can be rebuilt without running anything.
 *
 * @param experiment the experiment as it was run, with what the command line changed
 * @param runs the planned runs, in their order
 * @param seed rules the order of the runs and the delays
 * @param rounds blocks of runs
 * @param form how much of the experiment is run
 * @param command the command that repeats it
 * @param startedAt when it began
 * @param environment the machine and the code
 */
public record Manifest(Experiment experiment, List<Run> runs, long seed, int rounds, Form form, List<String> command,
		Instant startedAt, Environment environment) {

	/** Its name, in the folder {@code raw} of a result. */
	public static final String FILE = "manifest.json";

	/**
	 * @throws InvalidInputException if it has no form
	 */
	public Manifest {
		if (form == null) {
			throw new InvalidInputException(
					"the result has no 'form', so an older bench wrote it; run the experiment again");
		}
		runs = List.copyOf(runs);
		command = List.copyOf(command);
	}

}
