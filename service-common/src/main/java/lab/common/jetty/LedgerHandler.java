package lab.common.jetty;

import java.io.IOException;

import lab.common.Drain;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Counts the requests of the main port, before all other handlers and after the answer
 * was written. After SIGTERM it closes each connection with the answer.
 */
class LedgerHandler extends Handler.Wrapper implements WebServerFactoryCustomizer<JettyServletWebServerFactory> {

	private final Ledger ledger;

	private final Drain drain;

	LedgerHandler(Ledger ledger, Drain drain) {
		this.ledger = ledger;
		this.drain = drain;
	}

	@Override
	public void customize(JettyServletWebServerFactory factory) {
		factory.addServerCustomizers((server) -> {
			setHandler(server.getHandler());
			server.setHandler(this);
		});
	}

	@Override
	public boolean handle(Request request, Response response, Callback callback) throws Exception {
		this.ledger.received();
		if (this.drain.begun()) {
			response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
		}
		Request.addCompletionListener(request, (failure) -> ended(failure, request, response));
		return super.handle(request, response, callback);
	}

	/** A waiting thread does not notice that the client leaves; writing to it fails. */
	private void ended(@Nullable Throwable failure, Request request, Response response) {
		if (failure instanceof IOException) {
			this.ledger.abandoned();
		}
		else {
			this.ledger.answered((failure != null) ? 500 : response.getStatus(), request.getAttribute(Cause.ATTRIBUTE));
		}
	}

}
