package lab.harness.run;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SlowClientsTests {

	@Test
	void clientsShouldAskOnceAndReadLittle() throws IOException {
		AtomicInteger asked = new AtomicInteger();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			asked.incrementAndGet();
			exchange.sendResponseHeaders(200, 100);
			try (OutputStream body = exchange.getResponseBody()) {
				body.write(new byte[100]);
			}
		});
		server.start();
		SlowClients clients = new SlowClients(server.getAddress().getPort(), "/", 3);
		try (clients) {
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> asked.get() == 3);
		}
		finally {
			server.stop(0);
		}
		assertThat(clients.counts().sent()).isEqualTo(3);
		assertThat(clients.counts().refused()).isZero();
		assertThat(clients.counts().bytesRead()).isLessThan(300);
	}

}
