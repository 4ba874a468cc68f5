package lab.harness.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import lab.harness.model.experiment.Run;

/**
 * Receives the progress of a campaign, from the threads that run it; must return at once.
 */
public interface Progress {

	/** The groups that are to come, at the beginning and whenever they change. */
	default void toCome(List<List<Run>> groups) {
	}

	/**
	 * Runs begin, at the same time.
	 * @param number 1 for the first group; a repeated one is one more
	 */
	default void run(List<Run> group, int number) {
	}

	/**
	 * A phase of a run begins.
	 * @param expected the time it should take; zero if it is not known
	 */
	default void phase(Phase phase, Duration expected) {
	}

	/**
	 * A reading of the app's counter, once a second while warming up and measuring.
	 * @param atMillis milliseconds since 1970
	 * @param completed all answers of the app so far, successful or not
	 */
	default void answers(long atMillis, long completed) {
	}

	/**
	 * A line to keep on the screen, such as how a run ended; it may come before the first
	 * run.
	 */
	default void say(String line) {
	}

	/**
	 * The phases of a run, in this order; most need no second warm-up, and only the first
	 * group may be tried.
	 */
	enum Phase {

		STARTING, WARMING_UP, WARMING_UP_AGAIN, TRYING, MEASURING, DRAINING, STOPPING;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', ' ');
		}

	}

}
