package lab.harness.run;

import java.util.List;

import lab.harness.model.experiment.Run;
import lab.harness.model.result.Evidence;
import lab.harness.run.Launcher.Installation;

/**
 * Carries out one run, from fresh JVMs to the files that it leaves behind.
 */
interface Runner {

	/** Makes sure that a run can be started, without starting anything. */
	void requireStartable(Run run);

	/** Tries what only a start can tell, if the run has any. */
	default void rehearse(Run run) throws InterruptedException {
	}

	/** The modules of a run, the backend or the program first. */
	List<Installation> installations(Run run);

	/**
	 * Carries out a run. However it ends, all JVMs are stopped and the files so far are
	 * kept; the folder of the evidence exists.
	 */
	void run(Evidence evidence) throws InterruptedException;

}
