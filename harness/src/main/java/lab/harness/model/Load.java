package lab.harness.model;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The load of a service: a closed workload, in which each user waits for the response
 * before the next request, or an open one, in which requests arrive whether or not those
 * before them are answered. In YAML every component has a default, which is the published
 * run.
 *
 * @param path path and query of the requests, with the leading slash
 * @param users users of a closed workload, 1 to 20,000
 * @param rate arrivals a second of an open workload, 1 to 20,000; null for a closed one
 * @param ramp time in which the users start, in whole seconds, 0 or more
 * @param warmUp time of the load that warms up first, in whole seconds; 0 for none
 * @param warmUpUsers users of the warm-up, the same at every point, or null for those of
 * the point
 * @param measure time of the measured load, ramp included, in whole seconds, at most 12 h
 * @param timeout response time after which a user gives up, above 0
 */
public record Load(String path, Integer users, @Nullable Integer rate, Duration ramp, Duration warmUp,
		@Nullable Integer warmUpUsers, Duration measure, Duration timeout) {

	/**
	 * Time after the ramp until the window opens: the first answers are faster, because
	 * the queue in front of the threads is not full yet.
	 */
	public static final Duration SETTLE = Duration.ofSeconds(1);

	/** The most users of a generator. */
	public static final int MOST_USERS = 20_000;

	/** A shorter window shows noise only. */
	private static final Duration LEAST_WINDOW = Duration.ofSeconds(3);

	private static final Duration MOST = Duration.ofHours(12);

	/**
	 * Open arrivals would pile up in front of cold code, so they are warmed up closed.
	 */
	private static final int WARM_UP_USERS = 50;

	/** Arrivals crowd by chance: spare users beyond those that Little's law asks for. */
	private static final double SPARE = 1.25;

	private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9/_.~?=&-]*");

	/** The published run. */
	static final Load PUBLISHED = new Load("/", 500, null, Duration.ofSeconds(1), Duration.ofSeconds(10), null,
			Duration.ofSeconds(60), Duration.ofSeconds(10));

	public Load {
		path = Objects.requireNonNullElse(path, "/");
		users = Objects.requireNonNullElse(users, 500);
		ramp = Objects.requireNonNullElse(ramp, Duration.ofSeconds(1));
		warmUp = Objects.requireNonNullElse(warmUp, Duration.ofSeconds(10));
		measure = Objects.requireNonNullElse(measure, Duration.ofSeconds(60));
		timeout = Objects.requireNonNullElse(timeout, Duration.ofSeconds(10));
		if (!PATH.matcher(path).matches()) {
			throw new InvalidInputException("path",
					"invalid path '" + path + "'; write one that begins with a slash, such as /");
		}
		inRange("users", users);
		inRange("rate", rate);
		inRange("warm-up-users", warmUpUsers);
		wholeSeconds("ramp", ramp);
		wholeSeconds("warm-up", warmUp);
		wholeSeconds("measure", measure);
		Duration least = ramp.plus(SETTLE).plus(LEAST_WINDOW);
		if (measure.compareTo(least) < 0) {
			throw new InvalidInputException("measure", Durations.format(measure) + " is too short; with a ramp of "
					+ Durations.format(ramp) + " it must be " + Durations.format(least) + " or more");
		}
		if (timeout.isZero()) {
			throw new InvalidInputException("timeout", "the timeout must be above 0, such as 10s");
		}
		if (rate != null && openUsers(rate, timeout) > MOST_USERS) {
			throw new InvalidInputException("rate",
					rate + " arrivals a second that may each wait " + Durations.format(timeout) + " need more than "
							+ MOST_USERS + " users of the generator; shorten timeout or lower rate");
		}
	}

	/** Whether requests arrive whether or not those before them are answered. */
	public boolean open() {
		return this.rate != null;
	}

	/** The JMeter plan, without {@code .jmx}. */
	public String plan() {
		return open() ? "open-arrivals" : "closed-loop";
	}

	/**
	 * Users of the generator. An open workload gets as many as Little's law asks for when
	 * every request waits for its timeout, and a quarter more, so that one is always free
	 * to send.
	 */
	public int generatorUsers() {
		Integer arrivals = this.rate;
		return (arrivals != null) ? openUsers(arrivals, this.timeout) : this.users;
	}

	/** The load that warms up, a closed workload. */
	public Load whileWarmingUp() {
		int warm = (this.warmUpUsers != null) ? this.warmUpUsers : open() ? WARM_UP_USERS : this.users;
		return open() ? new Load(this.path, warm, null, SETTLE, this.warmUp, warm, PUBLISHED.measure, this.timeout)
				: new Load(this.path, warm, null, this.ramp, this.warmUp, warm, this.measure, this.timeout);
	}

	/** The same load at a point of the axis; a load knows the axes users and rate. */
	Load at(Point point) {
		return switch (point.axis()) {
			case Axis.USERS -> withUsers((int) point.value());
			case Axis.RATE -> new Load(this.path, this.users, (int) point.value(), this.ramp, this.warmUp,
					this.warmUpUsers, this.measure, this.timeout);
			default -> this;
		};
	}

	/** The same load with other users. */
	public Load withUsers(int users) {
		return new Load(this.path, users, this.rate, this.ramp, this.warmUp, this.warmUpUsers, this.measure,
				this.timeout);
	}

	/** The same load with other times. */
	public Load withTimes(Duration warmUp, Duration measure) {
		return new Load(this.path, this.users, this.rate, this.ramp, warmUp, this.warmUpUsers, measure, this.timeout);
	}

	private static int openUsers(int rate, Duration timeout) {
		return (int) Math.ceil(SPARE * rate * timeout.toMillis() / 1000.0) + 10;
	}

	private static void inRange(String key, @Nullable Integer value) {
		if (value != null && (value < 1 || value > MOST_USERS)) {
			throw new InvalidInputException(key, value + " is out of range; accepted: 1 to " + MOST_USERS);
		}
	}

	private static void wholeSeconds(String key, Duration value) {
		if (value.toMillis() % 1000 != 0 || value.compareTo(MOST) > 0) {
			throw new InvalidInputException(key,
					Durations.format(value) + " is not accepted; JMeter takes whole seconds, at most 12h");
		}
	}

}
