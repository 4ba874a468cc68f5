package lab.harness.model;

import java.time.Instant;
import java.util.List;

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

}
