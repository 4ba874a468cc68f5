package lab.harness.run;

import java.util.List;

import lab.harness.model.Evidence;
import lab.harness.model.Run;
import lab.harness.run.Launcher.Installation;

/**
 * Carries out one run, from fresh JVMs to the files that it leaves behind.
 */
interface Runner {

	/**
	 * Makes sure that a run can be started.
	 * @throws lab.harness.model.InvalidInputException if it cannot
	 */
	void require(Run run);

	/** The modules of a run, the backend or the program first. */
	List<Installation> installations(Run run);

	/**
	 * Carries out a run. However it ends, all JVMs are stopped and the files so far are
	 * kept.
	 * @param evidence the files; their folder exists
	 * @throws lab.harness.model.InvalidInputException if it cannot be started
	 * @throws lab.harness.model.RunFailedException if it cannot be finished
	 * @throws InterruptedException if interrupted, here or at the user's terminal
	 */
	void run(Evidence evidence) throws InterruptedException;

}
