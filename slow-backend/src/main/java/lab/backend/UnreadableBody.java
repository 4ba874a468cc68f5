package lab.backend;

import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import org.springframework.web.server.WebExceptionHandler;

/**
 * Answers requests to the management port whose body cannot be read, before any endpoint
 * sees them.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class UnreadableBody {

	private static final String RIGHT = "; send JSON such as {\"latency\":\"fixed 40ms\",\"seed\":7}"
			+ " with 'Content-Type: application/json'";

	/** It comes before Spring Boot's own handler, whose answer has only a status. */
	@Bean
	@Order(-3)
	WebExceptionHandler unreadableBodyHandler(JsonMapper json) {
		return (exchange, ex) -> switch (ex) {
			case ServerWebInputException bad ->
				answer(exchange, json, HttpStatus.BAD_REQUEST, "the body is no flat JSON object");
			case UnsupportedMediaTypeStatusException bad ->
				answer(exchange, json, HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the body is not said to be JSON");
			default -> Mono.error(ex);
		};
	}

	private static Mono<Void> answer(ServerWebExchange exchange, JsonMapper json, HttpStatus status, String what) {
		ServerHttpResponse response = exchange.getResponse();
		response.setStatusCode(status);
		response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
		byte[] problem = json.writeValueAsBytes(ProblemDetail.forStatusAndDetail(status, what + RIGHT));
		return response.writeWith(Mono.just(response.bufferFactory().wrap(problem)));
	}

}
