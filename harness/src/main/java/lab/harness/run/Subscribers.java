package lab.harness.run;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.DataFile;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Readers;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.EventTotals;
import lab.harness.model.result.Evidence;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.CpuAffinity;
import org.jspecify.annotations.Nullable;

/**
 * The generator of streams, a process of its own in place of JMeter, which shows only the
 * whole of an answer. Each subscriber is a virtual thread with a connection. It writes
 * {@code load.jtl} with a row for each subscriber, and {@code events.json}.
 *
 * @param port the port of the app
 * @param path path and query of a stream, with its number of events
 * @param every milliseconds from one event to the next
 * @param count the events of a stream
 * @param users the subscribers
 * @param ramp the time in which they start
 * @param readers how many of them are slow or dead
 * @param from the time from the beginning after which the delays of events count
 * @param to the time from the beginning until which they count
 */
record Subscribers(int port, String path, int every, int count, int users, Duration ramp, Readers readers,
		Duration from, Duration to) {

	private static final String FILE = "subscribers.json";

	/** Small, so that what a reader leaves unread soon fills the way to it. */
	private static final int SMALL_BUFFER = 4096;

	private static final Pattern DUE = Pattern.compile("\"dueMicros\":(\\d+)");

	/** Delays of up to ten seconds, in steps of a tenth of a millisecond. */
	private static final int STEPS = 100_000;

	private static final int STEP_MICROS = 100;

	/** Starts it; the streams end with the measured time. */
	static ChildProcess start(Launcher launcher, List<Integer> processors, Evidence evidence, int port)
			throws IOException {
		Run run = evidence.run();
		Path folder = evidence.folder().toAbsolutePath();
		List<String> command = List.of(launcher.jdk(null).java().toString(), "-Xmx1g", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), Subscribers.class.getName(), folder.toString(),
				run.variant().name());
		// Not in the command, since Windows takes the quotes of JSON away.
		DataFile.write(folder.resolve(FILE), of(run.variant().service().load(), port));
		return ChildProcess.start("the subscribers", CpuAffinity.on(processors, command), folder,
				folder.resolve("jmeter.out"));
	}

	/** The subscribers of a load. */
	static Subscribers of(Load load, int port) {
		String path = load.request().path().first();
		Duration length = load.measure().minus(load.ramp());
		int count = (int) (length.toMillis() / load.everyMillis());
		return new Subscribers(port, path + "&count=" + count, load.everyMillis(), count, load.users(), load.ramp(),
				Objects.requireNonNull(load.readers()), load.ramp().plusSeconds(2), length.minusSeconds(1));
	}

	public static void main(String... arguments) throws IOException, InterruptedException {
		Path folder = Path.of(arguments[0]);
		DataFile.read(folder.resolve(FILE), Subscribers.class).read(folder, arguments[1]);
	}

	/** Subscribes all, and returns when all streams of those that live have ended. */
	void read(Path folder, String label) throws IOException, InterruptedException {
		int dead = (int) Math.round(this.users * this.readers.dead());
		int slow = (int) Math.round(this.users * this.readers.slow());
		Reading reading = new Reading(System.currentTimeMillis(), new CountDownLatch(this.users - dead - slow));
		List<Thread> threads = new ArrayList<>();
		for (int user = 0; user < this.users; user++) {
			// Spread evenly over the ramp.
			int kind = (int) ((long) user * 7919 % this.users);
			long startAt = this.ramp.toMillis() * user / this.users;
			threads.add(Thread.ofVirtual()
				.start(() -> subscribe(reading, label, startAt, kind < dead, kind < dead + slow)));
		}
		reading.live().await();
		threads.forEach(Thread::interrupt);
		for (Thread thread : threads) {
			thread.join();
		}
		List<String> rows = new ArrayList<>(
				List.of("timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,grpThreads"));
		rows.addAll(reading.rows());
		Files.write(folder.resolve("load.jtl"), rows);
		DataFile.write(folder.resolve(EventTotals.FILE),
				reading.totals((long) this.count * (this.users - dead - slow)));
	}

	private void subscribe(Reading reading, String label, long startAt, boolean dead, boolean slowOrDead) {
		boolean live = !slowOrDead;
		try {
			Thread.sleep(Math.max(0, reading.began() + startAt - System.currentTimeMillis()));
		}
		catch (InterruptedException ex) {
			return;
		}
		long sent = System.currentTimeMillis();
		String failure = null;
		try (Socket socket = new Socket()) {
			if (!live) {
				socket.setReceiveBufferSize(SMALL_BUFFER);
			}
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port));
			socket.getOutputStream()
				.write(("GET " + this.path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			failure = read(reading, socket, live, dead);
		}
		catch (InterruptedException ex) {
			// Those that live have ended.
		}
		catch (IOException | RuntimeException ex) {
			failure = Thread.currentThread().isInterrupted() ? null : String.valueOf(ex.getMessage());
		}
		finally {
			if (live) {
				reading.live().countDown();
			}
		}
		reading.rows()
			.add("%d,%d,%s,%s,%s,subscriber 1-1,%s,%d".formatted(sent, System.currentTimeMillis() - sent, label,
					(failure == null) ? "200" : "Non HTTP response code",
					(failure == null) ? "OK" : failure.replace(',', ' '), failure == null, this.users));
	}

	/** Reads a stream; returns why it failed, or null. */
	private @Nullable String read(Reading reading, Socket socket, boolean live, boolean dead)
			throws IOException, InterruptedException {
		InputStream in = new BufferedInputStream(socket.getInputStream());
		String status = line(in);
		if (!status.contains(" 200")) {
			return status;
		}
		for (String header = status; !header.isEmpty(); header = line(in)) {
			// Only the end of the headers matters.
		}
		if (dead) {
			Thread.sleep(Duration.ofDays(1));
		}
		Chunks chunks = new Chunks(in);
		for (int events = 0; events < this.count;) {
			String line = line(chunks);
			if (!line.startsWith("data:")) {
				continue;
			}
			events++;
			if (live) {
				reading.received(line, this.from, this.to);
			}
			else {
				// A quarter of the speed.
				Thread.sleep(4L * this.every);
			}
		}
		// The end of the answer, so that the app counts it as one.
		while (chunks.read() >= 0) {
			// Only the line after the last event is left.
		}
		return null;
	}

	/** A line without its end, in ASCII; throws at the end of the stream. */
	private static String line(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = in.read(); next != '\n'; next = in.read()) {
			if (next < 0) {
				throw new EOFException("the stream ended early");
			}
			if (next != '\r') {
				line.append((char) next);
			}
		}
		return line.toString();
	}

	/** The body of an answer in chunks (RFC 9112, 7.1). */
	private static final class Chunks extends InputStream {

		private final InputStream in;

		private int left;

		private boolean begun;

		Chunks(InputStream in) {
			this.in = in;
		}

		@Override
		public int read() throws IOException {
			if (this.left == 0) {
				if (this.begun) {
					line(this.in);
				}
				this.begun = true;
				this.left = Integer.parseInt(line(this.in).split(";")[0].strip(), 16);
				if (this.left == 0) {
					return -1;
				}
			}
			this.left--;
			return this.in.read();
		}

	}

	/**
	 * The events that all subscribers have read.
	 *
	 * @param began milliseconds since 1970
	 * @param live opens when all that live have ended
	 */
	private record Reading(long began, CountDownLatch live, AtomicLongArray delays, AtomicLong most,
			AtomicLong received, ConcurrentLinkedQueue<String> rows) {

		Reading(long began, CountDownLatch live) {
			this(began, live, new AtomicLongArray(STEPS + 1), new AtomicLong(), new AtomicLong(),
					new ConcurrentLinkedQueue<>());
		}

		/** Counts an event, and its delay if it was due between two moments. */
		void received(String line, Duration from, Duration to) {
			this.received.incrementAndGet();
			Matcher due = DUE.matcher(line);
			if (!due.find()) {
				throw new IllegalStateException("no event: " + line);
			}
			long dueMicros = Long.parseLong(due.group(1));
			long sinceMillis = dueMicros / 1000 - this.began;
			if (sinceMillis >= from.toMillis() && sinceMillis < to.toMillis()) {
				long late = Math.max(0, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - dueMicros);
				this.delays.incrementAndGet((int) Math.min(late / STEP_MICROS, STEPS));
				this.most.accumulateAndGet(late, Math::max);
			}
		}

		EventTotals totals(long expected) {
			long counted = 0;
			for (int step = 0; step <= STEPS; step++) {
				counted += this.delays.get(step);
			}
			return new EventTotals(expected, this.received.get(), (counted == 0) ? null : (Double) millis(0.5, counted),
					(counted == 0) ? null : (Double) millis(0.99, counted),
					(counted == 0) ? null : (Double) (this.most.get() / 1000.0));
		}

		/**
		 * The delay that this share of the events did not exceed, rounded up to a step.
		 */
		private double millis(double share, long counted) {
			long seen = 0;
			int step = -1;
			while (seen < Math.ceil(share * counted)) {
				step++;
				seen += this.delays.get(step);
			}
			return Math.min((step + 1.0) * STEP_MICROS, this.most.get()) / 1000;
		}

	}

}
