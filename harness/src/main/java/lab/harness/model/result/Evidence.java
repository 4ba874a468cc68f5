package lab.harness.model.result;

import java.nio.file.Path;

import lab.harness.model.experiment.Run;

/**
 * The files of one run, from which the analysis is made.
 */
public record Evidence(Run run, Path folder) {

	public static final String RAW = "raw";

	public static Evidence of(Path result, Run run) {
		return new Evidence(run, result.resolve(RAW).resolve(run.id()));
	}

	/**
	 * The evidence of a disturbed try of the run, kept beside that of the next one.
	 * @param number 1 for the first try
	 */
	public Evidence disturbed(int number) {
		return new Evidence(this.run, this.folder.resolveSibling(this.run.id() + "-disturbed-" + number));
	}

	public Path record() {
		return this.folder.resolve("run.json");
	}

	/** The samples of the probe, one {@link Sample} a line. */
	public Path probe() {
		return this.folder.resolve("probe.jsonl");
	}

	/** JMeter's record of each request. */
	public Path jtl() {
		return this.folder.resolve("load.jtl");
	}

	/** The requests beside the load, one {@link SideRequest} a line. */
	public Path sideRequests() {
		return this.folder.resolve("side-requests.jsonl");
	}

	/** The events that subscribers read, {@link EventTotals}. */
	public Path events() {
		return this.folder.resolve(EventTotals.FILE);
	}

	/** The live heap by class during the load, in the format of {@code jcmd}. */
	public Path histogram() {
		return this.folder.resolve("class-histogram.txt");
	}

	/** The output of a program, one {@link ProgramLine} a line. */
	public Path program() {
		return this.folder.resolve("program.jsonl");
	}

	/** The results of JMH, in its own format. */
	public Path jmh() {
		return this.folder.resolve("jmh.json");
	}

}
