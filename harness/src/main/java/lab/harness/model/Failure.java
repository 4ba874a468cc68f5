package lab.harness.model;

import java.util.List;

/**
 * Why a run could not be finished or analysed.
 *
 * @param reason one line: what failed and where
 * @param log the last lines of the log of the process that failed, oldest first; empty
 * where no log explains it
 */
public record Failure(String reason, List<String> log) {

	public Failure {
		log = List.copyOf(log);
	}

}
