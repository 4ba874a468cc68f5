package lab.backend;

import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.stereotype.Component;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/**
 * Passes {@code GET /} directly to the controller, without filters, mapping and content
 * negotiation. They would cost more than the response, and the backend shares the machine
 * with the measured app. Other requests take the usual path.
 */
@Component
class ShortCut implements WebHttpHandlerBuilderCustomizer {

	private final SlowController controller;

	ShortCut(SlowController controller) {
		this.controller = controller;
	}

	@Override
	public void customize(WebHttpHandlerBuilder builder) {
		builder.httpHandlerDecorator(this::around);
	}

	private HttpHandler around(HttpHandler usual) {
		return (request, response) -> (request.getMethod() == HttpMethod.GET && "/".equals(request.getPath().value()))
				? this.controller.answer(response) : usual.handle(request, response);
	}

}
