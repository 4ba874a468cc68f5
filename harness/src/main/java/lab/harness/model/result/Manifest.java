package lab.harness.model.result;

import java.time.Instant;
import java.util.List;

import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Run;

/**
 * The plan of a result, {@code raw/manifest.json}. It is written before the first run, so
 * that the analysis can rebuild a report from the files.
 *
 * @param experiment the experiment, changed by the options of the command
 * @param seed the seed of the order of runs and of the delays
 */
public record Manifest(Experiment experiment, List<Run> runs, long seed, int rounds, Form form, List<String> command,
		Instant startedAt, Environment environment) {

	public static final String FILE = "manifest.json";

	/** The plan with the runs of more rounds. */
	public Manifest with(List<Run> runs, int rounds) {
		return new Manifest(this.experiment, runs, this.seed, rounds, this.form, this.command, this.startedAt,
				this.environment);
	}

}
