package lab.programs.limits;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;

/**
 * A server does not answer. What do the tools show of its threads?
 * <p>
 * Ten requests on platform threads and ten on virtual threads wait for the same thing.
 * Each tool is asked how many of them it shows, and what it says of the first one.
 */
public final class Monitoring {

	static final int REQUESTS = 10;

	private static final String PLATFORM = "request-platform-";

	private static final String VIRTUAL = "request-virtual-";

	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	enum Cause {

		/* Another thread holds a monitor. */
		LOCK("jdk.JavaMonitorEnter", "request") {
			@Override
			Blockage block() {
				Object monitor = new Object();
				Semaphore held = new Semaphore(0);
				Semaphore end = new Semaphore(0);
				Thread.ofPlatform().name("holder").daemon().start(() -> {
					synchronized (monitor) {
						held.release();
						end.acquireUninterruptibly();
					}
				});
				held.acquireUninterruptibly();
				return new Blockage(() -> request(monitor), end::release);
			}

			private void request(Object monitor) {
				synchronized (monitor) {
					Thread.onSpinWait();
				}
			}
		},

		/* The backend hangs, and the client has no timeout. */
		SOCKET("jdk.SocketRead", "implRead") {
			@Override
			Blockage block() throws IOException {
				ServerSocket backend = new ServerSocket(0, 2 * REQUESTS, InetAddress.getLoopbackAddress());
				return new Blockage(() -> request(backend.getLocalPort()), () -> hangUp(backend));
			}

			private void request(int port) {
				try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
						InputStream answer = socket.getInputStream()) {
					answer.read();
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}

			private void hangUp(ServerSocket backend) {
				try (backend) {
					for (int number = 0; number < 2 * REQUESTS; number++) {
						backend.accept().close();
					}
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}
		},

		/* A pool of connections is exhausted, and no connection is returned. */
		POOL("jdk.ThreadPark", "acquireUninterruptibly") {
			@Override
			Blockage block() {
				Semaphore connections = new Semaphore(0);
				return new Blockage(connections::acquireUninterruptibly, () -> connections.release(2 * REQUESTS));
			}
		};

		/** The event of Java Flight Recorder that records the wait. */
		private final String event;

		/** A method on the stack of a waiting request. */
		private final String method;

		Cause(String event, String method) {
			this.event = event;
			this.method = method;
		}

		abstract Blockage block() throws IOException;

	}

	/**
	 * The thing that requests wait for.
	 *
	 * @param request waits until {@code release} is called
	 * @param release lets all requests continue
	 */
	record Blockage(Runnable request, Runnable release) {
	}

	/**
	 * The report of one tool.
	 *
	 * @param platform the requests on platform threads that it shows
	 * @param virtual the requests on virtual threads that it shows
	 * @param says the tool's description of the first request
	 */
	record Finding(long platform, long virtual, String says) {

		static Finding ofDump(String dump) {
			return new Finding(count(dump, PLATFORM), count(dump, VIRTUAL), first(dump));
		}

		private static long count(String dump, String name) {
			return Pattern.compile("\"" + name + "\\d+\"").matcher(dump).results().count();
		}

		/**
		 * Returns the state of the first request on a platform thread and the object it
		 * waits for.
		 */
		private static String first(String dump) {
			return dump.substring(Math.max(0, dump.indexOf("\"" + PLATFORM)))
				.lines()
				.skip(1)
				.takeWhile((line) -> !line.isBlank())
				.map(String::strip)
				.filter((line) -> line.startsWith("java.lang.Thread.State") || line.startsWith("- ")
						|| line.startsWith("at ") || line.startsWith("java.base/"))
				.limit(3)
				.reduce((one, other) -> one + "; " + other)
				.orElse("nothing")
				.replace("java.lang.Thread.State: ", "");
		}

	}

	static void run(Cause cause, Output output) throws IOException, InterruptedException {
		output.heading("%s: %d requests on platform and as many on virtual threads", cause, REQUESTS);
		Path file = Files.createTempFile("lab-monitoring", ".jfr");
		try (Recording recording = new Recording()) {
			recording.enable(cause.event).withoutThreshold().withStackTrace().with("throttle", "off");
			recording.start();
			Blockage blockage = cause.block();
			List<Thread> requests = start(cause, blockage);
			report("jcmd Thread.print", 1, Finding.ofDump(Diagnostics.command("threadPrint")), REQUESTS, 0, output);
			report("jstack", 2, jstack(), REQUESTS, 0, output);
			report("jcmd Thread.dump_to_file", 3, Finding.ofDump(Diagnostics.threadDump()), REQUESTS, REQUESTS, output);
			report("meters", 4, meters(), REQUESTS, 0, output);
			/* An event is written only when the wait is over. */
			report("JFR while they wait", 5, recorded(recording, cause, file), 0, 0, output);
			blockage.release.run();
			for (Thread request : requests) {
				request.join();
			}
			print("JFR afterwards", 6, recorded(recording, cause, file), output);
		}
		finally {
			Files.deleteIfExists(file);
		}
	}

	private static List<Thread> start(Cause cause, Blockage blockage) throws InterruptedException {
		List<Thread> requests = new ArrayList<>();
		for (Thread.Builder builder : List.of(Thread.ofPlatform().daemon().name(PLATFORM, 1),
				Thread.ofVirtual().name(VIRTUAL, 1))) {
			for (int number = 0; number < REQUESTS; number++) {
				requests.add(builder.start(blockage.request));
			}
		}
		long end = System.nanoTime() + START_TIMEOUT.toNanos();
		while (!requests.stream().allMatch((thread) -> waits(cause, thread))) {
			if (System.nanoTime() > end) {
				throw new IllegalStateException("not all requests wait; are carriers pinned, as before JDK 24?");
			}
			Thread.sleep(10);
		}
		return requests;
	}

	/** The JVM considers a platform thread that reads a socket as runnable. */
	private static boolean waits(Cause cause, Thread thread) {
		return (cause == Cause.SOCKET || thread.getState() == Thread.State.BLOCKED
				|| thread.getState() == Thread.State.WAITING)
				&& Stream.of(thread.getStackTrace()).anyMatch((frame) -> frame.getMethodName().equals(cause.method));
	}

	private static void report(String tool, int step, Finding finding, int platform, int virtual, Output output) {
		print(tool, step, finding, output);
		output.check(tool + ": platform threads", finding.platform, platform);
		output.check(tool + ": virtual threads", finding.virtual, virtual);
	}

	private static void print(String tool, int step, Finding finding, Output output) {
		output.event(tool, step, Map.of("platform", finding.platform, "virtual", finding.virtual, "says",
				finding.says.replace('"', '\'').replace('\t', ' ')));
	}

	private static Finding jstack() throws IOException {
		Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
		if (!Files.isExecutable(jstack)) {
			throw new IllegalStateException("this needs a JDK: there is no " + jstack);
		}
		Process process = new ProcessBuilder(jstack.toString(), String.valueOf(ProcessHandle.current().pid()))
			.redirectErrorStream(true)
			.start();
		try (InputStream printed = process.getInputStream()) {
			return Finding.ofDump(new String(printed.readAllBytes(), StandardCharsets.UTF_8));
		}
		finally {
			process.destroyForcibly();
		}
	}

	/** Reads the MBean of threads, the source of jconsole and Micrometer. */
	private static Finding meters() {
		List<ThreadInfo> all = Stream.of(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)).toList();
		List<ThreadInfo> shown = all.stream().filter((thread) -> thread.getThreadName().startsWith(PLATFORM)).toList();
		long virtual = all.stream().filter((thread) -> thread.getThreadName().startsWith(VIRTUAL)).count();
		ThreadInfo first = shown.getFirst();
		LockInfo lock = first.getLockInfo();
		String owner = first.getLockOwnerName();
		return new Finding(shown.size(), virtual,
				first.getThreadState() + ((lock != null) ? " on " + lock.getClassName() : "")
						+ ((owner != null) ? " that " + owner + " holds" : ""));
	}

	private static Finding recorded(Recording recording, Cause cause, Path file) throws IOException {
		recording.dump(file);
		List<RecordedEvent> events = RecordingFile.readAllEvents(file)
			.stream()
			.filter((event) -> event.getEventType().getName().equals(cause.event) && event.getThread() != null)
			.toList();
		return new Finding(threads(events, PLATFORM), threads(events, VIRTUAL), cause.event);
	}

	private static long threads(List<RecordedEvent> events, String name) {
		return events.stream()
			.map((event) -> String.valueOf(event.getThread().getJavaName()))
			.filter((thread) -> thread.startsWith(name))
			.distinct()
			.count();
	}

	/*-
	 * Expected result:
	 *
	 *   jcmd Thread.print, jstack   the ten platform threads: BLOCKED at a lock, WAITING for the pool,
	 *                               RUNNABLE in a read, although they wait; no virtual threads
	 *   jcmd Thread.dump_to_file    all twenty threads
	 *   meters                      as jstack, and the owner of the lock
	 *   JFR                         nothing during the wait: an event is written when the wait is over
	 *
	 * To see it, with JDK 25:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.limits.Monitoring
	 */
	public static void main(String... arguments) throws IOException, InterruptedException {
		Options options = Options.of(arguments);
		for (Cause cause : options.choose("variant", Cause.class)) {
			run(cause, options.output());
		}
	}

}
