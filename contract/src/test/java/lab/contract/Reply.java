package lab.contract;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The response of a service.
 *
 * @param status the status
 * @param contentType the content type, or empty
 * @param retryAfter the header Retry-After, or empty
 * @param allow the header Allow, or empty
 * @param json the body; missing if it is not JSON
 */
record Reply(int status, String contentType, String retryAfter, String allow, JsonNode json) {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static final JsonMapper MAPPER = new JsonMapper();

	static Reply get(int port, String path) {
		return getAsync(port, path).join();
	}

	static CompletableFuture<Reply> getAsync(int port, String path) {
		return send("GET", port, path);
	}

	static void assertOk(List<CompletableFuture<Reply>> replies) {
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().status()).isEqualTo(200));
	}

	static CompletableFuture<Reply> send(String method, int port, String path) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.method(method, HttpRequest.BodyPublishers.noBody())
			.timeout(Duration.ofSeconds(30))
			.build();
		return CLIENT.sendAsync(request, BodyHandlers.ofString()).thenApply(Reply::of);
	}

	static Reply post(int port, String path, String json) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(json))
			.timeout(Duration.ofSeconds(30))
			.build();
		return CLIENT.sendAsync(request, BodyHandlers.ofString()).thenApply(Reply::of).join();
	}

	private static Reply of(HttpResponse<String> response) {
		String type = header(response, "Content-Type");
		return new Reply(response.statusCode(), type, header(response, "Retry-After"), header(response, "Allow"),
				type.contains("json") ? MAPPER.readTree(response.body()) : MissingNode.getInstance());
	}

	private static String header(HttpResponse<String> response, String name) {
		return response.headers().firstValue(name).orElse("");
	}

	/** Returns the detail of a problem. */
	String detail() {
		return this.json.required("detail").asString();
	}

}
