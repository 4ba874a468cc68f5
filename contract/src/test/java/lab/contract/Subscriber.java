package lab.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A reader of Server-Sent Events. It takes from its connection only what it is asked for,
 * so one that is not asked does not read.
 */
final class Subscriber implements AutoCloseable {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private static final JsonMapper MAPPER = new JsonMapper();

	private static final String DATA = "data:";

	private final BufferedReader lines;

	/** Subscribes, and waits for the head of the answer. */
	Subscriber(Service service, String path) throws IOException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path)).build();
		HttpResponse<InputStream> response = CLIENT.sendAsync(request, BodyHandlers.ofInputStream()).join();
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
		assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
		this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
	}

	/** Reads the next event; null at the end of the stream. */
	@Nullable Event next() throws IOException {
		String line = this.lines.readLine();
		if (line == null) {
			return null;
		}
		assertThat(line).startsWith(DATA);
		assertThat(this.lines.readLine()).as("the line after an event").isEmpty();
		Instant received = Instant.now();
		return new Event(MAPPER.readTree(line.substring(DATA.length())),
				ChronoUnit.MICROS.between(Instant.EPOCH, received));
	}

	/** Reads all events until the stream ends. */
	List<Event> rest() throws IOException {
		List<Event> events = new ArrayList<>();
		for (Event event = next(); event != null; event = next()) {
			events.add(event);
		}
		return events;
	}

	/** Leaves: closes the connection unless the stream has ended. */
	@Override
	public void close() throws IOException {
		this.lines.close();
	}

	/**
	 * An event.
	 *
	 * @param receivedMicros when it was received, in microseconds since 1970
	 */
	record Event(JsonNode json, long receivedMicros) {

		int number() {
			return this.json.required("event").asInt();
		}

		/** When it was due, in microseconds since 1970. */
		long dueMicros() {
			return this.json.required("dueMicros").asLong();
		}

	}

}
