package lab.harness.run;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import lab.harness.model.experiment.Run;
import lab.harness.model.result.Evidence;
import lab.harness.run.Launcher.Installation;

/**
 * Carries out runs, from fresh JVMs to the files that they leave behind.
 */
interface Runner {

	/**
	 * Makes sure that a run can be started, without starting anything.
	 * @param together whether it runs at the same time as others, on ports that are given
	 */
	void requireStartable(Run run, boolean together);

	/** Tries what only a start can tell, if the run has any. */
	default void rehearse(Run run) throws InterruptedException {
	}

	/** The modules of a run, the backend or the program first. */
	List<Installation> installations(Run run);

	/**
	 * Carries out runs at the same time. However they end, all JVMs are stopped and the
	 * files so far are kept; the folder of each exists.
	 * @param ifRoom whether to measure them only if the processors have room for all of
	 * them
	 * @param isTimeFor whether the campaign has time for something that was not planned
	 * @return false if there is no room, so that none was measured
	 */
	boolean run(List<Evidence> group, boolean ifRoom, Predicate<Duration> isTimeFor) throws InterruptedException;

}
