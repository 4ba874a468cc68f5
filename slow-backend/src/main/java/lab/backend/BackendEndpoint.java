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
import org.springframework.util.Assert;

/**
 * Reads and changes the settings at run time, {@code /actuator/backend}.
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
	 * Sets the latency, the seed, the fault or several of them; absent values do not
	 * change. A new latency or seed restarts the sequence of delays; a fault alone does
	 * not. If any value is invalid, nothing changes.
	 * @param latency a text that {@link DelaySampler#of} accepts
	 * @param seed a whole number of 64 bits
	 * @param fault a kind of {@link FaultKind}; it replaces the active fault
	 * @param share the share of requests that the fault hits, above 0 and at most 1; null
	 * means 1
	 * @return 200 with the new settings, 400 with a problem of one line, or 409 if the
	 * port is taken after an outage
	 */
	@WriteOperation
	WebEndpointResponse<?> set(@Nullable String latency, @Nullable String seed, @Nullable String fault,
			@Nullable String share) {
		try {
			Assert.isTrue(latency != null || seed != null || fault != null || share != null,
					"nothing to set; send JSON with latency, seed, fault or several,"
							+ " such as {\"latency\":\"fixed 40ms\",\"seed\":7}");
			Assert.isTrue(fault != null || share == null,
					"share belongs to a fault; name it too, such as {\"fault\":\"error\",\"share\":0.3}");
			DelaySampler newLatency = (latency != null) ? DelaySampler.of(latency) : null;
			Long newSeed = (seed != null) ? seed(seed) : null;
			InjectedFault newFault = (fault != null) ? InjectedFault.of(fault, share) : null;
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
