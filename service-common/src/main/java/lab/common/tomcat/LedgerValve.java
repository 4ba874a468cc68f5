package lab.common.tomcat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.ServletException;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import org.apache.catalina.AccessLog;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Counts the requests of the main port: the Tomcat of the management port is not
 * customized. A valve sees a request before Spring does, and Tomcat writes its access log
 * after the answer was written, even if the handler is asynchronous. Spring's meters do
 * not count clients that left.
 */
class LedgerValve extends ValveBase implements AccessLog, WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	private static final String RECEIVED = LedgerValve.class.getName();

	private final Ledger ledger;

	LedgerValve(Ledger ledger) {
		super(true);
		this.ledger = ledger;
	}

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		factory.addEngineValves(this);
	}

	/** Tomcat invokes the valve again when it dispatches an asynchronous request. */
	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if (request.getNote(RECEIVED) == null) {
			request.setNote(RECEIVED, RECEIVED);
			this.ledger.received();
		}
		getNext().invoke(request, response);
	}

	/** Tomcat also logs bytes that it could not read as a request. */
	@Override
	public void log(Request request, Response response, long nanos) {
		if (request.getNote(RECEIVED) == null) {
			return;
		}
		request.removeNote(RECEIVED);
		if (isBroken(response.getCoyoteResponse())) {
			this.ledger.abandoned();
		}
		else {
			this.ledger.answered(response.getStatus(), request.getAttribute(Cause.ATTRIBUTE));
		}
	}

	/**
	 * Whether writing failed, which means that the client has left. A waiting thread does
	 * not notice that, and the first write after it often succeeds.
	 */
	private static boolean isBroken(org.apache.coyote.Response response) {
		if (!response.isError()) {
			return false;
		}
		AtomicBoolean writable = new AtomicBoolean();
		response.action(ActionCode.IS_IO_ALLOWED, writable);
		return !writable.get();
	}

	@Override
	public void setRequestAttributesEnabled(boolean enabled) {
		// the ledger does not need the client's address
	}

	@Override
	public boolean getRequestAttributesEnabled() {
		return false;
	}

}
