package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import lab.harness.model.RunRecord;

/**
 * Clients that send one request each and read one byte of the answer a second, so that
 * the server holds the rest. One thread serves them all.
 */
final class SlowClients implements AutoCloseable {

	private static final int RECEIVE_BUFFER = 1024;

	private static final int CONNECT_MILLIS = 1000;

	private final List<SocketChannel> open = new ArrayList<>();

	private final CountDownLatch over = new CountDownLatch(1);

	private final Thread thread;

	private final ByteBuffer request;

	private long sent;

	private long refused;

	private long bytes;

	private long closedByServer;

	/** Connects the clients, without waiting for that. */
	SlowClients(int port, String path, int count) {
		this.request = ByteBuffer.wrap(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII));
		this.thread = Thread.ofPlatform().daemon().name("slow-clients").start(() -> run(port, count));
	}

	private void run(int port, int count) {
		InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
		for (int i = 0; i < count && this.over.getCount() > 0; i++) {
			connect(address);
		}
		try {
			while (!this.over.await(1, TimeUnit.SECONDS)) {
				readOneByteEach();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.open.forEach(SlowClients::close);
	}

	private void connect(InetSocketAddress address) {
		try {
			SocketChannel channel = SocketChannel.open();
			channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
			try {
				channel.socket().connect(address, CONNECT_MILLIS);
				channel.write(this.request.duplicate());
				channel.configureBlocking(false);
				this.open.add(channel);
				this.sent++;
			}
			catch (IOException ex) {
				close(channel);
				this.refused++;
			}
		}
		catch (IOException ex) {
			this.refused++;
		}
	}

	private void readOneByteEach() {
		ByteBuffer one = ByteBuffer.allocate(1);
		for (Iterator<SocketChannel> rest = this.open.iterator(); rest.hasNext();) {
			SocketChannel channel = rest.next();
			int read;
			try {
				read = channel.read(one.clear());
			}
			catch (IOException ex) {
				read = -1;
			}
			if (read < 0) {
				close(channel);
				rest.remove();
				this.closedByServer++;
			}
			else {
				this.bytes += read;
			}
		}
	}

	private static void close(SocketChannel channel) {
		try {
			channel.close();
		}
		catch (IOException ex) {
			// It is closed anyway.
		}
	}

	@Override
	public void close() {
		this.over.countDown();
		Uninterrupted.join(this.thread);
	}

	/** The counts of requests and bytes, once closed. */
	RunRecord.SlowClients counts() {
		return new RunRecord.SlowClients(this.sent, this.refused, this.bytes, this.closedByServer);
	}

}
