package lab.harness.run;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import lab.harness.model.DataFile;
import lab.harness.model.result.RunFailedException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A client of the management port of a service on this machine. Each exchange takes 2 s
 * at most.
 */
public record Management(String name, int port) {

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	/** A cold app on a busy machine may need longer than one exchange. */
	private static final int TRIES = 3;

	private static final HttpClient CLIENT = client(TIMEOUT);

	/**
	 * A client that sends each request as it is, without an upgrade to HTTP/2, and
	 * follows no redirect.
	 */
	public static HttpClient client(Duration connectTimeout) {
		return HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(connectTimeout)
			.sslContext(AnyCertificate.context())
			.build();
	}

	/** Whether the service reports that it is up; false if it does not answer. */
	boolean isUp() {
		return exchange(request("health").build()).handle((body, failure) -> failure == null).join();
	}

	/**
	 * Reads an endpoint, such as {@code ledger}. Unknown fields are ignored; without an
	 * answer it completes with a {@link RunFailedException}.
	 */
	<T> CompletableFuture<T> read(String endpoint, Class<T> type) {
		HttpRequest request = request(endpoint).build();
		return exchange(request).thenApply((body) -> {
			try {
				return DataFile.mapper().readValue(body, type);
			}
			catch (JacksonException ex) {
				throw failed(request, "failed: unreadable answer: " + DataFile.reason(ex), ex);
			}
		});
	}

	/** Writes JSON to an endpoint, which must accept it. */
	void write(String endpoint, Object body) {
		await(exchange(request(endpoint).header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(DataFile.mapper().writeValueAsString(body)))
			.build()));
	}

	/** Waits for an answer; throws a {@link RunFailedException} if there is none. */
	static <T> T await(CompletableFuture<T> answer) {
		try {
			return answer.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RunFailedException failed) {
				throw failed;
			}
			throw ex;
		}
	}

	/**
	 * Asks, waits for the answer, and asks again if there is none; throws the last
	 * {@link RunFailedException}.
	 */
	static <T> T ask(Supplier<CompletableFuture<T>> question) {
		for (int left = TRIES;; left--) {
			try {
				return await(question.get());
			}
			catch (RunFailedException ex) {
				if (left == 1) {
					throw ex;
				}
			}
		}
	}

	private HttpRequest.Builder request(String endpoint) {
		return HttpRequest.newBuilder(uri(endpoint));
	}

	URI uri(String endpoint) {
		return URI.create("http://127.0.0.1:" + this.port + "/actuator/" + endpoint);
	}

	/** The body of a successful answer. */
	private CompletableFuture<String> exchange(HttpRequest request) {
		return send(CLIENT, request, BodyHandlers.ofString(), TIMEOUT).handle((response, failure) -> {
			if (failure != null) {
				Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
				throw failed(
						request, (cause instanceof TimeoutException)
								? "did not complete within " + TIMEOUT.toSeconds() + " s" : "failed: " + cause,
						failure);
			}
			if (response.statusCode() / 100 != 2) {
				throw failed(request, "failed: " + response.statusCode() + " " + response.body(), null);
			}
			return response.body();
		});
	}

	/**
	 * Sends a request with a limit for the whole exchange: the timeout of the JDK's
	 * client ends with the head of the answer, and a service may stop in the middle of
	 * the body.
	 * @return the answer; completes with a {@link TimeoutException} at the limit
	 */
	public static <T> CompletableFuture<HttpResponse<T>> send(HttpClient client, HttpRequest request,
			BodyHandler<T> body, Duration limit) {
		CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, body);
		return answer.copy()
			.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((response, failure) -> answer.cancel(true));
	}

	private RunFailedException failed(HttpRequest request, String how, @Nullable Throwable cause) {
		String line = how.replaceAll("\\s+", " ").strip();
		return new RunFailedException(this.name + ": " + request.method() + " " + request.uri() + " "
				+ ((line.length() > 300) ? line.substring(0, 300) + "..." : line), cause);
	}

}
