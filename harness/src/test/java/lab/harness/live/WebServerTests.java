package lab.harness.live;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class WebServerTests {

	/** More posts than the server has threads, each without its last byte. */
	@Test
	@EnabledForJreRange(min = JRE.JAVA_24)
	void answerWhenManyPostsDoNotEndShouldServeOthers() throws Exception {
		List<Socket> slow = new ArrayList<>();
		try (WebServer server = new WebServer("127.0.0.1", 0, List.of("127.0.0.1"), 1024, (config, self) -> {
			self.get(config, "/now", (context) -> Map.of("answered", true));
			self.post(config, "/slow", (context, posted) -> Map.of());
		})) {
			String origin = "http://127.0.0.1:" + server.port();
			for (int post = 0; post < 60; post++) {
				Socket socket = new Socket("127.0.0.1", server.port());
				slow.add(socket);
				socket.getOutputStream()
					.write(("POST /slow HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\nOrigin: " + origin
							+ "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{")
						.getBytes(StandardCharsets.US_ASCII));
			}
			HttpRequest request = HttpRequest.newBuilder(URI.create(origin + "/now"))
				.timeout(Duration.ofSeconds(10))
				.build();
			try (HttpClient client = HttpClient.newHttpClient()) {
				assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body()).contains("answered");
			}
		}
		finally {
			for (Socket socket : slow) {
				socket.close();
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "192.168.1.20:8091, 192.168.1.20, 8091", "192.168.1.20, 192.168.1.20, 80",
			"192.168.1.20:80, 192.168.1.20, 80", "[2001:db8::1]:8091, [2001:DB8:0:0::1], 8091",
			"[2001:db8::1], [2001:db8::1], 80", "[::1]:8090, [::1], 8090" })
	void isHostWhenABrowserSendsTheNameShouldBeTrue(String host, String name, int port) {
		assertThat(WebServer.isHost(host, List.of("localhost", name), port)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ":", ":8091", "192.168.1.20", "192.168.1.20:", "192.168.1.20:80", "192.168.1.20:08091",
			"192.168.1.21:8091", "evil.example:8091", "192.168.1.20.evil.example:8091", "192.168.1.20:8091:8091",
			"[192.168.1.20]:8091", "[evil.example]:8091", "[]:8091", "[:8091", "[::1]:8091" })
	void isHostWhenItIsAnotherShouldBeFalse(String host) {
		assertThat(WebServer.isHost(host, List.of("192.168.1.20"), 8091)).isFalse();
	}

}
