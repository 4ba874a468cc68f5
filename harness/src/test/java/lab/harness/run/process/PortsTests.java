package lab.harness.run.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class PortsTests {

	@Test
	void isFreeWhenNobodyListensShouldBeTrue() throws IOException {
		int port;
		try (ServerSocket socket = new ServerSocket(0)) {
			port = socket.getLocalPort();
			assertThat(Ports.isFree(port)).isFalse();
		}
		// A process that another test starts can inherit the socket for a moment.
		await().until(() -> Ports.isFree(port));
	}

	@Test
	void isFreeWhenSomebodyListensOnLoopbackOnlyShouldBeFalse() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			assertThat(Ports.isFree(socket.getLocalPort())).isFalse();
		}
	}

	@Test
	void listenerShouldBeTheOneOfTheAddressOrOfAllAddresses() throws IOException {
		InetAddress loopback = InetAddress.getByName("127.0.0.1");
		InetAddress other = InetAddress.getByName("192.0.2.1");
		long here = ProcessHandle.current().pid();
		try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
			assertThat(Ports.listener(new InetSocketAddress(loopback, socket.getLocalPort()))).contains(here);
			assertThat(Ports.listener(new InetSocketAddress(other, socket.getLocalPort()))).isEmpty();
		}
		try (ServerSocket socket = new ServerSocket(0)) {
			assertThat(Ports.listener(new InetSocketAddress(other, socket.getLocalPort()))).contains(here);
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
