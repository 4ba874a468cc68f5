package lab.contract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections that have answered a request. A service spreads new connections over its
 * event loops, whereas those that an HTTP client keeps may all belong to one.
 */
final class Crowd implements Iterable<Connection>, AutoCloseable {

	private final List<Connection> connections = new ArrayList<>();

	Crowd(Service service, int size) throws IOException {
		for (int i = 0; i < size; i++) {
			Connection connection = new Connection(service.port());
			this.connections.add(connection);
			assertThat(connection.get("/sleep/0")).endsWith("200");
		}
	}

	@Override
	public Iterator<Connection> iterator() {
		return this.connections.iterator();
	}

	/** Sends a request on each connection. */
	void send(String path) throws IOException {
		for (Connection connection : this.connections) {
			connection.send(path);
		}
	}

	/** Waits for the answers. */
	void assertOk() throws IOException {
		for (Connection connection : this.connections) {
			assertThat(connection.answer()).endsWith("200");
		}
	}

	@Override
	public void close() throws IOException {
		for (Connection connection : this.connections) {
			connection.close();
		}
	}

}
