package lab.programs.virtual;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProxyTests {

	@Test
	void serveShouldAskTheBackendForEachRequestAndPassItsAnswerOn() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		HttpServer backend = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		backend.createContext("/", (exchange) -> {
			byte[] answer = ("call " + calls.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, answer.length);
			exchange.getResponseBody().write(answer);
			exchange.close();
		});
		backend.start();
		try (Proxy proxy = new Proxy(0, URI.create("http://127.0.0.1:" + backend.getAddress().getPort()));
				HttpClient client = HttpClient.newHttpClient()) {
			Thread.ofVirtual().start(() -> serve(proxy));
			HttpRequest request = HttpRequest
				.newBuilder(URI.create("http://127.0.0.1:" + proxy.port() + "/orders?id=4"))
				.build();
			for (int call = 1; call <= 3; call++) {
				HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
				assertThat(answer.statusCode()).isEqualTo(200);
				assertThat(answer.body()).isEqualTo("call " + call);
			}
		}
		finally {
			backend.stop(0);
		}
	}

	private static void serve(Proxy proxy) {
		try {
			proxy.serve();
		}
		catch (IOException ex) {
			// It was closed.
		}
	}

}
