package lab.harness.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The load of a variant: a closed workload, in which every user waits for the answer
 * before the next request; or open arrivals, which come whether or not those before them
 * are answered.
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
 * @param rate the load points of open arrivals in requests a second, each 1 or more;
 * empty for a closed workload
 */
public record Load(String plan, String path, List<Integer> users, Duration ramp, Duration warmUp, Duration measure,
		Duration timeout, @Nullable Integer warmUpUsers, List<Integer> rate) {

	/** The plan of open arrivals. */
	public static final String OPEN = "open-arrivals";

	/**
	 * Share of the arrivals that are on their way at most, more than Little's law gives:
	 * chance makes arrivals crowd.
	 */
	private static final double SPARE = 1.25;

	private static final int MOST_USERS = 20_000;

	/** The paths that are answered without a call to the backend. */
	private static final Pattern WITHOUT_BACKEND = Pattern.compile("/(compute|sleep|synchronized)/.*");

	/**
	 * JMeter counts its duration in whole seconds, and a window shorter than this shows
	 * noise only.
	 */
	private static final Duration LEAST_WINDOW = Duration.ofSeconds(3);

	private static final Duration MOST = Duration.ofHours(12);

	private static final int WARM_UP_USERS = 50;

	/**
	 * Time after the ramp until the window opens: the first answers are quicker than the
	 * rest, because the queue before the threads is not full yet.
	 */
	public static final Duration SETTLE = Duration.ofSeconds(1);

	public Load {
		users = List.copyOf(users);
		// Results of before there were open arrivals have none.
		rate = List.copyOf(Objects.requireNonNullElse(rate, List.of()));
	}

	/**
	 * A closed workload.
	 */
	public Load(String plan, String path, List<Integer> users, Duration ramp, Duration warmUp, Duration measure,
			Duration timeout, @Nullable Integer warmUpUsers) {
		this(plan, path, users, ramp, warmUp, measure, timeout, warmUpUsers, List.of());
	}

	/**
	 * Whether requests arrive whether or not those before them are answered.
	 */
	public boolean open() {
		return OPEN.equals(this.plan);
	}

	/**
	 * The load points: users, or of open arrivals requests a second.
	 */
	public List<Integer> points() {
		return open() ? this.rate : this.users;
	}

	/**
	 * The generator's users at a load point. Of open arrivals as many as can be on their
	 * way at once when every one waits for its timeout (Little's law), and some to spare,
	 * so that one is always free to send.
	 */
	public int users(int point) {
		return open() ? (int) Math.ceil(SPARE * point * this.timeout.toMillis() / 1000.0) + 10 : point;
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
		for (int point : points()) {
			if (users(point) > MOST_USERS) {
				throw new InvalidInputException("rate: " + point + " requests a second that may each wait "
						+ Durations.format(this.timeout) + " need more than " + MOST_USERS
						+ " users of the generator; shorten timeout or lower rate");
			}
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
	 * Whether a request for this path makes one call to the backend, so that the delay of
	 * a call is that of a request and sets a ceiling.
	 */
	public static boolean hasCeiling(String path) {
		return path.equals("/") || path.startsWith("/?") || isGuarded(path);
	}

	/**
	 * Whether a request for this path passes the guards of the app.
	 */
	public static boolean isGuarded(String path) {
		return path.equals("/guarded") || path.startsWith("/guarded?");
	}

	/**
	 * The same load with other users.
	 */
	public Load withUsers(List<Integer> users) {
		return new Load(this.plan, this.path, users, this.ramp, this.warmUp, this.measure, this.timeout,
				this.warmUpUsers, this.rate);
	}

	/**
	 * The same load with other times.
	 */
	public Load withTimes(Duration warmUp, Duration measure) {
		return new Load(this.plan, this.path, this.users, this.ramp, warmUp, measure, this.timeout, this.warmUpUsers,
				this.rate);
	}

	/**
	 * The load that warms up. Arrivals that wait for nobody would pile up in front of
	 * cold code, so for them it is a closed workload of {@value #WARM_UP_USERS} users,
	 * which asks for as much as the app can do.
	 */
	public Load whileWarmingUp() {
		return open() ? new Load("closed-loop", this.path, List.of(WARM_UP_USERS), SETTLE, this.warmUp, this.measure,
				this.timeout, WARM_UP_USERS) : this;
	}

}
