package lab.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

import lab.harness.model.result.RunRecord;

/**
 * Clients that send one request each and read one byte of the answer a second, so that
 * the server holds the rest. A virtual thread serves each.
 */
final class SlowClients implements AutoCloseable {

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final LongAdder sent = new LongAdder();

	private final LongAdder refused = new LongAdder();

	private final LongAdder bytes = new LongAdder();

	/** Connects the clients, without waiting for that. */
	SlowClients(int port, String path, int count) {
		InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
		byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII);
		for (int i = 0; i < count; i++) {
			this.threads.execute(() -> ask(address, request));
		}
	}

	private void ask(InetSocketAddress address, byte[] request) {
		try (Socket socket = new Socket()) {
			socket.setReceiveBufferSize(1024);
			socket.connect(address, 1000);
			socket.getOutputStream().write(request);
			this.sent.increment();
			read(socket);
		}
		catch (IOException ex) {
			this.refused.increment();
		}
		catch (InterruptedException ex) {
			// The clients are closed.
		}
	}

	private void read(Socket socket) throws InterruptedException {
		try {
			InputStream answer = socket.getInputStream();
			Thread.sleep(PAUSE);
			while (answer.read() >= 0) {
				this.bytes.increment();
				Thread.sleep(PAUSE);
			}
		}
		catch (IOException ex) {
			// The server closed the connection, or an interrupt did.
		}
	}

	/** Closes the connections, which an interrupt of their virtual threads does. */
	@Override
	public void close() {
		this.threads.shutdownNow();
		this.threads.close();
	}

	/** The counts of requests and bytes, once closed. */
	RunRecord.SlowClients counts() {
		return new RunRecord.SlowClients(this.sent.sum(), this.refused.sum(), this.bytes.sum());
	}

}
