package lab.programs.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.programs.ChildJvm;
import lab.programs.Options;
import lab.programs.Output;
import lab.programs.memory.Limits.NotHereException;
import org.jspecify.annotations.Nullable;

/**
 * An OutOfMemoryError says which memory is full, and a larger heap helps in two cases of
 * six.
 * <p>
 * Each is provoked in a second JVM with a heap of 32 MiB. The message is the whole
 * evidence that a log has, so it is compared word by word; the most heap in use until
 * then shows whether it was to blame.
 */
public final class OomKinds {

	private static final Pattern MESSAGE = Pattern.compile(".*java\\.lang\\.OutOfMemoryError: (.*)");

	private static final int MIB = 1 << 20;

	private static final int BUFFERS = 16;

	private static final long ADDRESSES = 1L << 30;

	/** What is reachable cannot be collected. */
	private static final List<Object> KEPT = new ArrayList<>();

	private static volatile @Nullable Object last;

	private OomKinds() {
	}

	enum Kind {

		/*
		 * Live objects fill the heap. Remedy: a larger heap, or fewer objects: look for a
		 * leak first.
		 */
		HEAP("Java heap space") {
			@Override
			void provoke() {
				while (true) {
					KEPT.add(new byte[MIB / 16]);
				}
			}
		},

		/*
		 * Live objects nearly fill the heap, and the collector works nearly all of the
		 * time for nearly nothing. Remedy: as above. Only ParallelGC gives up so (and G1
		 * from JDK 26 on), by default at 98 % of the time for less than 2 % of the heap.
		 * By then the heap is often full, and the message is the other one; so both
		 * limits are 50 % here.
		 */
		GC_OVERHEAD("GC overhead limit exceeded", "-XX:+UseParallelGC", "-XX:GCTimeLimit=50",
				"-XX:GCHeapFreeLimit=50") {
			@Override
			void provoke() {
				Object[] chain = new Object[1];
				while (true) {
					chain = new Object[] { chain };
					last = new byte[32];
				}
			}
		},

		/*
		 * No array is that long, whatever the heap. Remedy: correct the program; the
		 * length is mostly an arithmetic mistake, or came from outside. Two elements
		 * less, and the message would be that of the heap.
		 */
		ARRAY("Requested array size exceeds VM limit") {
			@Override
			void provoke() {
				last = new byte[Integer.MAX_VALUE];
			}
		},

		/*
		 * Classes have memory of their own, which has no limit by default. Remedy: find
		 * out who makes classes, or keeps the class loaders of old ones.
		 */
		METASPACE("Metaspace", "-XX:MaxMetaspaceSize=32m") {
			@Override
			void provoke() throws IllegalAccessException {
				byte[] file = classFile();
				while (true) {
					KEPT.add(MethodHandles.lookup().defineHiddenClass(file, false).lookupClass());
				}
			}
		},

		/*
		 * Buffers outside the heap have a limit that is as large as the heap by default.
		 * Remedy: -XX:MaxDirectMemorySize, or fewer buffers; they are freed only when the
		 * collector finds the small object on the heap that owns each.
		 */
		DIRECT("Cannot reserve %d bytes of direct buffer memory (allocated: %d, limit: %d)".formatted(MIB,
				BUFFERS * MIB, BUFFERS * MIB), "-XX:MaxDirectMemorySize=" + BUFFERS + "m") {
			@Override
			void provoke() {
				while (true) {
					KEPT.add(ByteBuffer.allocateDirect(MIB));
				}
			}
		},

		/*
		 * The system refuses a thread. A larger heap makes it worse: it leaves less room
		 * for stacks. ThreadLimit tells the causes apart.
		 */
		THREAD(ThreadLimit.MESSAGE, "-XX:+UseSerialGC", "-XX:ReservedCodeCacheSize=32m",
				"-XX:CompressedClassSpaceSize=16m") {
			@Override
			void provoke() {
				while (true) {
					Thread.ofPlatform().daemon().start(ThreadLimit.Victim::sleep);
				}
			}

			@Override
			List<String> before() throws NotHereException {
				return Limits.addressSpace(ADDRESSES);
			}
		};

		private final String message;

		private final List<String> flags;

		Kind(String message, String... flags) {
			this.message = message;
			this.flags = List.of(flags);
		}

		abstract void provoke() throws IllegalAccessException;

		/** What limits the JVM from outside. */
		List<String> before() throws NotHereException {
			return List.of();
		}

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/** Dies of the error, and tells how much heap was in use when it came. */
	static final class Victim {

		private Victim() {
		}

		public static void main(String... arguments) throws IllegalAccessException {
			/* Loads what is needed to tell it, for which nothing may be left. */
			System.out.println("heap " + Diagnostics.heapBytes());
			try {
				Kind.valueOf(arguments[0]).provoke();
			}
			catch (OutOfMemoryError error) {
				long heap = Diagnostics.heapBytes();
				KEPT.clear();
				System.out.println("heap " + heap);
				throw error;
			}
		}

	}

	/** A class that is defined again and again. */
	static final class Copied {

		private Copied() {
		}

	}

	private static byte[] classFile() {
		try (InputStream file = OomKinds.class.getResourceAsStream("OomKinds$Copied.class")) {
			return Objects.requireNonNull(file).readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The messages of the errors that a JVM printed. */
	static List<String> messages(List<String> lines) {
		return lines.stream().map(MESSAGE::matcher).filter(Matcher::matches).map((line) -> line.group(1)).toList();
	}

	static void run(Kind kind, Output output) throws InterruptedException {
		output.heading(kind.toString());
		List<String> flags = new ArrayList<>(List.of("-Xmx32m"));
		flags.addAll(kind.flags);
		try {
			report(kind, ChildJvm.run(kind.before(), flags, Victim.class, kind.name()), output);
		}
		catch (NotHereException ex) {
			output.event("cannot be provoked here: " + ex.getMessage(), 1, Map.of());
		}
	}

	static void report(Kind kind, ChildJvm victim, Output output) {
		List<String> messages = messages(victim.lines());
		messages.forEach((message) -> output.event("OutOfMemoryError: " + message, 1, Map.of()));
		output.check("message", messages.equals(List.of(kind.message)) ? 1 : 0, 1);
		output.check("exit code", victim.code(), 1);
		victim.lines()
			.stream()
			.filter((line) -> line.startsWith("heap "))
			.reduce((before, after) -> after)
			.ifPresent((line) -> output.metric("heap", Double.parseDouble(line.substring("heap ".length())) / MIB));
	}

	/*-
	 * What you should see, with the MiB in use of a heap of 32:
	 *
	 *   heap         30.1  Java heap space
	 *   gc-overhead  24.9  GC overhead limit exceeded
	 *   array         2.8  Requested array size exceeds VM limit
	 *   metaspace     3.7  Metaspace
	 *   direct        1.9  Cannot reserve 1048576 bytes of direct buffer memory ...
	 *   thread        5.1  unable to create native thread: ...
	 *
	 * Measured on 4 cores, Linux (x64), JDK 25.0.3.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.memory.OomKinds
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Kind kind : options.choose("variant", Kind.class)) {
			run(kind, new Output(System.out, options.has("json")));
		}
	}

}
