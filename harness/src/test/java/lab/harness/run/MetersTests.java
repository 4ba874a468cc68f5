package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import lab.harness.model.InvalidInputException;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MetersTests {

	private HttpServer server;

	private Meters meters;

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.start();
		this.meters = new Meters(URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + "/actuator/"),
				null);
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
	}

	@Test
	void readShouldFindTheStatistic() {
		answer("hikaricp.connections.max", 200, """
				{"name":"hikaricp.connections.max","measurements":[{"statistic":"VALUE","value":10.0}]}""");
		assertThat(this.meters.read("hikaricp.connections.max", "VALUE")).isEqualTo(10);
		assertThat(this.meters.read("hikaricp.connections.max", "COUNT")).isNull();
	}

	@Test
	void readWhenThereIsNoSuchMeterShouldBeNull() {
		assertThat(this.meters.read("hikaricp.connections.max", "VALUE")).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "seconds, TOTAL_TIME, 2.5, 2.5", "milliseconds, TOTAL_TIME, 2500, 2.5", "ns, COUNT, 2.5e9, 2.5",
			"seconds, COUNT, 40, 40", "milliseconds, COUNT, 40, 40", "milliseconds, ACTIVE_TASKS, 40, 40",
			"bytes, VALUE, 1024, 1024" })
	void readWhenTimeShouldBeInSeconds(String unit, String statistic, double value, double expected) {
		answer("m", 200, "{\"baseUnit\":\"%s\",\"measurements\":[{\"statistic\":\"%s\",\"value\":%s}]}".formatted(unit,
				statistic, value));
		assertThat(this.meters.read("m", statistic)).isEqualTo(expected);
	}

	@Test
	void requireActuatorWhenMetersAreListedShouldPass() {
		answer("", 200, "{\"names\":[\"jvm.memory.max\"]}");
		this.meters.requireActuator();
	}

	@ParameterizedTest
	@CsvSource({ "200, <html>", "200, {}", "404, {}", "401, ''" })
	void requireActuatorWhenSomethingElseAnswersShouldSaySo(int status, String body) {
		answer("", status, body);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> this.meters.requireActuator())
			.withMessageContaining("/actuator/metrics is no Actuator that shows its meters (status " + status + ")");
	}

	@Test
	void readWhenNobodyListensShouldSaySo() {
		this.server.stop(0);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> this.meters.read("m", "VALUE"))
			.withMessageStartingWith("GET http://127.0.0.1:")
			.withMessageEndingWith(
					"/actuator/metrics/m got no answer: ConnectException; start the service, or name another "
							+ "--actuator");
	}

	@Test
	void readWhenThePortIsInvalidShouldSaySo() {
		Meters invalid = new Meters(URI.create("http://127.0.0.1:99999/actuator"), null);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> invalid.read("m", "VALUE"))
			.withMessageContaining(":99999/actuator/metrics/m got no answer: port out of range:99999; start");
	}

	private void answer(String meter, int status, String body) {
		this.server.createContext("/actuator/metrics" + (meter.isEmpty() ? "" : "/" + meter), (exchange) -> {
			byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(status, (bytes.length > 0) ? bytes.length : -1);
			exchange.getResponseBody().write(bytes);
			exchange.close();
		});
	}

}
