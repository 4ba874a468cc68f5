package lab.programs.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import lab.programs.ChildJvm;
import lab.programs.Options;
import lab.programs.Output;
import lab.programs.ProcessStatus;
import lab.programs.memory.Limits.Group;
import lab.programs.memory.Limits.LimitNotAvailableException;

/**
 * "Unable to create native thread" has several causes and one message.
 * <p>
 * A second JVM, which limits itself first, starts threads until it fails. The error and
 * the warning (EAGAIN) are the same each time. The causes differ in the limit that is
 * reached, and each has its own remedy.
 */
public final class ThreadLimit {

	static final String MESSAGE = "unable to create native thread: "
			+ "possibly out of memory or process/resource limits reached";

	/** Threads, including those of the JVM itself. */
	private static final int THREADS = 300;

	private static final long ADDRESSES = 1L << 30;

	/** KiB; the default on Linux (x64). */
	private static final int STACK = 1024;

	enum Cause {

		/*
		 * The user has too many threads (ulimit -u), counted over all of its processes.
		 * Remedy: fewer threads, or a higher limit. Smaller stacks change nothing.
		 */
		USER {
			@Override
			ChildJvm provoke(int stack) throws InterruptedException, LimitNotAvailableException {
				return victim(Limits.userThreads(THREADS), stack);
			}
		},

		/*
		 * The address space has no room for another stack. Here addresses are limited
		 * (ulimit -v); on a 32-bit machine they always were. Remedy: smaller stacks, or a
		 * smaller heap.
		 */
		ADDRESSES {
			@Override
			ChildJvm provoke(int stack) throws InterruptedException, LimitNotAvailableException {
				return victim(Limits.addressSpace(ThreadLimit.ADDRESSES), stack);
			}
		},

		/*
		 * A control group has too many threads: a container (docker run --pids-limit) or
		 * a service of systemd (TasksMax). The whole machine has such a limit as well
		 * (threads-max, pid_max), which is not provoked here, because it would affect
		 * every program. Remedy: as for a user.
		 */
		GROUP {
			@Override
			ChildJvm provoke(int stack) throws InterruptedException, LimitNotAvailableException {
				try (Group group = Limits.group(THREADS)) {
					return victim(group.command(), stack);
				}
			}
		};

		abstract ChildJvm provoke(int stack) throws InterruptedException, LimitNotAvailableException;

	}

	/** The limits that can prevent another thread, and where to read them. */
	enum Limit {

		/**
		 * {@code Max processes} of /proc/self/limits, compared with all threads of the
		 * user.
		 */
		USER,

		/** {@code Max address space}, compared with {@code VmSize}, in KiB. */
		ADDRESSES,

		/** {@code pids.max} of the control group, compared with {@code pids.current}. */
		GROUP,

		/** {@code vm.max_map_count}: a stack with its guard pages is two mappings. */
		MAPPINGS,

		/**
		 * {@code threads-max} and {@code pid_max} of the machine, compared with its
		 * threads.
		 */
		MACHINE;

		Reading read(int stack) throws IOException {
			return switch (this) {
				case USER -> new Reading(this, Limits.threadsOf((int) ProcessStatus.figure("Uid").orElseThrow()),
						processLimit("Max processes"), 1);
				case ADDRESSES -> new Reading(this, ProcessStatus.figure("VmSize").orElseThrow(),
						kib(processLimit("Max address space")), stack);
				case GROUP -> {
					Path group = group();
					yield Files.exists(group.resolve("pids.max")) ? new Reading(this,
							number(group.resolve("pids.current")), number(group.resolve("pids.max")), 1)
							: new Reading(this, 0, Reading.NONE, 1);
				}
				case MAPPINGS -> {
					try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
						yield new Reading(this, maps.count(), number(Path.of("/proc/sys/vm/max_map_count")), 2);
					}
				}
				case MACHINE -> {
					Path kernel = Path.of("/proc/sys/kernel");
					String threads = Files.readString(Path.of("/proc/loadavg")).split("[ /]")[4];
					yield new Reading(this, Long.parseLong(threads),
							Math.min(number(kernel.resolve("threads-max")), number(kernel.resolve("pid_max"))), 1);
				}
			};
		}

		private static long processLimit(String name) throws IOException {
			try (Stream<String> lines = Files.lines(Path.of("/proc/self/limits"))) {
				return lines.filter((line) -> line.startsWith(name))
					.map((line) -> line.substring(name.length()).trim().split("\\s+")[0])
					.mapToLong(Limit::number)
					.findFirst()
					.orElse(Reading.NONE);
			}
		}

		/**
		 * Version 1 of control groups has a separate tree for pids; version 2 has one
		 * tree.
		 */
		private static Path group() throws IOException {
			for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
				String[] parts = line.split(":", 3);
				if (parts[1].equals("pids")) {
					return Path.of("/sys/fs/cgroup/pids" + parts[2]);
				}
				if (parts[1].isEmpty() && Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"))) {
					return Path.of("/sys/fs/cgroup" + parts[2]);
				}
			}
			return Path.of("/sys/fs/cgroup");
		}

		/** Reads by lines: after a first read, files in /proc/sys return nothing. */
		private static long number(Path file) throws IOException {
			return number(Files.readAllLines(file).getFirst());
		}

		private static long kib(long bytes) {
			return (bytes == Reading.NONE) ? Reading.NONE : bytes / 1024;
		}

		private static long number(String text) {
			return text.matches("\\d+") ? Long.parseLong(text) : Reading.NONE;
		}

	}

	/**
	 * The distance of a process from a limit.
	 *
	 * @param limit the limit
	 * @param used the amount in use
	 * @param most the greatest amount, or {@code NONE}
	 * @param need the amount that one more thread needs
	 */
	record Reading(Limit limit, long used, long most, long need) {

		static final long NONE = Long.MAX_VALUE;

		boolean reached() {
			return this.most - this.used < this.need;
		}

		static Reading parse(String line) {
			String[] words = line.split(" ");
			return new Reading(Limit.valueOf(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]),
					Long.parseLong(words[4]));
		}

		@Override
		public String toString() {
			return "limit " + this.limit.name() + " " + this.used + " " + this.most + " " + this.need;
		}

	}

	/** Starts threads until it fails, prints all limits, and dies of the error. */
	static final class Victim {

		public static void main(String... arguments) throws IOException {
			int stack = Integer.parseInt(arguments[0]);
			int threads = 0;
			try {
				for (;; threads++) {
					Thread.ofPlatform().daemon().start(LockSupport::park);
				}
			}
			catch (OutOfMemoryError error) {
				System.out.println("threads " + threads);
				for (Limit limit : Limit.values()) {
					System.out.println(limit.read(stack));
				}
				throw error;
			}
		}

	}

	/** Starts a small JVM, which leaves most of its addresses to stacks. */
	private static ChildJvm victim(List<String> limit, int stack) throws InterruptedException {
		List<String> flags = List.of("-Xss" + stack + "k", "-Xmx32m", "-XX:+UseSerialGC",
				"-XX:ReservedCodeCacheSize=32m", "-XX:CompressedClassSpaceSize=16m");
		return ChildJvm.run(limit, flags, Victim.class, String.valueOf(stack));
	}

	static void run(Cause cause, int stack, Output output) throws InterruptedException {
		output.heading("limit of: %s, stacks of %d KiB", cause, stack);
		try {
			report(cause, cause.provoke(stack), output);
		}
		catch (LimitNotAvailableException ex) {
			output.event("cannot be provoked here: " + ex.getMessage(), 1, Map.of());
		}
	}

	static void report(Cause cause, ChildJvm victim, Output output) {
		List<String> lines = victim.lines();
		OptionalLong threads = lines.stream()
			.filter((line) -> line.startsWith("threads "))
			.mapToLong((line) -> Long.parseLong(line.split(" ")[1]))
			.findFirst();
		if (threads.isEmpty()) {
			throw new IllegalStateException("it could not start: " + String.join("\n", lines));
		}
		output.metric("threads", threads.getAsLong());
		output.check("message", OomKinds.messages(lines).contains(MESSAGE) ? 1 : 0, 1);
		for (String line : lines.stream().filter((one) -> one.startsWith("limit ")).toList()) {
			Reading reading = Reading.parse(line);
			String reached = Options.word(reading.limit()) + " limit reached";
			if (reading.reached()) {
				output.event(reached, reading.limit().ordinal() + 1,
						Map.of("used", reading.used(), "most", reading.most()));
			}
			output.check(reached, reading.reached() ? 1 : 0, reading.limit().name().equals(cause.name()) ? 1 : 0);
		}
	}

	/*-
	 * Expected result: each time exactly one limit is reached, that of the cause.
	 * Threads:
	 *
	 *   stacks      256 KiB  1 MiB
	 *   user            287    287   300, less those of the JVM itself
	 *   addresses     1,982    490   (1 GiB - the JVM's own share) / stack
	 *   group           287    287
	 *
	 * Measured on 4 cores, Linux (x64), JDK 25.0.3.
	 *
	 * To see it, on Linux:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.memory.ThreadLimit --stack=256
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "stack");
		for (Cause cause : options.choose("variant", Cause.class)) {
			run(cause, options.number("stack", STACK), options.output());
		}
	}

}
