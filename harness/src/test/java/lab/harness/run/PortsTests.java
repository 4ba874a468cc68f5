package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PortsTests {

	@Test
	void isFreeWhenNobodyListensShouldBeTrue() throws IOException {
		int port;
		try (ServerSocket socket = new ServerSocket(0)) {
			port = socket.getLocalPort();
			assertThat(Ports.isFree(port)).isFalse();
		}
		assertThat(Ports.isFree(port)).isTrue();
	}

	@Test
	void isFreeWhenSomebodyListensOnLoopbackOnlyShouldBeFalse() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			assertThat(Ports.isFree(socket.getLocalPort())).isFalse();
		}
	}

	@Test
	void requireFreeWhenInUseShouldNameTheProcessAndWhoNeedsIt() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			int port = socket.getLocalPort();
			assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Ports.requireFree(port, "webflux"))
				.withMessage("port %d is in use by java (pid %d); webflux needs it: stop that process first", port,
						ProcessHandle.current().pid());
		}
	}

}
