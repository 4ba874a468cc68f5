package lab.harness.report;

import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.Series.Quantity;
import lab.harness.report.Block.Chart;
import lab.harness.report.Block.Key;
import lab.harness.report.Document.Section;
import org.jspecify.annotations.Nullable;

/**
 * The sections of charts alone. Only the page has them.
 */
record ChartSections(ReportedRuns runs) {

	private static final Key FAULT = new Key("wrong", "fault");

	private static final Key WINDOW = new Key("window", "the measured window; ramp and drain lie outside");

	Section replay() {
		if (!hasRequests()) {
			return Section.of("Replay", false);
		}
		String note = "The recorded samples of all variants on one time axis: each figure is that of the second before, "
				+ "errors are the sum so far. The end shows the figures of the result: mean throughput and threads of the "
				+ "window, "
				+ (this.runs.hasOpenLoadOrFaults() ? "most requests in flight in the app"
						: "mean requests in flight (throughput × mean latency)")
				+ ", errors of the whole run. Keys: Space plays and pauses, ← and → move by one second, Page Up and "
				+ "Page Down by ten, Home and End go to the start and the end.";
		Key ceiling = this.runs.has(Metric.CEILING) ? new Key("ceiling", "ceiling") : null;
		return Section.of("Replay", false,
				chart("replay", "", note, this.runs.hasOpenLoadOrFaults() ? FAULT : ceiling));
	}

	Section overTime() {
		Key ceiling = this.runs.has(Metric.CEILING) ? new Key("dashed", "ceiling") : null;
		Chart breaker = ifRecorded(Quantity.BREAKER, "breaker", "Circuit breaker", FAULT);
		if (!this.runs.hasOpenLoadOrFaults()) {
			return Section.of("Over time", false,
					hasRequests() ? chart("throughput", "Throughput",
							"Successful requests by the second in which they ended, of the whole run.",
							new Key("solid", "measured"), ceiling, WINDOW) : null,
					breaker);
		}
		return Section.of("Over time", false,
				ifRecorded(Quantity.LATENCY, "latency", "Mean response time of the requests that ended", FAULT),
				ifRecorded(Quantity.IN_FLIGHT, "inFlight", "Requests in flight", new Key("solid", "at the clients"),
						new Key("dotted", "in the app"), FAULT),
				breaker);
	}

	Section latency() {
		if (this.runs.outcomes().stream().noneMatch((run) -> run.series().latencies() != null)) {
			return Section.of("Latency", false);
		}
		boolean backendKnown = this.runs.outcomes()
			.stream()
			.map((run) -> run.series().latencies())
			.anyMatch((latencies) -> latencies != null && !latencies.knownMillis().isEmpty());
		String note = "All requests that ended in the window, failed ones with the time that their users waited. "
				+ (this.runs.has(Metric.OFFERED)
						? "Arrivals are open: latency counts from the time at which a request was due."
						: "A closed workload records no intended start times, so a server that stalls looks better here than "
								+ "it was.");
		return Section.of("Latency", false, chart("percentiles", "Percentiles", note),
				backendKnown
						? chart("distribution", "Distribution",
								"Where measured and backend agree, a request waits for nothing else.",
								new Key("bars", "measured"), new Key("dashed", "the delays of the backend alone"))
						: chart("distribution", "Distribution", ""));
	}

	Section resources() {
		Key shade = this.runs.hasOpenLoadOrFaults() ? FAULT : WINDOW;
		String process = (this.runs.hasOpenLoadOrFaults() || this.runs.has(Quantity.THROUGHPUT)) ? "the app"
				: "the program";
		Key[] processes = !this.runs.has(Quantity.GENERATOR_CPU) ? new Key[] { new Key("solid", "program") }
				: new Key[] { new Key("solid", "app"), new Key("dashed", "backend"), new Key("dotted", "JMeter"),
						shade };
		return Section.of("Threads, memory, CPU", false,
				ifRecorded(Quantity.THREADS, "threads", "Platform threads of " + process),
				ifRecorded(Quantity.RSS, "memory", "Memory of " + process, new Key("solid", "resident"),
						this.runs.has(Quantity.HEAP) ? new Key("dotted", "heap in use") : null, shade),
				// The collector collects all of the heap when it is full.
				this.runs.outcomes()
					.stream()
					.anyMatch((run) -> Objects.requireNonNullElse(run.value(Metric.FULL_COLLECTIONS), 0.0) > 0)
							? chart("pauses", "Collector pauses of " + process, "", shade) : null,
				ifRecorded(Quantity.APP_CPU, "cpu", "CPU", processes));
	}

	/** A stream is a single request for the whole run, which has no rate. */
	private boolean hasRequests() {
		return this.runs.has(Quantity.THROUGHPUT) && !this.runs.has(Metric.EVENTS);
	}

	private @Nullable Chart ifRecorded(Quantity track, String id, String title, @Nullable Key... keys) {
		return this.runs.has(track) ? chart(id, title, "", keys) : null;
	}

	private static Chart chart(String id, String title, String note, @Nullable Key... keys) {
		return new Chart(id, title, note, Stream.of(keys).filter(Objects::nonNull).toList());
	}

}
