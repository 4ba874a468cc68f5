package lab.backend;

import lab.wire.BackendCounters;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.stereotype.Component;

/**
 * Serves the counters, {@code /actuator/counters}.
 */
@Component
@WebEndpoint(id = "counters")
class CountersEndpoint {

	private final RequestCounter counter;

	CountersEndpoint(RequestCounter counter) {
		this.counter = counter;
	}

	@ReadOperation
	BackendCounters counters() {
		return this.counter.read();
	}

}
