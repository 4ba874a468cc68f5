package lab.common;

import lab.wire.Terms;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The terms on the management port, {@code GET /actuator/terms}.
 */
@Endpoint(id = "terms")
public final class TermsEndpoint {

	private final TermsReport report;

	public TermsEndpoint(TermsReport report) {
		this.report = report;
	}

	@ReadOperation
	public Terms terms() {
		return this.report.read();
	}

}
