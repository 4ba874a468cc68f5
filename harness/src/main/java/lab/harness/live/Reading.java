package lab.harness.live;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

import lab.harness.analysis.LittlesLaw;
import lab.harness.live.ModelSecond.Cost;
import lab.harness.live.ModelSecond.Places;
import lab.harness.live.ModelSecond.Times;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * The counters of an app at a moment.
 *
 * @param nanos the moment, by {@link System#nanoTime()}
 * @param meters its meters by their names for Prometheus
 */
record Reading(long nanos, AppLedger ledger, Map<String, Double> meters) {

	private static final String CPU = "process_cpu_time_ns_total";

	private static final String THREADS = "jvm_threads_live_threads";

	private static final String CARRIERS = "virtual_threads_carriers";

	/** Only these meters are collected; a counter has two names in the filter. */
	private static final String METERS = "prometheus?includedNames=process_cpu_time_ns," + CPU + "," + THREADS + ","
			+ CARRIERS;

	private static final double MIB = 1024 * 1024;

	/** By so many the counts of requests and of calls may differ in a reading. */
	private static final int AT_A_MOMENT = 5;

	/** The status of an answer by its cause in the ledger. */
	private static final Map<String, String> STATUS = Map.ofEntries(Map.entry("bulkhead-full", "503"),
			Map.entry("breaker-open", "503"), Map.entry("pool-full", "503"), Map.entry("local-limit", "503"),
			Map.entry("connect-timeout", "504"), Map.entry("read-timeout", "504"), Map.entry("connect-refused", "502"),
			Map.entry("reset", "502"), Map.entry("closed-early", "502"), Map.entry("server-error", "502"),
			Map.entry("unusable", "502"), Map.entry("client-error", "4xx"), Map.entry("other-error", "5xx"));

	/** Reads an app; it completes exceptionally if the app does not answer. */
	static CompletableFuture<Reading> of(WatchedService app) {
		return app.read("ledger", AppLedger.class)
			.thenCombine(app.text(METERS), (ledger, meters) -> new Reading(System.nanoTime(), ledger, meters(meters)));
	}

	/**
	 * Reads lines such as {@code name{tag="value"} 1.5}; of several tags the last one.
	 */
	static Map<String, Double> meters(String text) {
		Map<String, Double> meters = new HashMap<>();
		text.lines().filter((line) -> !line.startsWith("#") && !line.isBlank()).forEach((line) -> {
			try {
				meters.put(line.split("[{ ]", 2)[0], Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)));
			}
			catch (NumberFormatException ex) {
				// A line that is no sample says nothing about the app.
			}
		});
		return meters;
	}

	/** Whether the app was started again since an earlier reading. */
	boolean isAfterRestart(Reading before) {
		return this.ledger.requests().received() < before.ledger.requests().received();
	}

	/** Whether the app has received requests since an earlier reading, or serves some. */
	boolean isBusySince(Reading before) {
		return this.ledger.requests().received() > before.ledger.requests().received()
				|| this.ledger.requests().inFlight() > 0;
	}

	/**
	 * Whether the requests since an earlier reading have called the backend once each,
	 * give or take a tenth; null without any.
	 */
	@Nullable Boolean callsOnceSince(Reading before) {
		long requests = this.ledger.requests().received() - before.ledger.requests().received();
		long calls = this.ledger.calls().backendAttempts() - before.ledger.calls().backendAttempts();
		if (requests + calls == 0) {
			return null;
		}
		return calls > 0 && Math.abs(calls - requests) <= AT_A_MOMENT + Math.max(calls, requests) / 10;
	}

	/**
	 * The figures of the app between two readings of it.
	 * @param users users in a closed loop whose requests are counted, or null for others
	 * @param percentiles the times of the users, or null
	 */
	ModelSecond since(Reading before, @Nullable Integer users, JtlTail.@Nullable Percentiles percentiles,
			@Nullable Double ceiling) {
		double seconds = (this.nanos - before.nanos) / 1e9;
		Map<String, Double> errors = new TreeMap<>();
		this.ledger.requests().answers().forEach((cause, count) -> {
			long more = count - before.ledger.requests().answers().getOrDefault(cause, 0L);
			if (more > 0 && !cause.equals("ok")) {
				String status = STATUS.get(cause);
				errors.put((status != null) ? status + " " + cause : cause, more / seconds);
			}
		});
		long left = this.ledger.requests().abandoned() - before.ledger.requests().abandoned();
		if (left > 0) {
			errors.put("abandoned", left / seconds);
		}
		AppLedger.Requests requests = this.ledger.requests();
		long ok = requests.answers().getOrDefault("ok", 0L) - before.ledger.requests().answers().getOrDefault("ok", 0L);
		return new ModelSecond(ok / seconds, errors,
				Places.of(users, requests.inFlight(), this.ledger.calls().backendConnectionsLeased()),
				new Times((percentiles != null) ? (Integer) percentiles.p50() : null,
						(percentiles != null) ? (Integer) percentiles.p99() : null, meanMillis(before)),
				cost(before, seconds), ceiling);
	}

	/**
	 * The mean time of a request in the app: its requests in flight by its throughput.
	 */
	private @Nullable Double meanMillis(Reading before) {
		double inFlightSeconds = this.ledger.requests().inFlightSeconds() - before.ledger.requests().inFlightSeconds();
		long completed = this.ledger.requests().completed() - before.ledger.requests().completed();
		return (completed > 0) ? (Double) LittlesLaw.millis(inFlightSeconds, completed) : null;
	}

	private Cost cost(Reading before, double seconds) {
		double cpuNanos = meter(CPU) - before.meter(CPU);
		Double carriers = this.meters.get(CARRIERS);
		return new Cost(Math.max(0, cpuNanos / 1e9 / seconds), this.ledger.jvm().heapUsedBytes() / MIB,
				(int) meter(THREADS), (carriers != null) ? (Integer) carriers.intValue() : null);
	}

	private double meter(String name) {
		return this.meters.getOrDefault(name, 0.0);
	}

}
