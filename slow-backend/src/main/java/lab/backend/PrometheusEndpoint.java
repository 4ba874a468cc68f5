package lab.backend;

import java.util.Locale;

import lab.wire.BackendCounters;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.stereotype.Component;

/**
 * Serves the counters in Prometheus' format, {@code /actuator/prometheus}. The text is
 * written by hand, because meters would cost CPU time per request.
 */
@Component
@WebEndpoint(id = "prometheus")
class PrometheusEndpoint {

	private final RequestCounter counter;

	PrometheusEndpoint(RequestCounter counter) {
		this.counter = counter;
	}

	@ReadOperation(produces = "text/plain;version=0.0.4;charset=utf-8")
	String scrape() {
		BackendCounters counters = this.counter.read();
		BackendCounters.Requests requests = counters.requests();
		return line("backend_received_total", "counter", requests.received())
				+ line("backend_completed_total", "counter", requests.completed())
				+ line("backend_failed_total", "counter", requests.failed())
				+ line("backend_given_seconds_total", "counter", counters.delays().givenMillis() / 1000)
				+ line("backend_in_flight", "gauge", requests.inFlight());
	}

	private static String line(String name, String type, double value) {
		return String.format(Locale.ROOT, "# TYPE %s %s\n%s %s\n", name, type, name, value);
	}

}
