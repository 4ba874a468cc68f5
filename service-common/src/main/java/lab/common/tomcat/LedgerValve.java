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
 * Counts the requests of the main port: the management port has a Tomcat of its own,
 * which this does not customize. A valve sees a request begin before Spring does. Its end
 * is the moment of Tomcat's access log, after the answer was written, whether the handler
 * was asynchronous or not. Ours, because Spring's meters know no client that left.
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

	/** An asynchronous request comes again when it is dispatched. */
	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if (request.getNote(RECEIVED) == null) {
			request.setNote(RECEIVED, RECEIVED);
			this.ledger.received();
		}
		getNext().invoke(request, response);
	}

	/** What Tomcat could not read as a request was never received. */
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
	 * Whether writing failed, which means that the client has left. A thread that waits
	 * does not notice a client that leaves, and the first write after that often
	 * succeeds.
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
		// the ledger does not ask for the client's address
	}

	@Override
	public boolean getRequestAttributesEnabled() {
		return false;
	}

}
