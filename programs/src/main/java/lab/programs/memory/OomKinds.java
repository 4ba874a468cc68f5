package lab.programs.memory;

import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.programs.ChildJvm;
import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;
import lab.programs.memory.Limits.LimitNotAvailableException;
import org.jspecify.annotations.Nullable;

/**
 * An OutOfMemoryError says which memory is full. A larger heap helps in two of six cases.
 * <p>
 * Each error is provoked in a second JVM with a heap of 32 MiB. A log contains only the
 * message, so the message is compared word by word; the peak heap usage shows whether the
 * heap was the cause.
 */
public final class OomKinds {

	private static final Pattern MESSAGE = Pattern.compile(".*java\\.lang\\.OutOfMemoryError: (.*)");

	private static final int MIB = 1 << 20;

	private static final int BUFFERS = 16;

	private static final long ADDRESSES = 1L << 30;

	/** Reachable objects cannot be collected. */
	private static final List<Object> KEPT = new ArrayList<>();

	private static volatile @Nullable Object last;

	enum Kind {

		/*
		 * Live objects fill the heap. Remedy: look for a leak first; then fewer objects,
		 * or a larger heap.
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
		 * time without freeing much. Remedy: as above. Only ParallelGC (and G1 from JDK
		 * 26 on) gives up like this, by default at 98 % of the time for less than 2 % of
		 * the heap. Often the heap is full before, and the message is the one above;
		 * therefore both limits are 50 % here.
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
		 * An array cannot be that long, whatever the size of the heap. Remedy: correct
		 * the program; the length usually comes from an arithmetic error or from input.
		 * With two elements less, the message would be that of the heap.
		 */
		ARRAY("Requested array size exceeds VM limit") {
			@Override
			void provoke() {
				last = new byte[Integer.MAX_VALUE];
			}
		},

		/*
		 * Classes have their own memory, without a limit by default. Remedy: find out who
		 * creates classes, or who keeps the class loaders of old ones.
		 */
		METASPACE("Metaspace", "-XX:MaxMetaspaceSize=32m") {
			@Override
			void provoke() throws IllegalAccessException {
				byte[] file = Diagnostics.classFile(Copied.class);
				while (true) {
					KEPT.add(MethodHandles.lookup().defineHiddenClass(file, false).lookupClass());
				}
			}
		},

		/*
		 * Direct buffers have a limit, by default the size of the heap. Remedy:
		 * -XX:MaxDirectMemorySize, or fewer buffers. A buffer is freed only when the
		 * small object on the heap that owns it is collected.
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
		 * The system refuses a thread. A larger heap makes it worse, because it leaves
		 * less room for stacks. ThreadLimit distinguishes the causes.
		 */
		THREAD(ThreadLimit.MESSAGE, "-XX:+UseSerialGC", "-XX:ReservedCodeCacheSize=32m",
				"-XX:CompressedClassSpaceSize=16m") {
			@Override
			void provoke() {
				while (true) {
					Thread.ofPlatform().daemon().start(LockSupport::park);
				}
			}

			@Override
			List<String> before() throws LimitNotAvailableException {
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

		/** Returns the command that limits the JVM from outside. */
		List<String> before() throws LimitNotAvailableException {
			return List.of();
		}

	}

	/** Provokes the error, prints the heap in use at that moment, and dies. */
	static final class Victim {

		public static void main(String... arguments) throws IllegalAccessException {
			/*
			 * Loads the classes for printing now, because later there may be no memory
			 * for them.
			 */
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

	/** A class to define again and again. */
	static final class Copied {

	}

	/** Returns the messages of the errors in the output of a JVM. */
	static List<String> messages(List<String> lines) {
		return lines.stream().map(MESSAGE::matcher).filter(Matcher::matches).map((line) -> line.group(1)).toList();
	}

	static void run(Kind kind, Output output) throws InterruptedException {
		output.heading("%s", kind);
		List<String> flags = new ArrayList<>(List.of("-Xmx32m"));
		flags.addAll(kind.flags);
		try {
			report(kind, ChildJvm.run(kind.before(), flags, Victim.class, kind.name()), output);
		}
		catch (LimitNotAvailableException ex) {
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
	 * Expected result, with the MiB in use of a heap of 32 MiB:
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
			run(kind, options.output());
		}
	}

}
