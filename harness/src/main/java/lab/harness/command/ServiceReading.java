package lab.harness.command;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lab.harness.advise.Advice;
import lab.harness.advise.AdviceText.Reading;
import lab.harness.report.Text;
import lab.harness.run.Meters;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a running service. A value that is given replaces the one that could be
 * read; what the service does not tell is null.
 */
final class ServiceReading {

	private static final String REQUESTS = "http.server.requests";

	static final String CALLS = "http.client.requests";

	static final String CONNECTIONS = "hikaricp.connections.usage";

	private static final String CONNECTION_WAITS = "hikaricp.connections.acquire";

	static final String PROCESSOR = "process.cpu.time";

	/** The clock of this JVM, which grows like a counter. */
	private static final String NANOS = "nanos";

	private final @Nullable Meters meters;

	/** The growth of each statistic of a meter from one reading to the other. */
	private final Map<String, Double> growth;

	/** Requests that came in the time, without those of the readings. */
	private final double requests;

	/** Seconds that they took. */
	private final double requestSeconds;

	private final List<Reading> readings = new ArrayList<>();

	/** Without a service to read from. */
	ServiceReading() {
		this.meters = null;
		this.growth = Map.of();
		this.requests = 0;
		this.requestSeconds = 0;
	}

	/**
	 * Reads the counters at both ends of a time, so that the start-up of the service and
	 * its quiet hours do not count.
	 * @param meters those of the service
	 * @param counted the least time from one reading to the other
	 */
	ServiceReading(Meters meters, Duration counted) throws InterruptedException {
		this.meters = meters;
		String actuator = meters.actuator().getPath().replaceFirst("/+$", "");
		String ownRequests = REQUESTS + "?tag=uri:"
				+ URLEncoder.encode(actuator + "/metrics/{requiredMetricName}", StandardCharsets.UTF_8);
		Map<String, Double> before = counters(meters, ownRequests);
		Thread.sleep(counted);
		this.growth = counters(meters, ownRequests);
		this.growth.replaceAll((statistic, value) -> value - before.getOrDefault(statistic, 0.0));
		this.requests = count(REQUESTS) - count(ownRequests);
		this.requestSeconds = seconds(REQUESTS) - seconds(ownRequests);
	}

	/** Reads the counters, and the clock when the requests are read. */
	private static Map<String, Double> counters(Meters meters, String ownRequests) {
		Map<String, Double> counters = new HashMap<>();
		for (String meter : List.of(REQUESTS, ownRequests, CALLS, CONNECTIONS, CONNECTION_WAITS, PROCESSOR)) {
			meters.read(meter).forEach((statistic, value) -> counters.put(meter + statistic, value));
			counters.putIfAbsent(NANOS, (double) System.nanoTime());
		}
		return counters;
	}

	private double count(String meter) {
		return this.growth.getOrDefault(meter + "COUNT", 0.0);
	}

	private double seconds(String meter) {
		return meter.equals(PROCESSOR) ? count(meter) : this.growth.getOrDefault(meter + "TOTAL_TIME", 0.0);
	}

	/** Requests a second in the time; null if none came. */
	@Nullable Double rate() {
		if (this.requests <= 0) {
			return null;
		}
		double rate = this.requests * 1e9 / this.growth.getOrDefault(NANOS, 0.0);
		add("--rate", Text.number(rate, 1) + " req/s", REQUESTS);
		return rate;
	}

	/** The values that were read, in their order. */
	List<Reading> readings() {
		return List.copyOf(this.readings);
	}

	/** How many there are; infinite if the meter is negative, which means no limit. */
	@Nullable Double amount(@Nullable Double given, String option, String meter) {
		Double value = (given == null) ? read(meter) : null;
		if (value == null || value == 0) {
			return given;
		}
		if (value < 0) {
			add(option, "no limit", meter);
			return Double.POSITIVE_INFINITY;
		}
		add(option, Text.number(value, 0), meter);
		return value;
	}

	/** A size in bytes; unknown if the meter has no limit. */
	@Nullable Double bytes(@Nullable Double given, String option, String meter) {
		Double value = (given == null) ? read(meter) : null;
		if (value == null || value <= 0) {
			return given;
		}
		add(option, Text.number(value / Advice.MIB, 0) + " MiB", meter);
		return value;
	}

	/** Seconds that all requests of the time took, as milliseconds of one request. */
	@Nullable Double millis(@Nullable Double given, String option, String meter) {
		double seconds = seconds(meter);
		if (given != null || seconds <= 0 || this.requests <= 0) {
			return given;
		}
		double millis = 1000 * seconds / this.requests;
		add(option, Text.number(millis, 3) + " ms", meter + " / " + REQUESTS);
		return millis;
	}

	/**
	 * Whether a request keeps its connection to the database while it calls another
	 * service. If it did one after the other, it would take at least the sum of both,
	 * besides the wait for a connection; here more than half of the call is missing from
	 * that sum, and the connection is used for longer than the call.
	 */
	boolean isHeldDuringCall() {
		double calls = seconds(CALLS);
		double connections = seconds(CONNECTIONS);
		double own = this.requestSeconds - seconds(CONNECTION_WAITS);
		boolean held = calls > 0 && own > 0 && connections >= calls && own < connections + calls / 2;
		if (held) {
			add("--held", "yes", CONNECTIONS + " + " + CALLS + " > " + REQUESTS);
		}
		return held;
	}

	/** Whether the server is a Tomcat; its sessions have meters without any setting. */
	boolean isTomcat() {
		return read("tomcat.sessions.active.max") != null || read("tomcat.threads.config.max") != null;
	}

	/** Request threads at work now, to be compared with the requests in flight. */
	void busyThreads() {
		Double busy = read("tomcat.threads.busy");
		if (busy != null && busy >= 0) {
			add("request threads busy now", Text.number(busy, 0), "tomcat.threads.busy");
		}
	}

	private @Nullable Double read(String meter) {
		return (this.meters != null) ? this.meters.read(meter, "VALUE") : null;
	}

	private void add(String what, String value, String meter) {
		this.readings.add(new Reading(what, value, meter));
	}

}
