package lab.harness.run;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The meters of a running service, read from Spring Boot's Actuator. Each exchange takes
 * 5 s at most.
 *
 * @param actuator its base, such as {@code http://127.0.0.1:8080/actuator}
 * @param authorization the header that logs in, or null for none
 */
public record Meters(URI actuator, @Nullable String authorization) {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private static final HttpClient CLIENT = Management.client(TIMEOUT);

	/** Seconds of each unit of time that a registry may use. */
	private static final Map<String, Double> SECONDS = Map.of("seconds", 1.0, "milliseconds", 1e-3, "microseconds",
			1e-6, "nanoseconds", 1e-9, "ns", 1e-9);

	/** Statistics of a timer that are counts. */
	private static final Set<String> COUNTS = Set.of("COUNT", "ACTIVE_TASKS");

	/**
	 * Requires that an Actuator answers and shows its meters.
	 * @throws InvalidInputException if not
	 */
	public void requireActuator() {
		HttpResponse<String> response = get("/metrics");
		if (response.statusCode() != 200 || !json(response).path("names").isArray()) {
			throw noActuator(response);
		}
	}

	/**
	 * Reads a statistic of a meter. Times are in seconds, whatever the unit of the
	 * registry.
	 * @param meter its name, such as {@code hikaricp.connections.max}, and a tag if
	 * needed, such as {@code jvm.memory.max?tag=area:heap}
	 * @param statistic such as {@code VALUE}, {@code COUNT}, {@code TOTAL_TIME} or
	 * {@code ACTIVE_TASKS}
	 * @return the value, or null if there is no such meter or statistic
	 * @throws InvalidInputException if there is no answer, or not that of an Actuator
	 */
	public @Nullable Double read(String meter, String statistic) {
		return read(meter).get(statistic);
	}

	/** Reads all statistics of a meter at one moment; none if there is no such meter. */
	public Map<String, Double> read(String meter) {
		HttpResponse<String> response = get("/metrics/" + meter);
		if (response.statusCode() == 404) {
			return Map.of();
		}
		JsonNode answer = json(response);
		if (response.statusCode() != 200 || !answer.path("measurements").isArray()) {
			throw noActuator(response);
		}
		String unit = answer.path("baseUnit").asString("");
		Map<String, Double> statistics = new HashMap<>();
		for (JsonNode measurement : answer.path("measurements")) {
			String statistic = measurement.path("statistic").asString("");
			boolean time = !COUNTS.contains(statistic) || unit.equals("ns");
			JsonNode value = measurement.path("value");
			if (value.isNumber()) {
				statistics.put(statistic, value.asDouble() * (time ? SECONDS.getOrDefault(unit, 1.0) : 1));
			}
		}
		return statistics;
	}

	private HttpResponse<String> get(String path) {
		HttpRequest.Builder builder = HttpRequest
			.newBuilder(URI.create(this.actuator.toString().replaceFirst("/+$", "") + path))
			.header("Accept", "application/json");
		if (this.authorization != null) {
			builder.header(FirstRequests.AUTHORIZATION, this.authorization);
		}
		HttpRequest request = builder.build();
		try {
			return Management.send(CLIENT, request, BodyHandlers.ofString(), TIMEOUT).join();
		}
		catch (CompletionException ex) {
			throw new InvalidInputException("GET " + request.uri() + " got no answer: " + cause(ex)
					+ "; start the service, or name another --actuator", ex);
		}
	}

	/** The JDK's client gives a refused connection no message. */
	private static String cause(RuntimeException failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
			return "timeout after " + TIMEOUT.toSeconds() + " s";
		}
		String message = cause.getMessage();
		return (message != null) ? message : cause.getClass().getSimpleName();
	}

	private JsonNode json(HttpResponse<String> response) {
		try {
			return DataFile.mapper().readTree(response.body());
		}
		catch (JacksonException ex) {
			throw noActuator(response);
		}
	}

	private InvalidInputException noActuator(HttpResponse<String> response) {
		return new InvalidInputException(response.uri() + " is no Actuator that shows its meters (status "
				+ response.statusCode() + "); name one such as http://localhost:8080/actuator, and expose its metrics "
				+ "with management.endpoints.web.exposure.include=metrics");
	}

}
