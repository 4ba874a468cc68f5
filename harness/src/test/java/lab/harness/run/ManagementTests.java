package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import lab.harness.model.result.RunFailedException;
import lab.wire.AppLedger;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Execution(ExecutionMode.CONCURRENT)
class ManagementTests {

	private HttpServer server;

	private Management management;

	private String received = "";

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.start();
		this.management = new Management("webflux", this.server.getAddress().getPort());
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
	}

	@Test
	void isUpWhenHealthIs200ShouldBeTrue() throws InterruptedException {
		answer("health", 200, "{}");
		assertThat(this.management.isUp()).isTrue();
	}

	@Test
	void isUpWhenHealthIs503ShouldBeFalse() throws InterruptedException {
		answer("health", 503, "{}");
		assertThat(this.management.isUp()).isFalse();
	}

	@Test
	void isUpWhenNobodyListensShouldBeFalse() throws InterruptedException {
		this.server.stop(0);
		assertThat(this.management.isUp()).isFalse();
	}

	@Test
	void readShouldIgnoreUnknownFields() {
		answer("thing", 200, "{\"count\":3,\"later\":true}");
		assertThat(Management.await(this.management.read("thing", Thing.class))).isEqualTo(new Thing(3));
	}

	/**
	 * The third exchange succeeds; without an answer to it the reason is the last one.
	 */
	@ParameterizedTest
	@CsvSource({ "2, 3", "3, 3" })
	void askWhenAnExchangeFailsShouldAskTwiceAgain(int failures, int exchanges) {
		answer("thing", 200, "{\"count\":3}");
		AtomicInteger asked = new AtomicInteger();
		Supplier<CompletableFuture<Thing>> question = () -> this.management
			.read((asked.getAndIncrement() < failures) ? "missing" : "thing", Thing.class);
		if (failures < exchanges) {
			assertThat(Management.ask(question)).isEqualTo(new Thing(3));
		}
		else {
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> Management.ask(question))
				.withMessageContaining("/actuator/missing failed: 404");
		}
		assertThat(asked).hasValue(exchanges);
	}

	@Test
	void readWhenMissingShouldSayWhoAndWhereInOneLine() {
		answer("thing", 404, "{\n\"status\":404}");
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> Management.await(this.management.read("thing", Thing.class)))
			.withMessageStartingWith("webflux: GET http://127.0.0.1:")
			.withMessageEndingWith("/actuator/thing failed: 404 { \"status\":404}");
	}

	@Test
	void readWhenAnswerIsNoJsonShouldSaySo() {
		answer("thing", 200, "<html>");
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> Management.await(this.management.read("thing", Thing.class)))
			.withMessageContaining("unreadable answer");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{}                                                                                  | requests
			{"requests":null,"calls":null,"guard":null,"jvm":{"heapUsedBytes":1}}               | jvm.gcPauseMillis
			{"jvm":{"heapUsedBytes":1,"gcPauseMillis":2,"fullCollections":3,"compileTime":4}}   | jvm.compileMillis
			""")
	void readWhenACounterIsMissingShouldNameIt(String json, String counter) {
		answer("ledger", 200, json);
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> Management.await(this.management.read("ledger", AppLedger.class)))
			.withMessageEndingWith("/actuator/ledger failed: unreadable answer: '" + counter + "' is missing");
	}

	@Test
	void readWhenACounterIsNullShouldFail() {
		String jvm = "{\"heapUsedBytes\":1,\"gcPauseMillis\":2,\"fullCollections\":3,\"compileMillis\":null}";
		answer("ledger", 200, "{\"jvm\":" + jvm + "}");
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> Management.await(this.management.read("ledger", AppLedger.class)))
			.withMessageContaining("unreadable answer: this value is of the wrong kind");
	}

	@Test
	void readWhenNobodyListensShouldFail() {
		this.server.stop(0);
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> Management.await(this.management.read("thing", Thing.class)));
	}

	@Test
	void readWhenTheAnswerBreaksOffInItsBodyShouldFailInTime() {
		this.server.createContext("/actuator/thing", (exchange) -> {
			exchange.sendResponseHeaders(200, 100);
			exchange.getResponseBody().write('{');
			exchange.getResponseBody().flush();
		});
		assertThat(this.management.read("thing", Thing.class)).failsWithin(Duration.ofSeconds(30))
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(RunFailedException.class)
			.withMessageContaining("did not complete within 2 s");
	}

	@Test
	void writeShouldSendJson() throws InterruptedException {
		answer("thing", 200, "");
		this.management.write("thing", Map.of("seed", 42));
		assertThat(this.received).isEqualTo("{\"seed\":42}");
	}

	@Test
	void writeWhenRefusedShouldPassOnWhy() {
		answer("thing", 400, "{\"detail\":\"unknown unit\"}");
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> this.management.write("thing", Map.of("seed", 42)))
			.withMessageContaining("unknown unit");
	}

	private void answer(String endpoint, int status, String body) {
		this.server.createContext("/actuator/" + endpoint, (exchange) -> {
			this.received = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
			byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(status, (bytes.length > 0) ? bytes.length : -1);
			exchange.getResponseBody().write(bytes);
			exchange.close();
		});
	}

	record Thing(int count) {

	}

}
