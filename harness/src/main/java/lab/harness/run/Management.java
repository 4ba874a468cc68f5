package lab.harness.run;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import lab.harness.model.DataFile;
import lab.harness.model.RunFailedException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Speaks to the management port of a service. Every answer, to its end, is waited for 2 s
 * at most.
 */
final class Management {

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(TIMEOUT)
		.build();

	private final String name;

	private final int port;

	/**
	 * A client of one management port on this machine.
	 * @param name what to call the service in messages
	 * @param port its management port
	 */
	Management(String name, int port) {
		this.name = name;
		this.port = port;
	}

	/**
	 * Whether the service says that it is up.
	 * @return false also if it does not answer at all
	 * @throws InterruptedException if interrupted while waiting
	 */
	boolean isUp() throws InterruptedException {
		try {
			return ask(request("health").GET()).get().statusCode() == 200;
		}
		catch (ExecutionException ex) {
			return false;
		}
	}

	/**
	 * Reads an endpoint.
	 * @param endpoint its name, such as {@code ledger}
	 * @param type what to read its JSON into; unknown fields are ignored
	 * @return the answer; ends with a {@link RunFailedException} if there is none
	 */
	<T> CompletableFuture<T> read(String endpoint, Class<T> type) {
		return ask(request(endpoint).GET()).handle((response, failure) -> {
			if (failure != null) {
				throw refused(endpoint, why(failure), failure);
			}
			return parse(endpoint, response, type);
		});
	}

	/**
	 * Writes JSON to an endpoint.
	 * @param endpoint its name, such as {@code backend}
	 * @param body what to write
	 * @throws RunFailedException if it is not accepted
	 * @throws InterruptedException if interrupted while waiting
	 */
	void write(String endpoint, Object body) throws InterruptedException {
		HttpRequest.Builder request = request(endpoint).header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(DataFile.mapper().writeValueAsString(body)));
		try {
			HttpResponse<String> response = ask(request).get();
			if (response.statusCode() / 100 != 2) {
				throw refused(endpoint, response.statusCode() + " " + response.body(), null);
			}
		}
		catch (ExecutionException ex) {
			throw refused(endpoint, why(ex), ex);
		}
	}

	/**
	 * Waits for an answer.
	 * @param answer the answer
	 * @return it
	 * @throws RunFailedException if there is none
	 */
	static <T> T await(CompletableFuture<T> answer) {
		try {
			return answer.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RunFailedException refused) {
				throw refused;
			}
			throw ex;
		}
	}

	private <T> T parse(String endpoint, HttpResponse<String> response, Class<T> type) {
		if (response.statusCode() != 200) {
			throw refused(endpoint, response.statusCode() + " " + response.body(), null);
		}
		try {
			return DataFile.mapper().readValue(response.body(), type);
		}
		catch (JacksonException ex) {
			throw refused(endpoint, "unreadable answer: " + ex.getOriginalMessage(), ex);
		}
	}

	private static CompletableFuture<HttpResponse<String>> ask(HttpRequest.Builder request) {
		return send(CLIENT, request.build(), BodyHandlers.ofString(), TIMEOUT);
	}

	/**
	 * Sends a request that ends in time whatever happens. The timeout of the JDK's client
	 * covers an answer only until its head is there, and a service may stop in the middle
	 * of the body.
	 * @return the answer; completes with a {@link TimeoutException} if it is not there in
	 * time, and the exchange is broken off
	 */
	static <T> CompletableFuture<HttpResponse<T>> send(HttpClient client, HttpRequest request, BodyHandler<T> body,
			Duration limit) {
		CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, body);
		return answer.copy()
			.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((response, failure) -> answer.cancel(true));
	}

	private static String why(Throwable failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		return (cause instanceof TimeoutException) ? "nothing whole within " + TIMEOUT.toSeconds() + " s"
				: cause.toString();
	}

	private RunFailedException refused(String endpoint, String why, @Nullable Throwable cause) {
		return new RunFailedException(this.name + ": no good answer from " + uri(endpoint) + ": " + oneLine(why),
				cause);
	}

	private static String oneLine(String text) {
		String line = text.replaceAll("\\s+", " ").strip();
		return (line.length() > 300) ? line.substring(0, 300) + "..." : line;
	}

	private HttpRequest.Builder request(String endpoint) {
		return HttpRequest.newBuilder(uri(endpoint));
	}

	private URI uri(String endpoint) {
		return URI.create("http://127.0.0.1:" + this.port + "/actuator/" + endpoint);
	}

}
