package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpServer;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Readers;
import lab.harness.model.experiment.Request;
import lab.harness.model.result.EventTotals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Streams of a server that sends its events in chunks of any size, three seconds late.
 */
class SubscribersTests {

	private static final int LATE_MICROS = 3_000_000;

	@TempDir
	private Path folder = Path.of("");

	private HttpServer server;

	/** Events that the server leaves out at the end of a stream. */
	private int missing;

	SubscribersTests() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
	}

	@BeforeEach
	void start() {
		this.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		this.server.createContext("/events", (exchange) -> {
			String query = exchange.getRequestURI().getQuery();
			int count = Integer.parseInt(query.replaceAll(".*count=(\\d+).*", "$1"));
			exchange.sendResponseHeaders(200, 0);
			for (int event = 0; event < count - this.missing; event++) {
				long due = System.currentTimeMillis() * 1000 - LATE_MICROS;
				for (String chunk : List.of("data:", "{\"event\":" + event + ",\"dueMicros\":" + due + "}", "\n\n")) {
					exchange.getResponseBody().write(chunk.getBytes(StandardCharsets.US_ASCII));
					exchange.getResponseBody().flush();
				}
			}
			exchange.close();
		});
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
	}

	@Test
	void ofShouldAskForAsManyEventsAsFitIntoTheMeasuredTime() {
		Subscribers subscribers = Subscribers.of(load("/events?every=200", new Readers(0.0, 0.0)), 80);
		assertThat(subscribers.path()).isEqualTo("/events?every=200&count=45");
		// Its process reads it from a file.
		assertThat(DataFile.mapper().readValue(DataFile.line(subscribers), Subscribers.class)).isEqualTo(subscribers);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> load("/sleep/5", new Readers(0.0, 0.0)))
			.withMessageContaining("needs one stream without a count, such as /events?every=100");
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> load("/events?every=5&count=3", new Readers(0.0, 0.0)))
			.withMessageContaining("without a count");
	}

	@Test
	void readShouldCountEveryEventAndItsDelay() throws Exception {
		EventTotals totals = read(4, new Readers(0.0, 0.0));
		assertThat(totals.expected()).isEqualTo(80);
		assertThat(totals.received()).isEqualTo(80);
		assertThat(totals.p50Millis()).isBetween(3000.0, 4000.0);
		assertThat(totals.mostMillis()).isGreaterThanOrEqualTo(totals.p99Millis());
		assertThat(Files.readAllLines(this.folder.resolve("load.jtl"))).hasSize(5)
			.last()
			.asString()
			.matches("\\d+,\\d+,variant,200,OK,subscriber 1-1,true,4");
	}

	@Test
	void readWhenAStreamEndsEarlyShouldMissItsEvents() throws Exception {
		this.missing = 1;
		EventTotals totals = read(2, new Readers(0.0, 0.0));
		assertThat(totals.expected()).isEqualTo(40);
		assertThat(totals.received()).isEqualTo(38);
		assertThat(Files.readString(this.folder.resolve("load.jtl"))).contains("the stream ended early", ",false,2");
	}

	@Test
	void readWhenSomeAreSlowOrDeadShouldExpectTheEventsOfTheOthers() throws Exception {
		EventTotals totals = read(10, new Readers(0.1, 0.2));
		assertThat(totals.expected()).isEqualTo(7 * 20);
		assertThat(totals.received()).isEqualTo(7 * 20);
		assertThat(Files.readAllLines(this.folder.resolve("load.jtl"))).hasSize(11);
	}

	private EventTotals read(int users, Readers readers) throws Exception {
		new Subscribers(this.server.getAddress().getPort(), "/events?every=1&count=20", 1, 20, users, Duration.ZERO,
				readers, Duration.ofSeconds(-60), Duration.ofSeconds(60))
			.read(this.folder, "variant");
		return DataFile.read(this.folder.resolve(EventTotals.FILE), EventTotals.class);
	}

	private static Load load(String path, Readers readers) {
		return new Load(Request.get(path), 10, null, Duration.ofSeconds(1), Load.WarmUp.of(Duration.ZERO),
				Duration.ofSeconds(10), Duration.ofSeconds(10), null, readers);
	}

}
