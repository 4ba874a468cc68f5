package lab.harness.command;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import lab.harness.advise.AdviceText.Reading;
import lab.harness.run.Meters;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a running service. A value that is given replaces the one that could be
 * read; what the service does not tell is null.
 */
final class ServiceReading {

	private static final String REQUESTS = "http.server.requests";

	private static final double MIB = 1024 * 1024;

	private final @Nullable Meters meters;

	/** The counters of which the growth is read, in this order. */
	private final List<Counter> counters;

	private final Map<String, Double> growth = new HashMap<>();

	/** Time between the two readings of the requests. */
	private final long nanos;

	private final List<Reading> readings = new ArrayList<>();

	private final String ownRequests;

	/** Without a service to read from. */
	ServiceReading() {
		this.meters = null;
		this.counters = List.of();
		this.nanos = 0;
		this.ownRequests = "";
	}

	/**
	 * Reads the counters at both ends of a time, so that the start-up of the service and
	 * its quiet hours do not count.
	 * @param meters those of the service
	 * @param base the path of Actuator, such as {@code /actuator}
	 * @param counted the least time from one reading to the other
	 */
	ServiceReading(Meters meters, String base, Duration counted) throws InterruptedException {
		this.meters = meters;
		this.ownRequests = REQUESTS + "?tag=uri:" + URLEncoder
			.encode(base.replaceFirst("/+$", "") + "/metrics/{requiredMetricName}", StandardCharsets.UTF_8);
		this.counters = List.of(new Counter(REQUESTS, "COUNT"), new Counter(this.ownRequests, "COUNT"),
				new Counter("http.client.requests", "TOTAL_TIME"),
				new Counter("hikaricp.connections.usage", "TOTAL_TIME"), new Counter("process.cpu.time", "COUNT"));
		Counts before = counts();
		Thread.sleep(counted);
		Counts after = counts();
		this.nanos = after.readAt() - before.readAt();
		after.values()
			.forEach((meter, value) -> this.growth.put(meter, value - before.values().getOrDefault(meter, 0.0)));
	}

	private Counts counts() {
		Map<String, Double> values = new HashMap<>();
		long readAt = 0;
		for (Counter counter : this.counters) {
			Double value = read(counter.meter(), counter.statistic());
			if (counter.meter().equals(REQUESTS)) {
				readAt = System.nanoTime();
			}
			if (value != null) {
				values.put(counter.meter(), value);
			}
		}
		return new Counts(readAt, values);
	}

	/** Requests that came in the time, without those of the readings. */
	private double requests() {
		return this.growth.getOrDefault(REQUESTS, 0.0) - this.growth.getOrDefault(this.ownRequests, 0.0);
	}

	/** Requests a second in the time; null if none came. */
	@Nullable Double rate() {
		if (requests() <= 0) {
			return null;
		}
		double rate = requests() * 1e9 / this.nanos;
		add("--rate", number(rate, 1) + " req/s", REQUESTS);
		return rate;
	}

	/** The values that were read, in their order. */
	List<Reading> readings() {
		return List.copyOf(this.readings);
	}

	/** How many there are; infinite if the meter is negative, which means no limit. */
	@Nullable Double amount(@Nullable Double given, String option, String meter) {
		Double value = (given == null) ? read(meter, "VALUE") : null;
		if (value == null || value == 0) {
			return given;
		}
		if (value < 0) {
			add(option, "no limit", meter);
			return Double.POSITIVE_INFINITY;
		}
		add(option, number(value, 0), meter);
		return value;
	}

	/** A size in bytes; unknown if the meter has no limit. */
	@Nullable Double bytes(@Nullable Double given, String option, String meter) {
		Double value = (given == null) ? read(meter, "VALUE") : null;
		if (value == null || value <= 0) {
			return given;
		}
		add(option, number(value / MIB, 0) + " MiB", meter);
		return value;
	}

	/** Seconds that all requests of the time took, as milliseconds of one request. */
	@Nullable Double millis(@Nullable Double given, String option, String meter) {
		double seconds = this.growth.getOrDefault(meter, 0.0);
		if (given != null || seconds <= 0 || requests() <= 0) {
			return given;
		}
		double millis = 1000 * seconds / requests();
		add(option, number(millis, 3) + " ms", meter + " / " + REQUESTS);
		return millis;
	}

	/** Request threads at work now, to be compared with the requests in flight. */
	void busyThreads() {
		Double busy = read("tomcat.threads.busy", "VALUE");
		if (busy != null && busy >= 0) {
			add("request threads busy now", number(busy, 0), "tomcat.threads.busy");
		}
	}

	private @Nullable Double read(String meter, String statistic) {
		return (this.meters != null) ? this.meters.read(meter, statistic) : null;
	}

	private void add(String what, String value, String meter) {
		this.readings.add(new Reading(what, value, meter));
	}

	private static String number(double value, int digits) {
		return String.format(Locale.ROOT, "%." + digits + "f", value);
	}

	private record Counter(String meter, String statistic) {
	}

	/**
	 * The counters at one time.
	 *
	 * @param readAt when the requests were read, by {@link System#nanoTime()}
	 */
	private record Counts(long readAt, Map<String, Double> values) {
	}

}
