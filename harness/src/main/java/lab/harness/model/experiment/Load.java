package lab.harness.model.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The load of a service. In a closed workload each user waits for the response before the
 * next request. In an open workload requests arrive whether or not earlier ones have been
 * answered. The defaults in YAML are those of the published run.
 *
 * @param request the request that the users send
 * @param users users of a closed workload, 1 to 20,000
 * @param rate arrivals a second of an open workload, 1 to 20,000; null for a closed one
 * @param ramp time in which the users start, in whole seconds, 0 or more
 * @param warmUp the load before the measured one
 * @param measure duration of the measured load, ramp included, in whole seconds, at most
 * 12 h
 * @param timeout time after which a user gives up waiting for a response, above 0
 * @param think time from a response to the next request of the same user, 0 or more; null
 * for none, and for an open workload
 * @param readers the readers of the streams that the users subscribe to, or null for
 * requests that end
 */
public record Load(@JsonUnwrapped Request request, Integer users, @Nullable Integer rate, Duration ramp,
		@JsonUnwrapped WarmUp warmUp, Duration measure, Duration timeout, @Nullable Duration think,
		@Nullable Readers readers) {

	/**
	 * The least time from the ramp to the window. The first answers are faster, because
	 * the queue in front of the threads is not full yet.
	 */
	public static final Duration SETTLE = Duration.ofSeconds(1);

	/** A shorter window would show noise only. */
	private static final Duration LEAST_WINDOW = Duration.ofSeconds(3);

	private static final Duration MOST = Duration.ofHours(12);

	private static final Pattern EVERY = Pattern.compile("[?&]every=(\\d{1,5})");

	/** The most users of the generator, which has a thread for each of them. */
	public static final int MOST_USERS = 20_000;

	/**
	 * Open arrivals cluster at random, so they need more users than Little's law gives.
	 */
	private static final double SPARE = 1.25;

	public static final Load PUBLISHED = new Load(Request.get("/"), 500, null, Duration.ofSeconds(1),
			WarmUp.of(WarmUp.LONGEST), Duration.ofSeconds(60), Duration.ofSeconds(10));

	public Load {
		request = Objects.requireNonNullElse(request, Request.get("/"));
		users = Objects.requireNonNullElse(users, 500);
		Duration pause = Objects.requireNonNullElse(think, Duration.ZERO);
		// Users who start together and think as long as each other would send together.
		ramp = Objects.requireNonNullElse(ramp, Duration.ofSeconds(Math.max(1, pause.plusMillis(999).toSeconds())));
		warmUp = Objects.requireNonNullElse(warmUp, WarmUp.of(WarmUp.LONGEST));
		measure = Objects.requireNonNullElse(measure, Duration.ofSeconds(60));
		timeout = Objects.requireNonNullElse(timeout, Duration.ofSeconds(10));
		InvalidInputException.requireRange("users", users, 1, MOST_USERS);
		InvalidInputException.requireRange("rate", rate, 1, MOST_USERS);
		wholeSeconds("ramp", ramp);
		wholeSeconds("measure", measure);
		InvalidInputException.require(rate == null || pause.isZero(), "think",
				"open arrivals do not wait for users who think; leave out rate or think");
		Duration least = ramp.plus(SETTLE).plus(LEAST_WINDOW).plus(pause.multipliedBy(2));
		InvalidInputException.require(measure.compareTo(least) >= 0, "measure",
				Durations.format(measure) + " is too short; with a ramp of " + Durations.format(ramp)
						+ (pause.isZero() ? "" : " and users who think for " + Durations.format(pause)) + " it must be "
						+ Durations.format(least) + " or more");
		InvalidInputException.require(readers == null || rate == null && pause.isZero(), "readers",
				"subscribers neither arrive at a rate nor think; leave out rate and think");
		InvalidInputException.require(
				readers == null || request.isPlain() && EVERY.matcher(request.path().first()).find()
						&& !request.path().first().contains("count="),
				"path", "a load with 'readers' needs one stream without a count, such as /events?every=100");
		InvalidInputException.require(
				readers == null || measure.compareTo(ramp.multipliedBy(2).plus(SETTLE).plus(LEAST_WINDOW)) >= 0,
				"measure", "streams last for measure - ramp, and all of them must run at once: at least 2 x ramp + 4s");
		InvalidInputException.require(!timeout.isZero(), "timeout", "the timeout must be above 0, such as 10s");
		InvalidInputException.require(rate == null || openUsers(rate, timeout) <= MOST_USERS, "rate",
				rate + " arrivals a second that may each wait " + Durations.format(timeout) + " need more than "
						+ MOST_USERS + " users of the generator; shorten timeout or lower rate");
	}

	/** Creates a load of requests that end. */
	public Load(Request request, Integer users, @Nullable Integer rate, Duration ramp, WarmUp warmUp, Duration measure,
			Duration timeout, @Nullable Duration think) {
		this(request, users, rate, ramp, warmUp, measure, timeout, think, null);
	}

	/** Creates a load whose users do not think. */
	public Load(Request request, Integer users, @Nullable Integer rate, Duration ramp, WarmUp warmUp, Duration measure,
			Duration timeout) {
		this(request, users, rate, ramp, warmUp, measure, timeout, null);
	}

	/** The milliseconds from one event of a stream to the next. */
	public int everyMillis() {
		return Integer
			.parseInt(EVERY.matcher(this.request.path().first()).results().findFirst().orElseThrow().group(1));
	}

	public boolean open() {
		return this.rate != null;
	}

	public Duration thinkTime() {
		return Objects.requireNonNullElse(this.think, Duration.ZERO);
	}

	/** The JMeter plan, without {@code .jmx}. */
	public String plan() {
		return open() ? "open-arrivals" : "closed-loop";
	}

	/**
	 * Users of the generator. An open workload gets a quarter more than Little's law
	 * gives if every request waits for its timeout, so that a user is free when a request
	 * is due.
	 */
	public int generatorUsers() {
		Integer arrivals = this.rate;
		return (arrivals != null) ? openUsers(arrivals, this.timeout) : this.users;
	}

	/**
	 * The load of the warm-up. It is closed, because open arrivals would pile up in front
	 * of cold code. Few users do not think.
	 * @param most the most users, if the file does not say how many
	 */
	public Load whileWarmingUp(int most) {
		int warm = (this.warmUp.warmUpUsers != null) ? this.warmUp.warmUpUsers
				: open() ? most : Math.min(this.users, most);
		Request asked = (this.warmUp.warmUpPath != null) ? this.request.to(this.warmUp.warmUpPath) : this.request;
		boolean few = open() || warm < this.users;
		return new Load(asked, warm, null, few ? SETTLE : this.ramp, this.warmUp,
				few ? PUBLISHED.measure : this.measure, this.timeout, few ? null : this.think);
	}

	/** The axis with the users or the rate as its single point. */
	Axis axis() {
		return (this.rate != null) ? new Axis(Axis.RATE, List.of((double) this.rate))
				: new Axis(Axis.USERS, List.of((double) this.users));
	}

	/** The load at a point of the axis, with its users, its rate or its paths. */
	Load at(Point point) {
		int users = point.axis().equals(Axis.USERS) ? (int) point.value() : this.users;
		// A share of the capacity becomes a rate when the capacity is known.
		boolean open = point.axis().equals(Axis.RATE) || point.axis().equals(Axis.OF_CAPACITY);
		Integer rate = open ? (Integer) (int) point.value() : this.rate;
		return new Load(this.request.to(this.request.path().at(point)), users, rate, this.ramp, this.warmUp,
				this.measure, this.timeout, this.think, this.readers);
	}

	/** A copy with another warm-up. */
	public Load with(WarmUp other) {
		return new Load(this.request, this.users, this.rate, this.ramp, other, this.measure, this.timeout, this.think,
				this.readers);
	}

	/** The closed workload of its users, in place of open arrivals. */
	public Load closed() {
		return new Load(this.request, this.users, null, this.ramp, this.warmUp, this.measure, this.timeout, this.think);
	}

	/** Open arrivals in place of the users. */
	Load arriving(int arrivals) {
		return new Load(this.request, this.users, arrivals, this.ramp, this.warmUp, this.measure, this.timeout);
	}

	/** The load with the files of its request relative to that of the experiment. */
	Load resolved(Path experiment) {
		return new Load(this.request.resolved(experiment), this.users, this.rate, this.ramp, this.warmUp, this.measure,
				this.timeout, this.think, this.readers);
	}

	private static int openUsers(int rate, Duration timeout) {
		return (int) Math.ceil(SPARE * rate * timeout.toMillis() / 1000.0) + 10;
	}

	private static void wholeSeconds(String key, Duration value) {
		InvalidInputException.require(value.toMillis() % 1000 == 0 && value.compareTo(MOST) <= 0, key,
				Durations.format(value) + " is not accepted; JMeter takes whole seconds, at most 12h");
	}

	/**
	 * The load before the measured one, which leaves the code compiled. The components
	 * have the names of the keys.
	 *
	 * @param warmUp its longest duration, in whole seconds, 0 or more
	 * @param warmUpUsers its users, or null for few
	 * @param warmUpBursts its parts, 1 to 10; the app rests between them
	 * @param warmUpPath the path that it asks, or null for those of the load. Code that
	 * runs once in a request needs some 15,000 requests until it is optimised, which
	 * takes minutes where each of them computes for milliseconds.
	 */
	public record WarmUp(Duration warmUp, @Nullable Integer warmUpUsers, Integer warmUpBursts,
			@Nullable Paths warmUpPath) {

		/** A service with templates and a database needs 60 s on two cores (measured). */
		private static final Duration LONGEST = Duration.ofSeconds(90);

		public WarmUp {
			warmUp = Objects.requireNonNullElse(warmUp, LONGEST);
			warmUpBursts = Objects.requireNonNullElse(warmUpBursts, 1);
			wholeSeconds("warm-up", warmUp);
			InvalidInputException.requireRange("warm-up-users", warmUpUsers, 1, MOST_USERS);
			InvalidInputException.requireRange("warm-up-bursts", warmUpBursts, 1, 10);
			InvalidInputException.require(warmUp.toSeconds() % warmUpBursts == 0, "warm-up-bursts",
					Durations.format(warmUp) + " of warm-up do not make " + warmUpBursts + " bursts of whole seconds");
		}

		/** A single load of the requests and users of the measured one. */
		public static WarmUp of(Duration time) {
			return new WarmUp(time, null, 1, null);
		}

		/** A copy with the same users and paths, in one burst of another length. */
		public WarmUp lasting(Duration time) {
			return new WarmUp(time, this.warmUpUsers, 1, this.warmUpPath);
		}

	}

}
