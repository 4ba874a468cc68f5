package lab.backend;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import lab.wire.BackendCounters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests each fault as a client sees it on a bare socket, and the counters.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
class FaultsTests {

	private static final String BODY = "{\"millis\":2}";

	@LocalServerPort
	private int port;

	@LocalManagementPort
	private int managementPort;

	@Autowired
	private RequestCounter counter;

	private ManagementClient management;

	private BackendCounters before;

	@BeforeEach
	void start() {
		this.management = new ManagementClient(this.managementPort);
		this.management.accept("{\"latency\":\"fixed 2ms\",\"seed\":42}");
		this.before = this.counter.read();
	}

	/** In any case, received = completed + failed + abandoned + in flight. */
	@AfterEach
	void end() throws IOException {
		this.management.accept("{\"latency\":\"fixed 2ms\",\"fault\":\"none\"}");
		await().until(() -> this.counter.read().requests().inFlight() == 0);
		BackendCounters after = this.counter.read();
		assertThat(after.requests().received())
			.isEqualTo(after.requests().completed() + after.requests().failed() + after.requests().abandoned());
		assertThat(after.requests().failed())
			.isEqualTo(after.failedBy().values().stream().mapToLong(Long::longValue).sum());
		assertThat(ask()).startsWith("HTTP/1.1 200").endsWith(BODY);
	}

	@Test
	void errorShouldBe500AtOnceForItsShare() throws IOException {
		this.management.accept("{\"latency\":\"fixed 20ms\",\"fault\":\"error\",\"share\":0.3}");
		for (int k = 1; k <= 20; k++) {
			boolean hit = Draw.of(DelaySampler.of("fixed 1ms"), 42, k).fault() < 0.3;
			assertThat(ask()).startsWith(hit ? "HTTP/1.1 500" : "HTTP/1.1 200");
		}
		long hits = failed(FaultKind.ERROR);
		assertThat(hits).isBetween(1L, 19L).isEqualTo(hit(FaultKind.ERROR));
		assertThat(this.counter.read().requests().completed() - this.before.requests().completed())
			.isEqualTo(20 - hits);
	}

	@Test
	void hangShouldAnswerNothingUntilItEnds() throws IOException {
		this.management.accept("{\"fault\":\"hang\"}");
		try (Socket socket = sent()) {
			await().until(() -> hit(FaultKind.HANG) == 1);
			assertThat(this.counter.read().requests().inFlight()).isOne();
			assertThat(socket.getInputStream().available()).isZero();
			this.management.accept("{\"fault\":\"none\"}");
			assertThat(read(socket)).startsWith("HTTP/1.1 200").endsWith(BODY);
		}
		assertThat(failed(FaultKind.HANG)).isOne();
	}

	@Test
	void hangWhenTheClientLeavesShouldBeAbandoned() throws IOException {
		this.management.accept("{\"fault\":\"hang\"}");
		sent().close();
		await().until(() -> this.counter.read().requests().abandoned() - this.before.requests().abandoned() == 1);
		assertThat(hit(FaultKind.HANG)).isOne();
		assertThat(failed(FaultKind.HANG)).isZero();
	}

	@Test
	void resetShouldBreakOffInTheMiddleOfTheAnswer() throws IOException {
		this.management.accept("{\"fault\":\"reset\"}");
		try (Socket socket = sent()) {
			InputStream in = socket.getInputStream();
			String head = head(in);
			assertThat(head).startsWith("HTTP/1.1 200").containsIgnoringCase("content-length: " + BODY.length());
			assertThat(new String(in.readNBytes(BODY.length() / 2), StandardCharsets.US_ASCII))
				.isEqualTo(BODY.substring(0, BODY.length() / 2));
			assertThatExceptionOfType(SocketException.class).isThrownBy(in::read).withMessageContaining("reset");
		}
		assertThat(failed(FaultKind.RESET)).isOne();
	}

	@Test
	void outageShouldBreakConnectionsRefuseNewOnesAndComeBack() throws IOException {
		this.management.accept("{\"latency\":\"fixed 60s\"}");
		try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), this.port); Socket waiting = sent()) {
			await().until(() -> this.counter.read().requests().inFlight() == 1);
			this.management.accept("{\"fault\":\"outage\"}");
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> waiting.getInputStream().read())
				.withMessageContaining("reset");
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> idle.getInputStream().read())
				.withMessageContaining("reset");
		}
		assertThatExceptionOfType(ConnectException.class)
			.isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), this.port));
		await().until(() -> failed(FaultKind.OUTAGE) == 1);
		assertThat(this.counter.read().requests().abandoned()).isEqualTo(this.before.requests().abandoned());
		this.management.accept("{\"latency\":\"fixed 2ms\",\"fault\":\"none\"}");
		assertThat(ask()).startsWith("HTTP/1.1 200");
		this.management.accept("{\"fault\":\"outage\"}");
		this.management.accept("{\"fault\":\"error\"}");
		assertThat(ask()).startsWith("HTTP/1.1 500");
	}

	@Test
	void faultWhenSetAloneShouldLetTheArrivalsGoOn() throws IOException {
		this.management.accept("{\"latency\":\"uniform 0ms..20ms\"}");
		String first = ask();
		this.management.accept("{\"fault\":\"error\"}");
		this.management.accept("{\"fault\":\"none\"}");
		String third = ask();
		this.management.accept("{\"latency\":\"uniform 0ms..20ms\"}");
		assertThat(ask()).isEqualTo(first);
		assertThat(ask()).isEqualTo(third).isNotEqualTo(first);
		this.management.accept("{\"latency\":\"fixed 2ms\"}");
	}

	@Test
	void faultWhenAnotherIsSetShouldEnd() throws IOException {
		this.management.accept("{\"fault\":\"hang\"}");
		CompletableFuture<String> hanging = CompletableFuture.supplyAsync(this::askUnchecked);
		await().until(() -> hit(FaultKind.HANG) == 1);
		assertThat(this.management.accept("{\"fault\":\"error\",\"share\":0.5}"))
			.isEqualTo("{\"latency\":\"fixed 2ms\",\"seed\":42,\"fault\":\"error\",\"share\":0.5}");
		assertThat(hanging.join()).startsWith("HTTP/1.1 200");
	}

	private long hit(FaultKind kind) {
		return this.counter.read().hitBy().getOrDefault(kind.toString(), 0L)
				- this.before.hitBy().getOrDefault(kind.toString(), 0L);
	}

	private long failed(FaultKind kind) {
		return this.counter.read().failedBy().getOrDefault(kind.toString(), 0L)
				- this.before.failedBy().getOrDefault(kind.toString(), 0L);
	}

	private String askUnchecked() {
		try {
			return ask();
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	private String ask() throws IOException {
		try (Socket socket = sent()) {
			return read(socket);
		}
	}

	private Socket sent() throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port);
		socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

	private static String read(Socket socket) throws IOException {
		InputStream in = socket.getInputStream();
		String head = head(in);
		int length = Integer.parseInt(head.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
		return head + new String(in.readNBytes(length), StandardCharsets.US_ASCII);
	}

	private static String head(InputStream in) throws IOException {
		StringBuilder head = new StringBuilder();
		while (!head.toString().endsWith("\r\n\r\n")) {
			int next = in.read();
			if (next < 0) {
				throw new IOException("closed after '" + head + "'");
			}
			head.append((char) next);
		}
		return head.toString();
	}

}
