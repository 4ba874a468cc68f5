package lab.harness.probe;

import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import lab.harness.target.RunFailedException;
import lab.harness.target.Service;
import lab.harness.target.TimedRequest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the app for what has nothing to do with the backend, while the load goes on:
 * {@code /sleep/1} on its port and its health on the management port, in turn, 20 times a
 * second whether or not there are answers. Each row of {@code beside.jsonl} is one of
 * them.
 */
public final class Beside implements AutoCloseable {

	/** Name of the file in the folder of a run. */
	static final String FILE = "beside.jsonl";

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private static final long PERIOD_NANOS = Duration.ofMillis(50).toNanos();

	private static final JsonMapper JSON = JsonMapper.shared();

	private final Service app;

	private final BufferedWriter out;

	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(TIMEOUT)
		.build();

	private final List<CompletableFuture<Void>> asked = new ArrayList<>();

	private final CountDownLatch over = new CountDownLatch(1);

	private @Nullable Thread thread;

	Beside(Service app, Path file) throws IOException {
		this.app = app;
		this.out = new BufferedWriter(new FileWriter(file.toFile(), StandardCharsets.UTF_8));
	}

	/** Begins to ask. */
	synchronized void start() {
		this.thread = Thread.ofPlatform().daemon().name("beside").start(this::ask);
	}

	private void ask() {
		URI sleep = URI.create("http://127.0.0.1:" + this.app.port() + "/sleep/1");
		URI health = URI.create("http://127.0.0.1:" + (this.app.port() + 1000) + "/actuator/health");
		long next = System.nanoTime();
		try {
			for (boolean odd = false; !this.over.await(next - System.nanoTime(), TimeUnit.NANOSECONDS); odd = !odd) {
				this.asked.add(ask(odd ? Asked.SLEEP : Asked.HEALTH, odd ? sleep : health));
				next += PERIOD_NANOS;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private CompletableFuture<Void> ask(String what, URI uri) {
		long at = System.currentTimeMillis();
		long began = System.nanoTime();
		return TimedRequest.send(this.client, HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding(), TIMEOUT)
			.handle((answer, failure) -> {
				write(new Asked(at, what, (System.nanoTime() - began) / 1000, status(answer)));
				return null;
			});
	}

	private static @Nullable Integer status(@Nullable HttpResponse<Void> answer) {
		return (answer != null) ? answer.statusCode() : null;
	}

	private synchronized void write(Asked asked) {
		try {
			this.out.write(JSON.writeValueAsString(asked));
			this.out.write('\n');
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write " + FILE + ": " + ex.getMessage());
		}
	}

	/** Asks no more, and waits for the last answers. */
	void end() {
		this.over.countDown();
		Thread running = this.thread;
		if (running == null) {
			return;
		}
		ThreadEnd.await(running);
		CompletableFuture.allOf(this.asked.toArray(CompletableFuture[]::new)).join();
	}

	@Override
	public void close() throws IOException {
		end();
		this.client.close();
		this.out.close();
	}

	/**
	 * One request of these.
	 *
	 * @param at milliseconds since 1970 at which it was sent, which is when it was due
	 * @param what {@value #SLEEP} or {@value #HEALTH}
	 * @param micros microseconds until it was answered or given up
	 * @param status status of the answer, or null where there was none within a second
	 */
	public record Asked(long at, String what, long micros, @Nullable Integer status) {

		/** {@code /sleep/1}, on the port of the API. */
		public static final String SLEEP = "sleep";

		/** The health on the management port. */
		public static final String HEALTH = "health";

		/** Whether it was answered well, within a second. */
		public boolean ok() {
			return this.status != null && this.status == 200;
		}

	}

}
