package lab.harness.model.result;

import java.util.List;

/**
 * The reason for which a run could not be finished or analysed.
 *
 * @param reason what failed and where, in one line
 * @param log the last lines of the log of the process that failed, oldest first; empty if
 * no log explains it
 */
public record Failure(String reason, List<String> log) {
}
