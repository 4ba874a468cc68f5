package lab.harness.analysis;

import java.util.List;

import lab.harness.experiment.Prediction;
import lab.harness.probe.Environment;
import org.jspecify.annotations.Nullable;

/**
 * The result of an experiment, {@code result.json}.
 *
 * @param schemaVersion version of this form
 * @param experiment name of the experiment
 * @param question the question it answers
 * @param seed ruled the order of the runs and the delays
 * @param rounds blocks of runs that were planned
 * @param quick whether the windows were short
 * @param command the command that repeats it
 * @param valid whether every run is valid
 * @param complete whether every planned run was finished
 * @param environment the machine and the code, or null for a JTL
 * @param runs the runs, in the order in which they were made
 * @param summary the runs by variant and load point
 * @param verdict the answer in words
 * @param prediction what was expected before the run, or null
 * @param spoiled runs that the machine spoiled and that were made again; they count
 * nowhere
 */
public record Result(int schemaVersion, String experiment, String question, long seed, int rounds, boolean quick,
		List<String> command, boolean valid, boolean complete, @Nullable Environment environment, List<RunResult> runs,
		List<Summary> summary, String verdict, @Nullable Prediction prediction, List<Spoiled> spoiled) {

	/** The version that this code writes and reads. */
	public static final int SCHEMA_VERSION = 1;

	/**
	 * A result of which nothing was predicted, and nothing spoiled.
	 */
	public Result(int schemaVersion, String experiment, String question, long seed, int rounds, boolean quick,
			List<String> command, boolean valid, boolean complete, @Nullable Environment environment,
			List<RunResult> runs, List<Summary> summary, String verdict) {
		this(schemaVersion, experiment, question, seed, rounds, quick, command, valid, complete, environment, runs,
				summary, verdict, null, List.of());
	}

	/** Its name, in the folder of a result. */
	public static final String FILE = "result.json";

}
