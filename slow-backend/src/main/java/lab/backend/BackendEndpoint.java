package lab.backend;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;

/**
 * Shows and changes the settings while the backend runs, {@code /actuator/backend}.
 */
@Component
@WebEndpoint(id = "backend")
class BackendEndpoint {

	private final Delays delays;

	BackendEndpoint(Delays delays) {
		this.delays = delays;
	}

	@ReadOperation
	Delays.Settings settings() {
		return this.delays.settings();
	}

	/**
	 * Sets the latency, the seed or both; what is missing stays. The arrivals then draw
	 * from the start of their sequence again. All or nothing: a bad value changes
	 * nothing.
	 * @param latency a text that {@link Latency#of} reads
	 * @param seed a whole number of 64 bits
	 * @return 200 with the settings now in force, or 400 with a problem that says in one
	 * line what is wrong
	 */
	@WriteOperation
	WebEndpointResponse<?> set(@Nullable String latency, @Nullable String seed) {
		try {
			if (latency == null && seed == null) {
				throw new IllegalArgumentException("nothing to set; send JSON with latency, seed or both,"
						+ " such as {\"latency\":\"fixed 40ms\",\"seed\":7}");
			}
			return new WebEndpointResponse<>(this.delays.restart((latency != null) ? Latency.of(latency) : null,
					(seed != null) ? seed(seed) : null));
		}
		catch (IllegalArgumentException ex) {
			ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ex.getMessage());
			return new WebEndpointResponse<>(problem, HttpStatus.BAD_REQUEST.value(),
					MediaType.APPLICATION_PROBLEM_JSON);
		}
	}

	private static Long seed(String text) {
		try {
			return Long.valueOf(text.strip());
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("seed '" + text.replaceAll("\\p{Cntrl}", " ")
					+ "' is no whole number of 64 bits; write one such as 42", ex);
		}
	}

}
