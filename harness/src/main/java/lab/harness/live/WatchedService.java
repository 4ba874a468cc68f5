package lab.harness.live;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import lab.harness.model.DataFile;
import lab.harness.run.Management;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A running service and its management port. Each exchange takes 2 s at most.
 *
 * @param name such as {@code webflux}
 * @param host the name or address at which the page reaches it
 * @param port the port of its API
 * @param managementPort the port of its Actuator
 */
record WatchedService(String name, String host, int port, int managementPort) {

	private static final Duration LIMIT = Duration.ofSeconds(2);

	private static final HttpClient CLIENT = Management.client(LIMIT);

	/** Reads a text; it completes exceptionally without an answer of status 200. */
	CompletableFuture<String> text(String endpoint) {
		return send(request(endpoint).build());
	}

	/** Reads JSON; unknown fields are ignored. */
	<T> CompletableFuture<T> read(String endpoint, Class<T> type) {
		return text(endpoint).thenApply((body) -> DataFile.mapper().readValue(body, type));
	}

	/**
	 * Writes JSON.
	 * @throws Refusal if there is no answer, or the service refuses it
	 */
	void write(String endpoint, Object body) {
		HttpRequest request = request(endpoint).header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(DataFile.line(body)))
			.build();
		try {
			send(request).join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof Refusal refusal) ? refusal : noAnswer();
		}
	}

	private HttpRequest.Builder request(String endpoint) {
		return HttpRequest
			.newBuilder(URI.create("http://" + this.host + ":" + this.managementPort + "/actuator/" + endpoint));
	}

	private CompletableFuture<String> send(HttpRequest request) {
		return Management.send(CLIENT, request, BodyHandlers.ofString(), LIMIT).thenApply(this::body);
	}

	private String body(HttpResponse<String> response) {
		return switch (response.statusCode()) {
			case 200, 204 -> response.body();
			case 400, 409 -> throw new Refusal(409, "service-refused", this.name + ": " + detail(response.body()));
			default -> throw noAnswer();
		};
	}

	private static String detail(String problem) {
		try {
			JsonNode detail = DataFile.mapper().readTree(problem).path("detail");
			return detail.asString("refused").replaceAll("\\s+", " ");
		}
		catch (JacksonException ex) {
			return "refused";
		}
	}

	private Refusal noAnswer() {
		return new Refusal(502, "no-answer",
				this.name + " does not answer on " + this.host + ":" + this.managementPort + "; start it first");
	}

}
