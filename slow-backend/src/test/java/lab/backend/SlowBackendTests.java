package lab.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import lab.wire.BackendCounters;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the whole backend over HTTP, on ports that the system chooses.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
class SlowBackendTests {

	@LocalServerPort
	private int port;

	@LocalManagementPort
	private int managementPort;

	@Autowired
	private RequestCounter counter;

	@Autowired
	private SlowBackendApplication application;

	private WebTestClient client;

	private ManagementClient management;

	@BeforeEach
	void connect() {
		this.client = WebTestClient.bindToServer().baseUrl("http://127.0.0.1:" + this.port).build();
		this.management = new ManagementClient(this.managementPort);
		this.management.accept("{\"latency\":\"uniform 0ms..20ms\",\"seed\":42}");
	}

	@Test
	void prometheusShouldShowTheCounters() {
		long completed = this.counter.read().requests().completed();
		this.client.get().uri("/").exchange().expectStatus().isOk();
		this.management.get("/prometheus")
			.expectStatus()
			.isOk()
			.expectHeader()
			.valueEquals("Content-Type", "text/plain;version=0.0.4;charset=utf-8")
			.expectBody(String.class)
			.value((text) -> assertThat(text).contains(
					"# TYPE backend_completed_total counter\nbackend_completed_total " + (completed + 1) + ".0\n",
					"# TYPE backend_in_flight gauge\nbackend_in_flight "));
	}

	@Test
	void healthWhenStartedShouldBeUp() {
		this.management.get("/health").expectStatus().isOk().expectBody().jsonPath("$.status").isEqualTo("UP");
	}

	@Test
	void postWhenSetAgainShouldRestartTheArrivals() {
		List<String> first = answers(5);
		List<String> others = answers(5);
		this.management.accept("{\"seed\":42}");
		assertThat(answers(5)).isEqualTo(first).isNotEqualTo(others);
	}

	@Test
	void postWhenAcceptedShouldNotResetTheCounters() {
		answers(3);
		long received = this.counter.read().requests().received();
		this.management.accept("{\"latency\":\"fixed 1ms\"}");
		assertThat(this.counter.read().requests().received()).isEqualTo(received).isGreaterThanOrEqualTo(3);
	}

	@Test
	void answerShouldBeJson() {
		this.management.accept("{\"latency\":\"fixed 2ms\"}");
		this.client.get()
			.uri("/")
			.exchange()
			.expectStatus()
			.isOk()
			.expectHeader()
			.contentType(MediaType.APPLICATION_JSON)
			.expectBody(String.class)
			.isEqualTo("{\"millis\":2}");
	}

	@Test
	void answerWhenAskedByAnotherMethodShouldBeRefusedUncounted() {
		long before = this.counter.read().requests().received();
		this.client.post().uri("/").exchange().expectStatus().isEqualTo(405);
		assertThat(this.counter.read().requests().received()).isEqualTo(before);
	}

	@Test
	void countersWhenAnsweredShouldGrowByTheDelaysDrawnAndGiven() {
		this.management.accept("{\"latency\":\"fixed 3ms\"}");
		BackendCounters before = this.counter.read();
		answers(4);
		BackendCounters after = this.counter.read();
		assertThat(after.requests().received() - before.requests().received()).isEqualTo(4);
		assertThat(after.requests().completed() - before.requests().completed()).isEqualTo(4);
		assertThat(after.delays().drawnMillis() - before.delays().drawnMillis()).isBetween(11.999, 12.001);
		assertThat(after.delays().givenMillis() - before.delays().givenMillis()).isGreaterThanOrEqualTo(11.999);
	}

	@Test
	void countersWhenClientHangsUpShouldCountItAbandoned() throws IOException {
		this.management.accept("{\"latency\":\"fixed 60s\"}");
		BackendCounters before = this.counter.read();
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			Awaitility.await().until(() -> this.counter.read().requests().inFlight() == 1);
		}
		Awaitility.await().until(() -> this.counter.read().requests().inFlight() == 0);
		BackendCounters after = this.counter.read();
		assertThat(after.requests().received() - before.requests().received()).isEqualTo(1);
		assertThat(after.requests().abandoned() - before.requests().abandoned()).isEqualTo(1);
		assertThat(after.requests().completed()).isEqualTo(before.requests().completed());
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void startWhenReadyShouldReportItInOneLine(CapturedOutput output) {
		this.application.say();
		assertThat(output.getOut().strip()).hasLineCount(1)
			.contains("port " + this.port + ", management " + this.managementPort
					+ ", latency uniform 0ms..20ms, seed 42, JDK " + Runtime.version());
	}

	private List<String> answers(int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> new String(this.client.get()
				.uri("/")
				.exchange()
				.expectStatus()
				.isOk()
				.expectBody()
				.returnResult()
				.getResponseBodyContent(), StandardCharsets.UTF_8))
			.toList();
	}

}
