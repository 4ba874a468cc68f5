package lab.harness.model;

import java.nio.file.Path;

/**
 * The files that one run leaves behind: all that the analysis knows of it.
 *
 * @param run the run
 * @param folder the folder of its files
 */
public record Evidence(Run run, Path folder) {

	/** The folder of the files of all runs, below that of the result. */
	public static final String RAW = "raw";

	/** The evidence of a run in the folder of a result. */
	public static Evidence of(Path result, Run run) {
		return new Evidence(run, result.resolve(RAW).resolve(run.id()));
	}

	/**
	 * Where the files of a try go that other programs disturbed, before the run is
	 * repeated.
	 * @param number 1 for the first try
	 */
	public Evidence disturbed(int number) {
		return new Evidence(this.run, this.folder.resolveSibling(this.run.id() + "-disturbed-" + number));
	}

	/** What ran and how it ended, a {@link RunRecord}. */
	public Path record() {
		return this.folder.resolve("run.json");
	}

	/** Samples of the probe, one {@link Sample} a line. */
	public Path probe() {
		return this.folder.resolve("probe.jsonl");
	}

	/** Every request, as JMeter recorded it. */
	public Path jtl() {
		return this.folder.resolve("load.jtl");
	}

	/** Requests that were sent beside the load, one {@link SideRequest} a line. */
	public Path sideRequests() {
		return this.folder.resolve("side-requests.jsonl");
	}

	/** The live heap by class while the load was on, as {@code jcmd} prints it. */
	public Path histogram() {
		return this.folder.resolve("class-histogram.txt");
	}

	/** JSON lines that a program printed, one {@link ProgramLine} a line. */
	public Path program() {
		return this.folder.resolve("program.jsonl");
	}

	/** What JMH measured, in its own format. */
	public Path jmh() {
		return this.folder.resolve("jmh.json");
	}

}
