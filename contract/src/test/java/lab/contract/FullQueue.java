package lab.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that fill the queue of a listening socket that accepts none.
 */
final class FullQueue implements AutoCloseable {

	private static final int MORE_THAN_ANY_QUEUE_OF_ONE = 10;

	private final List<Socket> sockets = new ArrayList<>();

	FullQueue(int port) throws IOException {
		for (int i = 0; i < MORE_THAN_ANY_QUEUE_OF_ONE; i++) {
			Socket socket = new Socket();
			this.sockets.add(socket);
			try {
				socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 300);
			}
			catch (SocketTimeoutException ex) {
				return;
			}
		}
		throw new IllegalStateException("the system takes every connection on port " + port);
	}

	@Override
	public void close() throws IOException {
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

}
