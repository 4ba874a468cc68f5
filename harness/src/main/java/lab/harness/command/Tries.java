package lab.harness.command;

import java.util.List;

import lab.harness.analysis.Check;

/**
 * How often spoiled runs may be made again.
 *
 * @param each times for each run
 * @param runs runs of the experiment
 */
record Tries(int each, int runs) {

	/**
	 * Whether a run may be made again. Time that the hypervisor gave to others is
	 * nobody's fault here, so tries that it spoiled are taken from those of all runs: a
	 * neighbour who is there for one run may be gone for the next.
	 * @param failed what the run failed
	 * @param ofRun times that it was made again
	 * @param ofAll times that any run was
	 */
	boolean isLeft(List<Check> failed, int ofRun, int ofAll) {
		boolean stolen = failed.stream().map(Check::name).anyMatch("machine-steal"::equals);
		return stolen ? ofAll < this.each * this.runs : ofRun < this.each;
	}

}
