package lab.tomcat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpServer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.DynamicPropertyRegistrar;

/**
 * A backend that answers at once that it waited 7 milliseconds.
 */
@Configuration(proxyBeanMethods = false)
class StubBackend {

	@Bean(destroyMethod = "stop")
	StoppableServer server() {
		return new StoppableServer();
	}

	@Bean
	DynamicPropertyRegistrar backendAddress(StoppableServer server) {
		return (registry) -> registry.add("spring.http.serviceclient.slow-backend.base-url", server::url);
	}

	static final class StoppableServer {

		private final HttpServer server;

		StoppableServer() {
			try {
				this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			byte[] answer = "{\"millis\":7}".getBytes(StandardCharsets.UTF_8);
			this.server.createContext("/", (exchange) -> {
				exchange.getResponseHeaders().add("Content-Type", "application/json");
				exchange.sendResponseHeaders(200, answer.length);
				exchange.getResponseBody().write(answer);
				exchange.close();
			});
			this.server.start();
		}

		String url() {
			return "http://127.0.0.1:" + this.server.getAddress().getPort();
		}

		void stop() {
			this.server.stop(0);
		}

	}

}
