package lab.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
 * The whole backend over real HTTP, on ports chosen by the system.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
class SlowBackendTests {

	@LocalServerPort
	private int port;

	@LocalManagementPort
	private int managementPort;

	@Autowired
	private Ledger ledger;

	@Autowired
	private StartLine startLine;

	private WebTestClient client;

	private WebTestClient management;

	@BeforeEach
	void connect() {
		this.client = WebTestClient.bindToServer().baseUrl("http://127.0.0.1:" + this.port).build();
		this.management = WebTestClient.bindToServer()
			.baseUrl("http://127.0.0.1:" + this.managementPort + "/actuator")
			.build();
		accept("{\"latency\":\"uniform 0ms..20ms\",\"seed\":42}");
	}

	@Test
	void healthWhenStartedShouldBeUp() {
		this.management.get()
			.uri("/health")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.status")
			.isEqualTo("UP");
	}

	@Test
	void postWhenOnlySeedIsGivenShouldAnswerAndShowTheSettingsInForce() {
		String inForce = "{\"latency\":\"uniform 0ms..20ms\",\"seed\":7,\"fault\":\"none\"}";
		post("{\"seed\":7}").expectStatus().isOk().expectBody(String.class).isEqualTo(inForce);
		this.management.get().uri("/backend").exchange().expectBody(String.class).isEqualTo(inForce);
	}

	@Test
	void postWhenSetAgainShouldRestartTheArrivals() {
		List<String> first = answers(5);
		List<String> others = answers(5);
		accept("{\"seed\":42}");
		assertThat(answers(5)).isEqualTo(first).isNotEqualTo(others);
	}

	@Test
	void postWhenAcceptedShouldNotResetTheCounters() {
		answers(3);
		long received = this.ledger.read().received();
		accept("{\"latency\":\"fixed 1ms\"}");
		assertThat(this.ledger.read().received()).isEqualTo(received).isGreaterThanOrEqualTo(3);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{"latency":"fixed 40"}                | latency 'fixed 40' has no form that is known; write uniform 0ms..1000ms
					{"latency":"fixed -1ms","seed":9}     | latency 'fixed -1ms' has a negative time; write
					{"latency":"fixed 1ms","seed":1.5}    | seed '1.5' is no whole number of 64 bits; write one such as 42
					{"seed":"many"}                       | seed 'many' is no whole number of 64 bits; write one such as 42
					{}                                    | nothing to set; send JSON with latency, seed, fault or several
					{"delay":"fixed 1ms"}                 | nothing to set; send JSON with latency, seed, fault or several
					{"share":0.3}                         | share and to belong to a fault; name it too
					{"fault":"sloth","latency":"fixed 1ms"} | fault 'sloth' is unknown; write one of none, error, hang
					{"fault":"error","share":30}          | share '30' is no share of arrivals; write a number above 0
					{"fault":"error","share":"a third"}   | share 'a third' is no share of arrivals; write a number
					{"fault":"error","share":0}           | share '0' is no share of arrivals; write a number above 0
					{"fault":"none","share":1}            | fault none takes no share
					{"fault":"outage","share":0.5}        | fault outage takes no share: the port is there, or it is not
					{"fault":"latency"}                   | fault latency needs to, the latency while it lasts, such as
					{"fault":"hang","to":"fixed 5s"}      | to belongs to the fault latency alone
					{"fault":"latency","to":"5s"}         | latency '5s' has no form that is known; write uniform
					{"fault":"hang","seed":"many"}        | seed 'many' is no whole number of 64 bits; write one such as 42
					""")
	void postWhenBadShouldSayWhyInOneLineAndChangeNothing(String body, String reason) {
		post(body).expectStatus()
			.isBadRequest()
			.expectHeader()
			.contentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.detail")
			.value(String.class, (detail) -> assertThat(detail).startsWith(reason).hasLineCount(1));
		this.management.get()
			.uri("/backend")
			.exchange()
			.expectBody(String.class)
			.isEqualTo("{\"latency\":\"uniform 0ms..20ms\",\"seed\":42,\"fault\":\"none\"}");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{"latency":
			[1]
			{"latency":{"fixed":40}}
			""")
	void postWhenNotAFlatJsonObjectShouldBeRefusedWithoutATrace(String body) {
		post(body).expectStatus()
			.isBadRequest()
			.expectHeader()
			.contentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.detail")
			.value(String.class,
					(detail) -> assertThat(detail).startsWith("the body is no flat JSON object").hasLineCount(1));
	}

	@Test
	void postWhenNotSaidToBeJsonShouldSaySo() {
		this.management.post()
			.uri("/backend")
			.contentType(MediaType.APPLICATION_FORM_URLENCODED)
			.bodyValue("{\"seed\":7}")
			.exchange()
			.expectStatus()
			.isEqualTo(415)
			.expectBody()
			.jsonPath("$.detail")
			.value(String.class, (detail) -> assertThat(detail).startsWith("the body is not said to be JSON")
				.contains("Content-Type: application/json"));
	}

	@Test
	void countersWhenReadShouldHaveTheFieldsOfTheContract() {
		answers(1);
		this.management.get()
			.uri("/counters")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.length()")
			.isEqualTo(15)
			.jsonPath("$.received")
			.isNumber()
			.jsonPath("$.completed")
			.isNumber()
			.jsonPath("$.failed")
			.isNumber()
			.jsonPath("$.abandoned")
			.isNumber()
			.jsonPath("$.inFlight")
			.isEqualTo(0)
			.jsonPath("$.mostInFlight")
			.isNumber()
			.jsonPath("$.inFlightSeconds")
			.isNumber()
			.jsonPath("$.drawnMillis")
			.isNumber()
			.jsonPath("$.givenMillis")
			.isNumber()
			.jsonPath("$.timerErrorMillis.p50")
			.isNumber()
			.jsonPath("$.timerErrorMillis.p99")
			.isNumber()
			.jsonPath("$.meanDrawnMillis")
			.isNumber()
			.jsonPath("$.meanGivenMillis")
			.isNumber()
			.jsonPath("$.meanInFlight")
			.isNumber()
			.jsonPath("$.hitBy.slow-body")
			.isNumber()
			.jsonPath("$.failedBy.slow-body")
			.isNumber();
	}

	@Test
	void answerShouldBeJson() {
		accept("{\"latency\":\"fixed 2ms\"}");
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
		long before = this.ledger.read().received();
		this.client.post().uri("/").exchange().expectStatus().isEqualTo(405);
		assertThat(this.ledger.read().received()).isEqualTo(before);
	}

	@Test
	void countersWhenAnsweredShouldGrowByTheDelaysDrawnAndGiven() {
		accept("{\"latency\":\"fixed 3ms\"}");
		Counters before = this.ledger.read();
		answers(4);
		Counters after = this.ledger.read();
		assertThat(after.received() - before.received()).isEqualTo(4);
		assertThat(after.completed() - before.completed()).isEqualTo(4);
		assertThat(after.drawnMillis() - before.drawnMillis()).isBetween(11.999, 12.001);
		assertThat(after.givenMillis() - before.givenMillis()).isGreaterThanOrEqualTo(11.999);
	}

	@Test
	void countersWhenClientHangsUpShouldCountItAbandoned() throws IOException {
		accept("{\"latency\":\"fixed 60s\"}");
		Counters before = this.ledger.read();
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			Awaitility.await().until(() -> this.ledger.read().inFlight() == 1);
		}
		Awaitility.await().until(() -> this.ledger.read().inFlight() == 0);
		Counters after = this.ledger.read();
		assertThat(after.received() - before.received()).isEqualTo(1);
		assertThat(after.abandoned() - before.abandoned()).isEqualTo(1);
		assertThat(after.completed()).isEqualTo(before.completed());
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void startWhenReadyShouldSayItInOneLine(CapturedOutput output) {
		this.startLine.say();
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

	private void accept(String json) {
		post(json).expectStatus().isOk().expectBody().returnResult();
	}

	private WebTestClient.ResponseSpec post(String json) {
		return this.management.post()
			.uri("/backend")
			.contentType(MediaType.APPLICATION_JSON)
			.bodyValue(json)
			.exchange();
	}

}
