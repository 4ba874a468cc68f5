package lab.harness.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import lab.harness.report.AdviceText.Reading;
import lab.harness.run.Meters;
import org.jspecify.annotations.Nullable;

/**
 * What a running service tells about itself. A value that is given replaces the one that
 * could be read; what the service does not tell is null.
 */
final class ServiceReading {

	private static final String REQUESTS = "http.server.requests";

	private static final double MIB = 1024 * 1024;

	/** The counters of which the growth is read, with the statistic of each. */
	private static final Map<String, String> COUNTERS = Map.of(REQUESTS, "COUNT", "http.client.requests", "TOTAL_TIME",
			"hikaricp.connections.usage", "TOTAL_TIME", "process.cpu.time", "COUNT");

	private final @Nullable Meters meters;

	private final Duration counted;

	private final Map<String, Double> growth = new HashMap<>();

	private final List<Reading> readings = new ArrayList<>();

	/**
	 * Reads the counters at both ends of a time, so that the start-up of the service and
	 * its quiet hours do not count.
	 * @param meters those of the service, or null if there is none to read from
	 * @param counted the time from one reading to the other
	 */
	ServiceReading(@Nullable Meters meters, Duration counted) throws InterruptedException {
		this.meters = meters;
		this.counted = counted;
		if (meters != null) {
			Map<String, Double> before = counters();
			Thread.sleep(counted);
			counters().forEach((meter, after) -> this.growth.put(meter, after - before.getOrDefault(meter, 0.0)));
		}
	}

	private Map<String, Double> counters() {
		Map<String, Double> counters = new HashMap<>();
		COUNTERS.forEach((meter, statistic) -> {
			Double value = read(meter, statistic);
			if (value != null) {
				counters.put(meter, value);
			}
		});
		return counters;
	}

	/** Requests that came in the time. */
	private double requests() {
		return this.growth.getOrDefault(REQUESTS, 0.0);
	}

	/** Requests a second in the time; null if none came. */
	@Nullable Double rate() {
		if (requests() <= 0) {
			return null;
		}
		double rate = requests() * 1000 / this.counted.toMillis();
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

}
