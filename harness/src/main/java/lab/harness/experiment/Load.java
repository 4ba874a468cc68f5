package lab.harness.experiment;

import java.time.Duration;
import java.util.List;

/**
 * The load of a variant: a closed workload, in which every user waits for the answer
 * before the next request.
 *
 * @param plan name of a plan in the folder {@code jmeter}, without {@code .jmx}
 * @param path the path that is asked for, with its leading slash
 * @param users the load points, each 1 or more
 * @param ramp time in which the users start, 0 or more
 * @param warmUp time of the process that warms up at full load first, 0 for none
 * @param measure time of the measured process, ramp included
 * @param timeout response time after which a user gives up
 */
public record Load(String plan, String path, List<Integer> users, Duration ramp, Duration warmUp, Duration measure,
		Duration timeout) {

	public Load {
		users = List.copyOf(users);
	}

}
