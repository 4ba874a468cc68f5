package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FaultCommandTests {

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@Test
	void faultWhenBackendAcceptsShouldSendKindAndArguments() throws IOException {
		AtomicReference<String> sent = new AtomicReference<>();
		assertThat(faultOf(200, "{}", sent, "error", "--share", "0.5")).isZero();
		assertThat(sent.get()).contains("\"fault\":\"error\"", "\"share\":\"0.5\"");
	}

	@Test
	void faultWhenBackendRefusesShouldSayWhyInOneLineAndExitWith2() throws IOException {
		assertThat(
				faultOf(400, "{\"detail\":\"share '2' is above 1\"}", new AtomicReference<>(), "hang", "--share", "2"))
			.isEqualTo(2);
		assertThat(this.err.toString(StandardCharsets.UTF_8).strip()).isEqualTo("bench: share '2' is above 1");
	}

	/** Tomcat answers so where it expects TLS. */
	@Test
	void faultWhenAnotherServerAnswersShouldSayItsStatusAndExitWith1() throws IOException {
		assertThat(faultOf(400, "<html>Bad Request</html>", new AtomicReference<>(), "hang")).isEqualTo(1);
		assertThat(this.err.toString(StandardCharsets.UTF_8)).contains("answered 400").doesNotContain("bug");
	}

	@Test
	void faultWhenTheBackendIsInAnotherStateShouldSayWhyAndExitWith1() throws IOException {
		assertThat(faultOf(409, "{\"detail\":\"port 8000 is taken\"}", new AtomicReference<>(), "none")).isEqualTo(1);
		assertThat(this.err.toString(StandardCharsets.UTF_8).strip()).isEqualTo("bench: port 8000 is taken");
	}

	@Test
	void faultWhenNoBackendListensShouldExitWith1() throws IOException {
		// A socket that has a port, so that nobody else gets it, and does not listen.
		try (Socket silent = new Socket()) {
			silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			int port = silent.getLocalPort();
			assertThat(run("fault", "hang", "--port", "" + port)).isEqualTo(1);
			assertThat(this.err.toString(StandardCharsets.UTF_8))
				.contains("no backend answers on management port " + port);
		}
	}

	private int faultOf(int status, String answer, AtomicReference<String> sent, String... arguments)
			throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/actuator/backend", (exchange) -> {
			sent.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
			byte[] body = answer.getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(status, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		server.start();
		try {
			String[] command = new String[arguments.length + 3];
			command[0] = "fault";
			System.arraycopy(arguments, 0, command, 1, arguments.length);
			command[command.length - 2] = "--port";
			command[command.length - 1] = "" + server.getAddress().getPort();
			return run(command);
		}
		finally {
			server.stop(0);
		}
	}

	private int run(String... arguments) {
		return BenchCommand.run(arguments, CommandContext.ofProcess(new PrintStream(new ByteArrayOutputStream()),
				new PrintStream(this.err, true, StandardCharsets.UTF_8)));
	}

}
