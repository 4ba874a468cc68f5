package lab.tomcat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.ServletException;
import lab.common.failure.Cause;
import lab.common.ledger.Ledger;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Counts the requests of the main port: the management port has a Tomcat of its own,
 * which this does not customize. A valve rather than a filter, because Spring handles the
 * failure to write an answer before a filter sees it.
 */
@Component
class LedgerValve extends ValveBase implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	private final Ledger ledger;

	LedgerValve(Ledger ledger) {
		super(true);
		this.ledger = ledger;
	}

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		factory.addEngineValves(this);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		this.ledger.received();
		try {
			getNext().invoke(request, response);
			// Tomcat would do this right after; done here, a failure to write is seen
			response.finishResponse();
		}
		finally {
			if (isBroken(response.getCoyoteResponse())) {
				this.ledger.abandoned();
			}
			else {
				this.ledger.answered(response.getStatus(), request.getAttribute(Cause.ATTRIBUTE));
			}
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

}
