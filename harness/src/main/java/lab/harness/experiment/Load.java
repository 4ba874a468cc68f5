package lab.harness.experiment;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

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
 * @param warmUpUsers users of the warm-up, the same for every load point, or null for
 * those of the load point itself
 */
public record Load(String plan, String path, List<Integer> users, Duration ramp, Duration warmUp, Duration measure,
		Duration timeout, @Nullable Integer warmUpUsers) {

	/** The paths that are answered without a call to the backend. */
	private static final Pattern WITHOUT_BACKEND = Pattern.compile("/(compute|sleep|synchronized)/.*");

	/**
	 * JMeter counts its duration in whole seconds, and a window shorter than this shows
	 * noise only.
	 */
	private static final Duration LEAST_WINDOW = Duration.ofSeconds(3);

	private static final Duration MOST = Duration.ofHours(12);

	/**
	 * Time after the ramp until the window opens: the first answers are quicker than the
	 * rest, because the queue before the threads is not full yet.
	 */
	public static final Duration SETTLE = Duration.ofSeconds(1);

	public Load {
		users = List.copyOf(users);
	}

	/**
	 * This load, if it leaves a window to measure.
	 * @throws InvalidInputException if it does not
	 */
	public Load checked() {
		Duration least = this.ramp.plus(SETTLE).plus(LEAST_WINDOW);
		if (this.measure.compareTo(least) < 0) {
			throw new InvalidInputException("measure: " + Durations.format(this.measure) + " is too short; ramp "
					+ Durations.format(this.ramp) + " leaves no window below " + Durations.format(least));
		}
		wholeSeconds("measure", this.measure);
		wholeSeconds("warm-up", this.warmUp);
		wholeSeconds("ramp", this.ramp);
		if (this.timeout.isZero()) {
			throw new InvalidInputException("timeout: it must be above 0, such as 10s");
		}
		return this;
	}

	private static void wholeSeconds(String key, Duration value) {
		if (value.toMillis() % 1000 != 0 || value.compareTo(MOST) > 0) {
			throw new InvalidInputException(key + ": " + Durations.format(value)
					+ " will not do; JMeter takes whole seconds, at most " + Durations.format(MOST));
		}
	}

	/**
	 * Whether a request for this path makes the app call the backend.
	 */
	public static boolean callsBackend(String path) {
		return !WITHOUT_BACKEND.matcher(path).matches();
	}

	/**
	 * The same load with other users.
	 */
	public Load withUsers(List<Integer> users) {
		return new Load(this.plan, this.path, users, this.ramp, this.warmUp, this.measure, this.timeout,
				this.warmUpUsers);
	}

	/**
	 * The same load with other times.
	 */
	public Load withTimes(Duration warmUp, Duration measure) {
		return new Load(this.plan, this.path, this.users, this.ramp, warmUp, measure, this.timeout, this.warmUpUsers);
	}

}
