package lab.harness.model.result;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Run;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a result, {@code raw/manifest.json}. It is written before the first run, so
 * that the analysis can rebuild a report from the files.
 *
 * @param experiment the experiment, changed by the options of the command
 * @param seed the seed of the order of runs and of the delays
 * @param startedAt the start of the command
 * @param minutes minutes until the last run had ended, or null before
 */
public record Manifest(Experiment experiment, List<Run> runs, long seed, Form form, List<String> command,
		Instant startedAt, @Nullable Double minutes, Environment environment) {

	public static final String FILE = "manifest.json";

	/** The number of rounds. */
	public int rounds() {
		return this.runs.stream().mapToInt(Run::round).max().orElse(1);
	}

	/** The plan with the runs of more rounds. */
	public Manifest with(List<Run> runs) {
		return new Manifest(this.experiment, runs, this.seed, this.form, this.command, this.startedAt, this.minutes,
				this.environment);
	}

	/** The plan after its last run, to a tenth of a minute. */
	public Manifest endedAt(Instant end) {
		return new Manifest(this.experiment, this.runs, this.seed, this.form, this.command, this.startedAt,
				Math.round(Duration.between(this.startedAt, end).toMillis() / 6000.0) / 10.0, this.environment);
	}

}
