package lab.backend;

import java.util.Objects;

import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/**
 * A client of the management port of a running backend.
 */
final class ManagementClient {

	private final WebTestClient client;

	ManagementClient(int port) {
		this.client = WebTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port + "/actuator").build();
	}

	WebTestClient.ResponseSpec get(String endpoint) {
		return this.client.get().uri(endpoint).exchange();
	}

	WebTestClient.ResponseSpec post(String json) {
		return post(MediaType.APPLICATION_JSON, json);
	}

	WebTestClient.ResponseSpec post(MediaType type, String body) {
		return this.client.post().uri("/backend").contentType(type).bodyValue(body).exchange();
	}

	/** Sends settings that must be accepted, and returns the new settings. */
	String accept(String json) {
		return Objects
			.requireNonNull(post(json).expectStatus().isOk().expectBody(String.class).returnResult().getResponseBody());
	}

}
