package lab.harness.target;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A request that ends in time whatever comes. The timeout that the JDK's client knows
 * covers an answer only until its head is there, and a service may stop in the middle of
 * the body.
 */
public final class TimedRequest {

	private TimedRequest() {
	}

	/**
	 * Sends a request.
	 * @param <T> what the body becomes
	 * @param client who sends it
	 * @param request the request
	 * @param body what makes something of the body
	 * @param limit how long to wait for the whole answer
	 * @return the answer; ends with a {@link java.util.concurrent.TimeoutException} when
	 * it is not there in time, and the exchange is broken off
	 */
	public static <T> CompletableFuture<HttpResponse<T>> send(HttpClient client, HttpRequest request,
			BodyHandler<T> body, Duration limit) {
		CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, body);
		return answer.copy()
			.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((response, failure) -> answer.cancel(true));
	}

}
