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

	private final Faults faults;

	BackendEndpoint(Delays delays, Faults faults) {
		this.delays = delays;
		this.faults = faults;
	}

	@ReadOperation
	Settings settings() {
		return Settings.of(this.delays.settings(), this.faults.inForce());
	}

	/**
	 * Sets the latency, the seed, the fault or several; what is missing stays. With a
	 * latency or a seed the arrivals draw from the start of their sequence again; a fault
	 * alone lets the sequence continue. All or nothing: a bad value changes nothing.
	 * @param latency a text that {@link Latency#of} reads
	 * @param seed a whole number of 64 bits
	 * @param fault one of the words of {@link FaultKind}; it takes the place of the fault
	 * in force
	 * @param share the share of arrivals that the fault hits, above 0 to 1; null is 1
	 * @return 200 with the settings now in force, or 400 with a problem that says in one
	 * line what is wrong, or 409 if the port could not be taken again after an outage
	 */
	@WriteOperation
	WebEndpointResponse<?> set(@Nullable String latency, @Nullable String seed, @Nullable String fault,
			@Nullable String share) {
		try {
			require(latency != null || seed != null || fault != null || share != null,
					"nothing to set; send JSON with latency, seed, fault or several,"
							+ " such as {\"latency\":\"fixed 40ms\",\"seed\":7}");
			require(fault != null || share == null,
					"share belongs to a fault; name it too, such as {\"fault\":\"error\",\"share\":0.3}");
			Latency newLatency = (latency != null) ? Latency.of(latency) : null;
			Long newSeed = (seed != null) ? seed(seed) : null;
			Fault newFault = (fault != null) ? Fault.of(fault, share) : null;
			if (newFault != null) {
				this.faults.begin(newFault);
			}
			if (newLatency != null || newSeed != null) {
				this.delays.restart(newLatency, newSeed);
			}
			return new WebEndpointResponse<>(settings());
		}
		catch (IllegalArgumentException ex) {
			return problem(HttpStatus.BAD_REQUEST, ex);
		}
		catch (IllegalStateException ex) {
			return problem(HttpStatus.CONFLICT, ex);
		}
	}

	private static WebEndpointResponse<ProblemDetail> problem(HttpStatus status, RuntimeException ex) {
		return new WebEndpointResponse<>(ProblemDetail.forStatusAndDetail(status, ex.getMessage()), status.value(),
				MediaType.APPLICATION_PROBLEM_JSON);
	}

	private static void require(boolean condition, String otherwise) {
		if (!condition) {
			throw new IllegalArgumentException(otherwise);
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
