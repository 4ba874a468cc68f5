package lab.harness.run;

import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Phaser;

import lab.harness.model.DataFile;
import lab.harness.model.experiment.App;
import lab.harness.model.result.SideRequest;

/**
 * Sends requests to the app during the load that do not need the backend:
 * {@code /sleep/1} on its port and its health on the management port, in turn, 20 a
 * second whether or not they are answered.
 */
final class SideRequests implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private final int port;

	private final Path file;

	private final BufferedWriter out;

	private final HttpClient client = Management.client(TIMEOUT);

	/** Has a party for the sender and one for each unanswered request. */
	private final Phaser unanswered = new Phaser(1);

	private BackgroundTask task = BackgroundTask.NONE;

	SideRequests(int port, Path file) throws IOException {
		this.port = port;
		this.file = file;
		this.out = new BufferedWriter(new FileWriter(file.toFile(), StandardCharsets.UTF_8));
	}

	synchronized void start() {
		this.task = BackgroundTask.start("side-requests", this::send);
	}

	private void send(BackgroundTask running) {
		URI sleep = URI.create("http://127.0.0.1:" + this.port + "/sleep/1");
		URI health = URI.create("http://127.0.0.1:" + App.managementPort(this.port) + "/actuator/health");
		long next = System.nanoTime();
		for (boolean odd = false; !running.endsWithin(next - System.nanoTime()); odd = !odd) {
			send(odd ? SideRequest.SLEEP : SideRequest.HEALTH, odd ? sleep : health);
			next += Duration.ofMillis(50).toNanos();
		}
	}

	private void send(String what, URI uri) {
		long at = System.currentTimeMillis();
		this.unanswered.register();
		Management.send(this.client, HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding(), TIMEOUT)
			.whenComplete((answer, failure) -> {
				try {
					write(new SideRequest(at, what, (answer != null) ? (Integer) answer.statusCode() : null));
				}
				finally {
					this.unanswered.arriveAndDeregister();
				}
			});
	}

	private synchronized void write(SideRequest request) {
		try {
			this.out.write(DataFile.line(request) + "\n");
		}
		catch (IOException ex) {
			throw new IllegalStateException("cannot write " + this.file + ": " + ex.getMessage(), ex);
		}
	}

	/** Sends no more, and waits for the last answers. */
	void end() {
		this.task.end();
		this.unanswered.arriveAndAwaitAdvance();
	}

	@Override
	public void close() throws IOException {
		end();
		this.client.close();
		this.out.close();
	}

}
